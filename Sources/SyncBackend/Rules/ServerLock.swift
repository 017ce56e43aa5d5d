internal import Synchronization

/// The one lock of this module.
final class ServerLock<State>: Sendable {
  private let mutex: Mutex<State>

  init(_ state: sending State) {
    mutex = Mutex(state)
  }

  func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> Result {
    try mutex.withLock(body)
  }
}
