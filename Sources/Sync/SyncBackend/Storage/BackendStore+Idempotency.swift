internal import SQLiteAccess
internal import Sync

/// Answers stored under their Idempotency-Key, in the transaction of their request.
///
/// User, key and route (method and template) identify an answer: the same key on another route is
/// another request. Answers are kept for a day.
extension BackendStore {
  struct StoredAnswer {
    var bodyHash: String
    var reply: Response
  }

  static let keyLifetime = Duration.seconds(24 * 60 * 60)

  func answer(user: String, key: String, route: String, now: Timestamp) throws -> StoredAnswer? {
    let oldest = now.advanced(by: .zero - BackendStore.keyLifetime)
    return try database.first(
      SQL(
        "find idempotency key",
        """
        SELECT body_hash, status, body FROM idempotency_keys
        WHERE user_id = ? AND key = ? AND route = ? AND created_at > ?
        """), [.text(user), .text(key), .text(route), .integer(oldest.milliseconds)]
    ) { row in
      var reply = Response(status: Int(try row.integer(1)))
      reply.body = row.bytes(2)
      if !reply.body.isEmpty { reply.headers = [("Content-Type", "application/json")] }
      return StoredAnswer(bodyHash: try row.text(0), reply: reply)
    }
  }

  func keep(
    _ reply: Response, user: String, key: String, route: String, bodyHash: String, now: Timestamp
  ) throws {
    try database.run(
      SQL(
        "keep idempotency key",
        """
        INSERT OR REPLACE INTO idempotency_keys
          (user_id, key, route, body_hash, status, body, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """),
      [
        .text(user), .text(key), .text(route), .text(bodyHash), SQLValue(reply.status),
        .blob(reply.body), .integer(now.milliseconds),
      ])
    let oldest = now.advanced(by: .zero - BackendStore.keyLifetime)
    try database.run(
      SQL("forget old idempotency keys", "DELETE FROM idempotency_keys WHERE created_at <= ?"),
      [.integer(oldest.milliseconds)])
  }

  /// A short digest of a body, for detecting a key that is reused with other content: the length
  /// and FNV-1a over its bytes (http://www.isthe.com/chongo/tech/comp/fnv/).
  static func hash(_ body: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in body {
      hash ^= UInt64(byte)
      hash &*= 0x100_0000_01b3
    }
    return "\(body.count)-\(String(hash, radix: 16))"
  }
}
