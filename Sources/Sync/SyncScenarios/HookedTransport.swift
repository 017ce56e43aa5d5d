import Basics
import Sync

/// A transport that lets a scenario act at the time of a request, before forwarding it.
///
/// It makes races deterministic: an edit "during the pull" happens exactly when the pull's request
/// is sent. Each hook runs once; several for one route run in the order in which they were added.
final class HookedTransport: HTTPTransport {
  typealias Hook = @Sendable (HTTPRequest) async throws -> Void

  private let inner: any HTTPTransport
  private let hooks = Locked<[String: [Hook]]>([:])

  init(_ inner: any HTTPTransport) {
    self.inner = inner
  }

  /// Calls `hook` before the next request to a route such as `GET /changes`; the request fails with
  /// any error that it throws.
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
