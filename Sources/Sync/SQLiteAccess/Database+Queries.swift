private import CSQLite

extension Database {
  /// Runs one or several statements without parameters and result rows.
  package borrowing func execute(_ sql: SQL) throws(DatabaseError) {
    let code = unsafe sqlite3_exec(connection, sql.text, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw unsafe DatabaseError.last(of: connection, code: code, statement: sql.name)
    }
  }

  /// Runs a statement that changes rows.
  ///
  /// - Returns: the number of rows inserted, updated or deleted, excluding those of cascades.
  @discardableResult
  package borrowing func run(
    _ sql: SQL, _ values: [SQLValue] = []
  ) throws(DatabaseError) -> Int {
    try checkTransaction(for: sql)
    try gate?(sql)
    return try runUnasked(sql, values)
  }

  /// Runs a statement without calling the gate, because the statements that undo a transaction must
  /// not be refused.
  @discardableResult
  borrowing func runUnasked(_ sql: SQL, _ values: [SQLValue] = []) throws(DatabaseError) -> Int {
    let holder = try unsafe cache.take(sql, preparedOn: connection)
    defer { cache.putBack(holder) }
    try holder.statement.bind(values)
    while try holder.statement.step() {}
    return Int(unsafe sqlite3_changes64(connection))
  }

  /// The rows of a query, each converted by `make`.
  package borrowing func rows<Element>(
    _ sql: SQL, _ values: [SQLValue] = [], make: (borrowing Row) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    try forEachRow(sql, values) { elements.append(try make($0)) }
    return elements
  }

  /// The first row of a query, converted by `make`; `nil` if the query has no rows.
  package borrowing func first<Element>(
    _ sql: SQL, _ values: [SQLValue] = [], make: (borrowing Row) throws -> Element
  ) throws -> Element? {
    try gate?(sql)
    let holder = try unsafe cache.take(sql, preparedOn: connection)
    defer { cache.putBack(holder) }
    try holder.statement.bind(values)
    guard try holder.statement.step() else { return nil }
    return try make(holder.statement.row())
  }

  /// Calls `body` with every row of a query.
  package borrowing func forEachRow(
    _ sql: SQL, _ values: [SQLValue] = [], body: (borrowing Row) throws -> Void
  ) throws {
    try gate?(sql)
    let holder = try unsafe cache.take(sql, preparedOn: connection)
    defer { cache.putBack(holder) }
    try holder.statement.bind(values)
    while try holder.statement.step() {
      try body(holder.statement.row())
    }
  }

  /// The whole number that a query returns; `nil` for NULL or without a row.
  package borrowing func integer(_ sql: SQL, _ values: [SQLValue] = []) throws -> Int64? {
    try first(sql, values) { try $0.optionalInteger(0) } ?? nil
  }

  /// Throws if SQLite has rolled back the transaction by itself, as it does after some failures
  /// such as a full disk. Later statements of the transaction would otherwise be committed on their
  /// own.
  private borrowing func checkTransaction(for sql: SQL) throws(DatabaseError) {
    guard isInTransaction, unsafe sqlite3_get_autocommit(connection) != 0 else { return }
    throw .refused(
      code: SQLITE_ABORT, message: "the transaction was undone by an earlier failure",
      statement: sql.name)
  }
}
