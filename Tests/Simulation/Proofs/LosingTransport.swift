import Sync
import Synchronization

/// A transport that loses one answer in five, after the server has processed the request.
final class LosingTransport: HTTPTransport {
  private struct State {
    var random: SeededRandomNumberGenerator
    var requests = 0
    var lost = 0
  }

  private let inner: any HTTPTransport
  private let state: Mutex<State>

  init(_ inner: any HTTPTransport, seed: UInt64) {
    self.inner = inner
    state = Mutex(State(random: SeededRandomNumberGenerator(seed: seed)))
  }

  var requests: Int { state.withLock { $0.requests } }
  var lost: Int { state.withLock { $0.lost } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let answer = try await inner.send(request)
    let isLost = state.withLock { state in
      state.requests += 1
      let isLost = state.random.below(5) == 0
      if isLost { state.lost += 1 }
      return isLost
    }
    if isLost { throw APIError.network("the connection was lost") }
    return answer
  }
}
