internal import Basics
internal import SQLiteAccess

/// A database in a file or in memory, the default: it needs no other program. Its one connection
/// processes transactions one after the other.
final class SQLiteStorage: Storage {
  private let connection: Locked<SQLiteConnection>

  init(_ location: Database.Location, isDurable: Bool) throws {
    let database = try Database.open(location, durability: isDurable ? .full : .normal)
    try database.migrate(BackendSchema.migrations)
    connection = Locked(SQLiteConnection(database: database))
  }

  func transaction<Result>(
    _ kind: StorageTransaction, _ body: (BackendStore) throws -> Result
  ) throws -> Result {
    try connection.withLock { connection in
      try connection.database.transaction(kind == .read ? .read : .write) {
        try body(BackendStore(connection: connection))
      }
    }
  }
}

/// A reference to a database, because an existential cannot hold a noncopyable value.
private final class SQLiteConnection: StorageConnection {
  let database: Database

  init(database: consuming Database) {
    self.database = database
  }

  func run(_ sql: SQL, _ values: [SQLValue]) throws -> Int { try database.run(sql, values) }

  func rows<Element>(
    _ sql: SQL, _ values: [SQLValue], make: (StorageRow) throws -> Element
  ) throws -> [Element] {
    try database.rows(sql, values) { row in
      try make(StorageRow(values: row.values, statement: sql.name))
    }
  }

  func savepoint(_ body: () throws -> Void) throws { try database.transaction(.write, body) }
}

extension DatabaseError: StorageError {
  var isTemporary: Bool { isBusy }
}
