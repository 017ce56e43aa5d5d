internal import Foundation

/// A value that a lock protects, so that any thread may read or change it.
///
/// `NSLock` exists on every platform that apps run on, and the thread sanitizer understands it.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var guarded: Value

  package init(_ value: sending Value) { guarded = value }

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&guarded)
  }

  /// A copy of the value.
  package var value: Value {
    get { withLock { $0 } }
    set { withLock { $0 = newValue } }
  }
}
