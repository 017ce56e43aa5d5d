import JSON
internal import SQLiteAccess
internal import Sync

/// The server's rows, in a transaction of a storage.
struct BackendStore {
  let connection: any StorageConnection
}

// MARK: - Rows of any kind

extension BackendStore {
  func find(_ resource: Resource, id: String, user: String) throws -> Record? {
    try connection.first(resource.statements.find, [.text(user), .text(id)]) { row in
      try record(row, of: resource)
    }
  }

  func exists(_ resource: Resource, id: String, user: String) throws -> Bool {
    try connection.first(resource.statements.exists, [.text(user), .text(id)]) { _ in true }
      ?? false
  }

  func count(_ resource: Resource, user: String) throws -> Int64 {
    try connection.first(resource.statements.count, [.text(user)]) { try $0.integer(0) } ?? 0
  }

  func list(
    _ resource: Resource, user: String, limit: Int64 = .max, offset: Int64 = 0
  ) throws -> [Record] {
    try connection.rows(
      resource.statements.list, [.text(user), .integer(limit), .integer(offset)]
    ) { try record($0, of: resource) }
  }

  /// Rows ordered by id, those after an id.
  func list(_ resource: Resource, user: String, after id: String, limit: Int64) throws -> [Record] {
    try connection.rows(
      resource.statements.listAfter, [.text(user), .text(id), .integer(limit)]
    ) { try record($0, of: resource) }
  }

  func list(_ resource: Resource, ofType type: String, user: String) throws -> [Record] {
    try connection.rows(resource.statements.listOfType, [.text(user), .text(type)]) { row in
      try record(row, of: resource)
    }
  }

  /// Whether a row with this identifier existed and was deleted.
  func wasDeleted(id: String, user: String) throws -> Bool {
    try connection.first(
      SQL(
        "look for a deletion",
        """
        SELECT 1 FROM changes WHERE user_id = ? AND entity_id = ? AND operation = 'delete' LIMIT 1
        """), [.text(user), .text(id)]
    ) { _ in true } ?? false
  }

  /// Adds a row and its entry in the change log; returns the entity in its wire format.
  ///
  /// - Throws: a `duplicate` problem if the row conflicts with another one.
  func insert(_ record: Record, into resource: Resource, user: String) throws -> JSON {
    let times = [
      SQLValue.integer(record.createdAt.milliseconds),
      .integer(record.updatedAt.milliseconds),
    ]
    let count = try connection.run(
      resource.statements.insert, [.text(user), .text(record.id)] + record.values + times)
    if count == 0 { throw try duplicate(of: record, in: resource, user: user) }
    return try log(.create, record, of: resource, user: user)
  }

  /// Changes a row and adds an entry to the change log; returns the entity in its wire format.
  ///
  /// - Throws: a `duplicate` problem if the row conflicts with another one.
  func update(_ record: Record, of resource: Resource, user: String) throws -> JSON {
    do {
      // PostgreSQL accepts no more statements after an error outside of a savepoint.
      try connection.savepoint {
        try connection.run(
          resource.statements.update,
          record.values + [.integer(record.updatedAt.milliseconds), .text(user), .text(record.id)])
      }
    } catch let error as any StorageError where error.isUniqueViolation {
      throw try duplicate(of: record, in: resource, user: user)
    }
    return try log(.update, record, of: resource, user: user)
  }

  /// Deletes a row and adds an entry to the change log.
  func delete(_ resource: Resource, id: String, user: String, at now: Timestamp) throws {
    try connection.run(resource.statements.delete, [.text(user), .text(id)])
    try logDeletion(of: resource, id: id, user: user, at: now)
  }

  private func record(_ row: StorageRow, of resource: Resource) throws -> Record {
    let count = resource.fields.count
    return Record(
      id: try row.text(0), values: Array(row.values[1...count]),
      createdAt: Timestamp(milliseconds: try row.integer(count + 1)),
      updatedAt: Timestamp(milliseconds: try row.integer(count + 2)))
  }

  /// The refusal of a row that a uniqueness rule forbids.
  private func duplicate(
    of record: Record, in resource: Resource, user: String
  ) throws -> Problem {
    for (rule, statement) in zip(resource.uniqueness, resource.statements.collisions) {
      let existing = try connection.first(
        statement, record.values + [.text(user), .text(record.id)]
      ) { try $0.text(0) }
      guard let existing else { continue }
      var problem = Problem(.duplicate, "there is \(rule.description)")
      problem.existingID = existing
      return problem
    }
    return Problem(.internal, "the \(resource.noun) '\(record.id)' violates an unknown rule")
  }
}
