import Basics
import Sync

/// A transport in front of another that lets a scenario act at the moment of a request.
final class HookedTransport: HTTPTransport {
  typealias Hook = @Sendable (HTTPRequest) async throws -> Void

  private let inner: any HTTPTransport
  private let hooks = Locked<[String: [Hook]]>([:])

  init(_ inner: any HTTPTransport) {
    self.inner = inner
  }

  /// Does something before the next request to a route, `GET /changes`; what it throws is the
  /// outcome of that request.
  func before(_ route: String, _ hook: @escaping Hook) {
    hooks.withLock { $0[route, default: []].append(hook) }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let route = "\(request.method) \(request.route)"
    let hook = hooks.withLock { hooks -> Hook? in
      guard var queue = hooks[route], !queue.isEmpty else { return nil }
      defer { hooks[route] = queue }
      return queue.removeFirst()
    }
    try await hook?(request)
    return try await inner.send(request)
  }
}
