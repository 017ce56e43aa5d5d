internal import SQLiteAccess

/// The database of the server. The rules are the same for every storage; a storage provides
/// transactions and the connections that their statements run on.
protocol Storage: Sendable {
  /// Runs `body` in a transaction, which is committed if `body` returns and rolled back if it
  /// throws.
  ///
  /// - Throws: the error of `body`, or a `StorageError`. If its `isTemporary` is true, a commit may
  ///   have succeeded nevertheless: the client repeats the request under its idempotency key.
  func transaction<Result>(
    _ kind: StorageTransaction, _ body: (BackendStore) throws -> Result
  ) throws -> Result
}

/// The kinds of transaction.
enum StorageTransaction: Hashable, Sendable {
  /// Reads from one unchanging snapshot.
  case read
  /// Reads and writes the rows of this user. No other transaction writes them until it ends, so
  /// that nothing changes between a check and its consequence, and the user's change numbers become
  /// visible in their order.
  case write(user: String)
  /// Reads and writes the change logs of all users, while no other transaction writes to them.
  case exclusive
}

/// A connection to a database, used by one transaction at a time.
protocol StorageConnection {
  /// Runs a statement that changes rows; returns their number.
  @discardableResult
  func run(_ sql: SQL, _ values: [SQLValue]) throws -> Int

  /// The rows of a query, each converted by `make`.
  func rows<Element>(
    _ sql: SQL, _ values: [SQLValue], make: (StorageRow) throws -> Element
  ) throws -> [Element]

  /// Runs `body` so that an error undoes only its own statements, and not the transaction.
  func savepoint(_ body: () throws -> Void) throws
}

extension StorageConnection {
  /// The first row of a query, converted by `make`; `nil` if the query has no rows.
  func first<Element>(
    _ sql: SQL, _ values: [SQLValue] = [], make: (StorageRow) throws -> Element
  ) throws -> Element? {
    try rows(sql, values, make: make).first
  }
}

/// An error of a storage.
protocol StorageError: Error, CustomStringConvertible {
  /// Whether a UNIQUE or PRIMARY KEY constraint was violated.
  var isUniqueViolation: Bool { get }
  /// Whether another attempt may succeed: a lock was held for too long, or the connection was lost.
  var isTemporary: Bool { get }
}

/// A row of a query.
struct StorageRow {
  let values: [SQLValue]
  /// The name of the statement.
  let statement: String

  /// A whole number.
  func integer(_ column: Int) throws(DatabaseError) -> Int64 {
    guard case .integer(let number) = values[column] else { throw mismatch(column) }
    return number
  }

  /// A text.
  func text(_ column: Int) throws(DatabaseError) -> String {
    guard case .text(let text) = values[column] else { throw mismatch(column) }
    return text
  }

  /// The bytes of a BLOB.
  func bytes(_ column: Int) throws(DatabaseError) -> [UInt8] {
    guard case .blob(let bytes) = values[column] else { throw mismatch(column) }
    return bytes
  }

  /// Whether the column is NULL.
  func isNull(_ column: Int) -> Bool { values[column] == .null }

  private func mismatch(_ column: Int) -> DatabaseError {
    .unexpectedValue(column: "\(column)", found: "\(values[column])", statement: statement)
  }
}
