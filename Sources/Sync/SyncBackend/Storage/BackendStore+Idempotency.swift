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
    return try connection.first(
      SQL(
        "find idempotency key",
        """
        SELECT body_hash, status, body FROM idempotency_keys
        WHERE user_id = ? AND key = ? AND route = ? AND created_at > ?
        """), [.text(user), .text(key), .text(route), .integer(oldest.milliseconds)]
    ) { row in
      var reply = Response(status: Int(try row.integer(1)))
      reply.body = try row.bytes(2)
      if !reply.body.isEmpty { reply.headers = [("Content-Type", "application/json")] }
      return StoredAnswer(bodyHash: try row.text(0), reply: reply)
    }
  }

  func keep(
    _ reply: Response, user: String, key: String, route: String, bodyHash: String, now: Timestamp
  ) throws {
    try connection.run(
      SQL(
        "keep idempotency key",
        """
        INSERT INTO idempotency_keys (user_id, key, route, body_hash, status, body, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (user_id, key, route) DO UPDATE SET body_hash = excluded.body_hash,
          status = excluded.status, body = excluded.body, created_at = excluded.created_at
        """),
      [
        .text(user), .text(key), .text(route), .text(bodyHash), SQLValue(reply.status),
        .blob(reply.body), .integer(now.milliseconds),
      ])
    let oldest = now.advanced(by: .zero - BackendStore.keyLifetime)
    try connection.run(
      SQL(
        "forget old idempotency keys",
        "DELETE FROM idempotency_keys WHERE user_id = ? AND created_at <= ?"),
      [.text(user), .integer(oldest.milliseconds)])
  }

  /// A short digest of a body, for detecting a key that is reused with other content: the length
  /// and FNV-1a over its bytes (http://www.isthe.com/chongo/tech/comp/fnv/).
  static func hash(_ body: [UInt8]) -> String {
    "\(body.count)-\(String(fnv(body), radix: 16))"
  }

  /// FNV-1a with 64 bits.
  static func fnv(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
