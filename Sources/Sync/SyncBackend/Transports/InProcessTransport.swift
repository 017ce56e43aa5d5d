import Basics
package import Sync

/// Passes requests to a `BackendService` in the same process, over a network that is simulated with
/// the clock: latency, a missing connection, and the faults of the service.
package final class InProcessTransport: HTTPTransport {
  private struct Network: Sendable {
    var isConnected = true
    var latency: Duration
  }

  private let ruleBook: BackendService
  private let clock: any SyncClock
  private let timeout: Duration
  private let network: Locked<Network>

  /// Creates a network for `ruleBook`.
  ///
  /// `latency` is the time from a request to its answer; if it is zero, the clock never sleeps. A
  /// request whose answer takes `timeout` or longer fails at that time, although the server has
  /// processed it.
  package init(
    to ruleBook: BackendService, clock: any SyncClock, latency: Duration = .zero,
    timeout: Duration = .seconds(15)
  ) {
    self.ruleBook = ruleBook
    self.clock = clock
    self.timeout = timeout
    network = Locked(Network(latency: latency))
  }

  /// Whether there is a connection; without one, every request fails before it is sent.
  package var isConnected: Bool {
    get { network.withLock { $0.isConnected } }
    set { network.withLock { $0.isConnected = newValue } }
  }

  /// The time from a request to its answer.
  package var latency: Duration {
    get { network.withLock { $0.latency } }
    set { network.withLock { $0.latency = newValue } }
  }

  /// Sends one request.
  ///
  /// - Throws: `APIError.noConnection`, `.network` or `.cancelled`.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if Task.isCancelled { throw APIError.cancelled }
    let network = network.withLock { $0 }
    guard network.isConnected else { throw APIError.noConnection }
    let answer = ruleBook.answer(request)
    let wait = network.latency + answer.delay
    try await sleep(for: min(wait, timeout))
    if wait >= timeout { throw APIError.network("the request timed out") }
    switch answer.delivery {
    case .whole: return answer.response
    case .dropped: throw APIError.network("the connection was lost")
    case .truncated(let bytes):
      var response = answer.response
      response.body = Array(response.body.prefix(bytes))
      return response
    }
  }

  private func sleep(for duration: Duration) async throws {
    guard duration > .zero else { return }
    do {
      try await clock.sleep(for: duration)
    } catch {
      throw APIError.cancelled
    }
  }
}
