import JSON
internal import SQLiteAccess
internal import Sync

/// The server's rows. Its owner must hold the server's lock.
final class BackendStore {
  let database: Database

  init(_ location: Database.Location, durability: Database.Durability) throws {
    database = try Database.open(location, durability: durability)
    try database.migrate(BackendSchema.migrations)
  }
}

// MARK: - Rows of any kind

extension BackendStore {
  func find(_ resource: Resource, id: String, user: String) throws -> Record? {
    try database.first(resource.statements.find, [.text(user), .text(id)]) { row in
      try record(row, of: resource)
    }
  }

  func exists(_ resource: Resource, id: String, user: String) throws -> Bool {
    try database.first(resource.statements.exists, [.text(user), .text(id)]) { _ in true } ?? false
  }

  func count(_ resource: Resource, user: String) throws -> Int64 {
    try database.integer(resource.statements.count, [.text(user)]) ?? 0
  }

  func list(
    _ resource: Resource, user: String, limit: Int64 = -1, offset: Int64 = 0
  ) throws -> [Record] {
    try database.rows(
      resource.statements.list, [.text(user), .integer(limit), .integer(offset)]
    ) { try record($0, of: resource) }
  }

  /// Rows ordered by id, those after an id.
  func list(_ resource: Resource, user: String, after id: String, limit: Int64) throws -> [Record] {
    try database.rows(
      resource.statements.listAfter, [.text(user), .text(id), .integer(limit)]
    ) { try record($0, of: resource) }
  }

  func list(_ resource: Resource, ofType type: String, user: String) throws -> [Record] {
    try database.rows(resource.statements.listOfType, [.text(user), .text(type)]) { row in
      try record(row, of: resource)
    }
  }

  /// Whether a row with this identifier existed and was deleted.
  func wasDeleted(id: String, user: String) throws -> Bool {
    try database.first(
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
    try refusingDuplicates(record, of: resource, user: user) {
      try database.run(
        resource.statements.insert, [.text(user), .text(record.id)] + record.values + times)
    }
    return try log(.create, record, of: resource, user: user)
  }

  /// Changes a row and adds an entry to the change log; returns the entity in its wire format.
  ///
  /// - Throws: a `duplicate` problem if the row conflicts with another one.
  func update(_ record: Record, of resource: Resource, user: String) throws -> JSON {
    try refusingDuplicates(record, of: resource, user: user) {
      try database.run(
        resource.statements.update,
        record.values + [.integer(record.updatedAt.milliseconds), .text(user), .text(record.id)])
    }
    return try log(.update, record, of: resource, user: user)
  }

  /// Deletes a row and adds an entry to the change log.
  func delete(_ resource: Resource, id: String, user: String, at now: Timestamp) throws {
    try database.run(resource.statements.delete, [.text(user), .text(id)])
    try logDeletion(of: resource, id: id, user: user, at: now)
  }

  private func record(_ row: borrowing Row, of resource: Resource) throws -> Record {
    let count = resource.fields.count
    var values: [SQLValue] = []
    values.reserveCapacity(count)
    for index in 0..<count { values.append(row.value(index + 1)) }
    return Record(
      id: try row.text(0), values: values,
      createdAt: Timestamp(milliseconds: try row.integer(count + 1)),
      updatedAt: Timestamp(milliseconds: try row.integer(count + 2)))
  }

  private func refusingDuplicates(
    _ record: Record, of resource: Resource, user: String, _ write: () throws -> Void
  ) throws {
    do {
      try write()
    } catch let error as DatabaseError where error.isUniqueViolation {
      for (rule, statement) in zip(resource.uniqueness, resource.statements.collisions) {
        let existing = try database.first(
          statement, record.values + [.text(user), .text(record.id)]
        ) { try $0.text(0) }
        guard let existing else { continue }
        var problem = Problem(.duplicate, "there is \(rule.description)")
        problem.existingID = existing
        throw problem
      }
      throw error
    }
  }
}
