private import CSQLite

/// How many transactions are open, one inside the other.
final class TransactionNesting {
  var depth = 0
}

extension Database {
  /// What a transaction may do.
  package enum TransactionKind: Sendable {
    /// Reads and writes: takes the write lock at once, so that it cannot fail half-way for want of
    /// it.
    case write
    /// Reads one unchanging state of the database.
    case read
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { nesting.depth > 0 }

  /// Runs `body` in a transaction: committed when it returns, undone when it throws.
  ///
  /// Inside another transaction it is a savepoint: an error undoes the inner part only, and the
  /// outer one decides whether the rest is kept.
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

  /// Opens a transaction or, inside one, a savepoint. Every `begin` needs its `commit` or
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

  /// Commits the innermost transaction; undoes it when that fails. Without one it does nothing.
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

  /// Undoes the innermost transaction. Without one it does nothing.
  ///
  /// It cannot fail: SQLite refuses only when it has undone the transaction itself already, as it
  /// does when the disk is full.
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
