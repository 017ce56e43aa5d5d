internal import SQLiteAccess

/// The change log, for observers of the server.
extension BackendService {
  /// An entry of the change log.
  package struct LoggedChange: Hashable, Sendable {
    /// Its number.
    package var id: Int64
    /// `event`, `event_type`, `geofence` or `property_definition`.
    package var entityType: String
    /// `create`, `update` or `delete`.
    package var operation: String
    /// The id of the entity.
    package var entityId: String
    /// The entity as JSON; `nil` for a deletion.
    package var data: String?
  }

  /// The entries of all users after the one with this number, oldest first, at most `limit`.
  ///
  /// - Throws: the error of the storage.
  package func changes(after id: Int64, limit: Int = .max) throws -> [LoggedChange] {
    try storage.transaction(.exclusive) { store in
      try store.connection.rows(
        SQL(
          "observe changes",
          """
          SELECT id, entity_type, operation, entity_id, data FROM changes
          WHERE id > ? ORDER BY id LIMIT ?
          """), [.integer(id), SQLValue(limit)]
      ) { row in
        LoggedChange(
          id: try row.integer(0), entityType: try row.text(1), operation: try row.text(2),
          entityId: try row.text(3), data: row.isNull(4) ? nil : try row.text(4))
      }
    }
  }
}
