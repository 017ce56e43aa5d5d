private import CSQLite

/// The number of open, nested transactions.
final class TransactionNesting {
  var depth = 0
}

extension Database {
  /// The kinds of transaction.
  package enum TransactionKind: Sendable {
    /// Reads and writes. It takes the write lock at once, so that it cannot fail halfway for lack
    /// of it.
    case write
    /// Reads from one unchanging snapshot of the database.
    case read
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { nesting.depth > 0 }

  /// Runs `body` in a transaction, which is committed if it returns and rolled back if it throws.
  ///
  /// Inside another transaction this is a savepoint: an error rolls back only the inner part, and
  /// the outer transaction decides whether the rest is committed.
  @discardableResult
  package borrowing func transaction<Result>(
    _ kind: TransactionKind = .write, _ body: () throws -> Result
  ) throws -> Result {
    try begin(kind)
    let result: Result
    do {
      result = try body()
    } catch {
      rollback()
      throw error
    }
    try commit()
    return result
  }

  /// Begins a transaction or, inside one, a savepoint. Every `begin` needs a `commit` or
  /// `rollback`.
  package borrowing func begin(_ kind: TransactionKind = .write) throws(DatabaseError) {
    if nesting.depth > 0 {
      try run(SQL("set savepoint", "SAVEPOINT level\(nesting.depth)"))
    } else if kind == .write {
      try run(SQL("begin transaction", "BEGIN IMMEDIATE"))
    } else {
      try run(SQL("begin reading", "BEGIN DEFERRED"))
    }
    nesting.depth += 1
  }

  /// Commits the innermost transaction; rolls it back if that fails. Has no effect outside of one.
  package borrowing func commit() throws(DatabaseError) {
    guard nesting.depth > 0 else { return }
    do {
      if nesting.depth > 1 {
        try run(SQL("release savepoint", "RELEASE level\(nesting.depth - 1)"))
      } else {
        try run(SQL("commit transaction", "COMMIT"))
      }
      nesting.depth -= 1
    } catch {
      rollback()
      throw error
    }
  }

  /// Rolls back the innermost transaction. Has no effect outside of one.
  ///
  /// It cannot fail: SQLite refuses only if it has already rolled back the transaction by itself,
  /// for example because the disk is full.
  package borrowing func rollback() {
    guard nesting.depth > 0 else { return }
    nesting.depth -= 1
    if unsafe sqlite3_get_autocommit(connection) != 0 { return }
    if nesting.depth > 0 {
      let level = "level\(nesting.depth)"
      _ = try? runUnasked(SQL("undo savepoint", "ROLLBACK TO \(level)"))
      _ = try? runUnasked(SQL("release savepoint", "RELEASE \(level)"))
    } else {
      _ = try? runUnasked(SQL("undo transaction", "ROLLBACK"))
    }
  }
}
