internal import SQLiteAccess
internal import Sync

/// A mutation's columns.
extension PendingMutation {
  /// The columns that `init(_:)` reads, in its order.
  static let columns = """
    id, client_request_id, entity_kind, operation, entity_id, payload, dependencies, created_at,
    attempts, last_error, last_attempt_at, batch_key, is_quarantined, releases, sequence
    """

  init(_ row: borrowing Row) throws {
    let (dependencies, releases) = (try row.text(6), try row.text(13))
    self.init(
      id: try row.text(0), sequence: try row.integer(14), clientRequestId: try row.text(1),
      entityKind: try row.named(2), operation: try row.named(3), entityId: try row.text(4),
      payload: row.bytes(5),
      dependencies: dependencies == "[]" ? [] : try row.json([String].self, 6),
      releases: releases == "[]" ? [] : try row.json([String].self, 13),
      createdAt: try row.timestamp(7), attempts: Int(try row.integer(8)),
      lastError: try row.optionalText(9), lastAttemptAt: try row.optionalTimestamp(10),
      batchKey: try row.optionalText(11), isQuarantined: try row.truth(12))
  }

  /// The values of all columns except the sequence.
  func storedValues() throws -> [SQLValue] {
    [
      .text(id), .text(clientRequestId), .text(entityKind.rawValue), .text(operation.rawValue),
      .text(entityId), .blob(payload),
      dependencies.isEmpty ? "[]" : try SQLValue(json: dependencies), SQLValue(createdAt),
      SQLValue(attempts), SQLValue(lastError), SQLValue(lastAttemptAt),
      SQLValue(batchKey), SQLValue(isQuarantined),
      releases.isEmpty ? "[]" : try SQLValue(json: releases),
    ]
  }
}
