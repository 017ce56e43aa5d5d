import SQLiteAccess
import Sync

/// Lets the statements of a simulated device fail, or ends its process before them.
///
/// Unchecked `Sendable`: only the simulation's thread uses it.
final class StoreGate: @unchecked Sendable {
  /// The failure of a statement.
  enum Failure {
    /// It fails once, because the disk is full.
    case full
    /// The process ends before it: nothing more reaches the disk.
    case crash
  }

  /// Whether the process has ended.
  private(set) var isClosed = false
  /// Whether a statement has failed, or ended the process, since the last `takeFailure()`.
  private(set) var hasFailed = false
  private var failure: (after: Int, what: Failure)?

  /// Schedules a failure after this number of statements.
  func arm(_ what: Failure, after statements: Int) {
    failure = (statements, what)
  }

  /// Cancels the scheduled failure.
  func disarm() { failure = nil }

  /// Whether a statement has failed since the last call of this.
  func takeFailure() -> Bool {
    defer { hasFailed = false }
    return hasFailed
  }

  /// Ends the process.
  func close() { isClosed = true }

  func pass(_ sql: SQL) throws(DatabaseError) {
    if isClosed { throw StoreGate.ended(sql) }
    guard let (after, what) = failure else { return }
    if after > 0 {
      failure = (after - 1, what)
      return
    }
    failure = nil
    hasFailed = true
    switch what {
    case .full:
      throw .refused(code: 13, message: "database or disk is full", statement: sql.name)
    case .crash:
      isClosed = true
      throw StoreGate.ended(sql)
    }
  }

  private static func ended(_ sql: SQL) -> DatabaseError {
    .refused(code: 9, message: "the process has ended", statement: sql.name)
  }
}
