import JSON
internal import SQLiteAccess
internal import Sync

/// The change log: an entry for every row that was created, changed or deleted, written in the
/// row's transaction.
extension BackendStore {
  enum Operation: String {
    case create, update, delete
  }

  func log(
    _ operation: Operation, _ record: Record, of resource: Resource, user: String
  ) throws -> JSON {
    let data = JSON.object(resource.json(record, user: user)).encoded
    try log(
      operation, of: resource, id: record.id, user: user, data: .text(data),
      at: record.updatedAt)
    return .encoded(data)
  }

  func logDeletion(of resource: Resource, id: String, user: String, at now: Timestamp) throws {
    try log(.delete, of: resource, id: id, user: user, data: .null, at: now)
  }

  /// The number of the user's last entry, or of the last dropped entry if that is higher: a device
  /// that began at an earlier one would be refused forever.
  func latestCursor(user: String) throws -> Int64 {
    try connection.first(
      SQL(
        "read latest cursor",
        """
        SELECT oldest_cursor, coalesce((SELECT max(id) FROM changes WHERE user_id = ?), 0)
        FROM feed
        """), [.text(user)]
    ) { max(try $0.integer(0), try $0.integer(1)) } ?? 0
  }

  /// The epoch of the change log.
  func epoch() throws -> JSON {
    try connection.first(SQL("read epoch", "SELECT epoch FROM feed")) { .text(try $0.text(0)) }
      ?? .null
  }

  /// Begins a new epoch, whose name must not have been used before.
  func beginEpoch(_ name: String) throws {
    try connection.run(SQL("begin epoch", "UPDATE feed SET epoch = ?"), [.text(name)])
  }

  /// Drops the changes up to a number, except for deletions, so that a late creation of a deleted
  /// entity is always refused.
  func forgetChanges(upTo cursor: Int64) throws {
    try connection.run(
      SQL("forget changes", "DELETE FROM changes WHERE id <= ? AND operation <> 'delete'"),
      [.integer(cursor)])
    try connection.run(
      SQL("raise oldest cursor", "UPDATE feed SET oldest_cursor = ? WHERE oldest_cursor < ?"),
      [.integer(cursor), .integer(cursor)])
  }

  /// Refuses a cursor after which changes are missing, because they were dropped or the cursor
  /// belongs to another epoch.
  func checkCursor(_ cursor: Int64, user: String) throws {
    let oldest =
      try connection.first(SQL("read oldest cursor", "SELECT oldest_cursor FROM feed")) {
        try $0.integer(0)
      } ?? 0
    guard cursor >= oldest, try cursor <= latestCursor(user: user) else {
      throw Problem(.cursorExpired, "the change log does not continue at \(cursor)")
    }
  }

  /// Entries after `cursor`, oldest first.
  func changes(user: String, after cursor: Int64, limit: Int64) throws -> [(id: Int64, json: JSON)]
  {
    try connection.rows(
      SQL(
        "read changes",
        """
        SELECT id, entity_type, operation, entity_id, data, created_at FROM changes
        WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?
        """), [.text(user), .integer(cursor), .integer(limit)]
    ) { row in
      let id = try row.integer(0)
      let operation = try row.text(2)
      let time = Timestamp(milliseconds: try row.integer(5)).rfc3339
      let json = JSONObject([
        "id": .integer(id), "entity_type": .text(try row.text(1)), "operation": .text(operation),
        "entity_id": .text(try row.text(3)), "user_id": .text(user),
        "data": row.isNull(4) ? nil : .encoded(try row.text(4)),
        "deleted_at": operation == Operation.delete.rawValue ? .text(time) : nil,
        "created_at": .text(time),
      ])
      return (id, .object(json))
    }
  }

  private func log(
    _ operation: Operation, of resource: Resource, id: String, user: String, data: SQLValue,
    at time: Timestamp
  ) throws {
    try connection.run(
      SQL(
        "log change",
        """
        INSERT INTO changes (user_id, entity_type, operation, entity_id, data, created_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """),
      [
        .text(user), .text(resource.entityType), .text(operation.rawValue), .text(id), data,
        .integer(time.milliseconds),
      ])
  }
}
