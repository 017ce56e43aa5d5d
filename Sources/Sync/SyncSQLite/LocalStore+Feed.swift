internal import SQLiteAccess
public import Sync

extension LocalStore {
  /// Stores a change that could not be applied, or replaces one with the same number.
  public func insertQuarantinedChange(_ change: QuarantinedChange) throws {
    try write(
      SQL(
        "put change aside",
        """
        INSERT OR REPLACE INTO quarantined_changes (
          id, entity_kind, entity_id, operation, reason, seen_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """),
      [
        .integer(change.id), .text(change.entityKind.rawValue), .text(change.entityId),
        .text(change.operation.rawValue), .text(change.reason), SQLValue(change.seenAt),
      ])
  }

  /// Deletes a change that could not be applied, if it exists.
  public func deleteQuarantinedChange(id: Int64) throws {
    try write(
      SQL("delete change put aside", "DELETE FROM quarantined_changes WHERE id = ?"),
      [.integer(id)])
  }

  /// Changes that could not be applied, by number: rows of bootstraps, which have negative numbers,
  /// then changes of the feed, oldest first.
  public func fetchQuarantinedChanges() throws -> [QuarantinedChange] {
    try database.rows(
      SQL(
        "fetch changes put aside",
        """
        SELECT id, entity_kind, entity_id, operation, reason, seen_at
        FROM quarantined_changes ORDER BY id
        """)
    ) { row in
      QuarantinedChange(
        id: try row.integer(0), entityKind: try row.named(1), entityId: try row.text(2),
        operation: try row.named(3), reason: try row.text(4), seenAt: try row.timestamp(5))
    }
  }
}
