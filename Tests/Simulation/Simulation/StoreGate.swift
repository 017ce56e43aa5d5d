import SQLiteAccess
import Sync

/// What stands between the process of a simulated device and its disk.
///
/// Unchecked: only the simulation's thread touches it.
final class StoreGate: @unchecked Sendable {
  /// What happens to the statement that is met.
  enum Failure {
    /// It fails, once: the disk is full.
    case full
    /// The process ends before it: nothing more reaches the disk.
    case crash
  }

  /// Whether the process has ended.
  private(set) var isClosed = false
  /// Whether a statement has failed, or ended the process, since somebody asked last.
  private(set) var hasFailed = false
  private var failure: (after: Int, what: Failure)?

  /// Lets something happen at the statement after so many others.
  func arm(_ what: Failure, after statements: Int) {
    failure = (statements, what)
  }

  /// Lets nothing happen any more.
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
