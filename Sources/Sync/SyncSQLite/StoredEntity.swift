internal import SQLiteAccess
internal import Sync

/// An entity with its own table and a shadow table.
///
/// The four kinds differ only in their columns; `LocalStore+Entities.swift` contains the common
/// operations.
protocol StoredEntity: SyncedEntity {
  static var statements: EntityStatements { get }

  /// Reads the columns in the order of `statements.columns`.
  init(_ row: borrowing Row) throws
  /// The values for these columns.
  func storedValues() throws -> [SQLValue]
}

/// The SQL of one kind of entity, composed once.
struct EntityStatements: Sendable {
  let kind: EntityKind
  let table: String
  let columns: [String]
  let find: SQL
  let fetchAll: SQL
  let upsert: SQL
  let delete: SQL
  let deleteAll: SQL
  let setStatus: SQL
  let findBase: SQL
  let upsertBase: SQL
  let deleteBase: SQL
  let findShadow: SQL
  let upsertShadow: SQL
  let deleteShadow: SQL
  /// Deletes some rows of the shadow table; its parameter is their maximum number.
  let trimShadow: SQL
  /// Returns 1 if the table or its shadow has a row, otherwise 0.
  let hasRowsToSwap: SQL

  /// `columns` begin with `id` and `sync_status`.
  init(_ kind: EntityKind, table: String, columns: [String]) {
    self.kind = kind
    self.table = table
    self.columns = columns
    let list = columns.joined(separator: ", ")
    let noun = table.split(separator: "_").joined(separator: " ")
    func upsert(into table: String) -> String {
      let marks = columns.map { _ in "?" }.joined(separator: ", ")
      let changes = columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
      return "INSERT INTO \(table) (\(list)) VALUES (\(marks)) ON CONFLICT (id) DO UPDATE SET "
        + changes
    }
    find = SQL("find in \(noun)", "SELECT \(list) FROM \(table) WHERE id = ?")
    fetchAll = SQL("fetch \(noun)", "SELECT \(list) FROM \(table) ORDER BY id")
    self.upsert = SQL("upsert into \(noun)", upsert(into: table))
    delete = SQL("delete from \(noun)", "DELETE FROM \(table) WHERE id = ?")
    deleteAll = SQL("delete all \(noun)", "DELETE FROM \(table)")
    setStatus = SQL("mark \(noun)", "UPDATE \(table) SET sync_status = ? WHERE id = ?")
    findBase = SQL("find in base \(noun)", "SELECT \(list) FROM base_\(table) WHERE id = ?")
    upsertBase = SQL("upsert into base \(noun)", upsert(into: "base_\(table)"))
    deleteBase = SQL("delete from base \(noun)", "DELETE FROM base_\(table) WHERE id = ?")
    findShadow = SQL("find in shadow \(noun)", "SELECT \(list) FROM shadow_\(table) WHERE id = ?")
    upsertShadow = SQL("upsert into shadow \(noun)", upsert(into: "shadow_\(table)"))
    deleteShadow = SQL("delete from shadow \(noun)", "DELETE FROM shadow_\(table) WHERE id = ?")
    trimShadow = SQL(
      "trim shadow \(noun)",
      "DELETE FROM shadow_\(table) WHERE id IN (SELECT id FROM shadow_\(table) LIMIT ?)")
    hasRowsToSwap = SQL(
      "look for \(noun) to swap",
      "SELECT EXISTS (SELECT 1 FROM \(table)) OR EXISTS (SELECT 1 FROM shadow_\(table))")
  }
}

// MARK: - Values of the entities

extension SQLValue {
  init(_ timestamp: Timestamp) { self = .integer(timestamp.milliseconds) }

  init(_ timestamp: Timestamp?) { self = timestamp.map { SQLValue($0) } ?? .null }

  /// A value as JSON text.
  init(json value: some Encodable) throws {
    self = .text(String(decoding: try WireCoding.encode(value), as: UTF8.self))
  }
}

extension Row {
  borrowing func timestamp(_ column: Int) throws -> Timestamp {
    Timestamp(milliseconds: try integer(column))
  }

  borrowing func optionalTimestamp(_ column: Int) throws -> Timestamp? {
    try optionalInteger(column).map { Timestamp(milliseconds: $0) }
  }

  /// A name of an open enumeration.
  borrowing func named<Name: OpenEnum>(_ column: Int) throws -> Name {
    Name(rawValue: try text(column))
  }

  /// A value stored as JSON text.
  borrowing func json<Value: Decodable>(_ type: Value.Type, _ column: Int) throws -> Value {
    try WireCoding.decode(type, from: bytes(column))
  }
}
