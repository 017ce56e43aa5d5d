internal import Foundation

/// The one lock of this module. `NSLock` is understood by the thread sanitizer, also where threads
/// have to wait for each other.
final class ServerLock<State>: @unchecked Sendable {
  private let lock = NSLock()
  private var state: State

  init(_ state: sending State) {
    self.state = state
  }

  func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
