import Foundation
import HostileServer
import Sync
import SyncBackend
import Synchronization

/// The reference server on a socket of 127.0.0.1, with a behavior in front of it.
final class StormServer: Sendable {
  private struct State {
    var behavior: StormBehavior?
    /// The number of requests that the behavior affected.
    var met = 0
    var requests = 0
    var isStopped = false
  }

  let ruleBook: BackendService
  private let state = Mutex(State())
  private let socket = Mutex<RawServer?>(nil)

  init(clock: any SyncClock) throws {
    var configuration = BackendService.Configuration()
    configuration.rateLimit = .max
    configuration.isDurable = false
    ruleBook = try BackendService(clock: clock, configuration: configuration)
    let server = try RawServer { [weak self] connection in self?.handle(connection) }
    socket.withLock { $0 = server }
  }

  var port: UInt16 { socket.withLock { $0?.port ?? 0 } }

  /// The number of received requests.
  var requestCount: Int { state.withLock { $0.requests } }

  /// The number of requests that the behavior affected.
  var metCount: Int { state.withLock { $0.met } }

  /// Starts a behavior, or ends the current one.
  func set(_ behavior: StormBehavior?) {
    state.withLock { ($0.behavior, $0.met) = (behavior, 0) }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    socket.withLock { $0?.stop() }
  }

  private func handle(_ connection: RawServer.Connection) {
    let request = connection.parsed
    let reaction = state.withLock { state -> StormBehavior.Reaction in
      state.requests += 1
      guard let behavior = state.behavior, behavior.target.contains(request) else { return .serve }
      state.met += 1
      return behavior.react(request, state.met)
    }
    switch reaction {
    case .serve: write(ruleBook.respond(to: request), to: connection)
    case .serveLate(let seconds):
      Thread.sleep(forTimeInterval: seconds)
      write(ruleBook.respond(to: request), to: connection)
    case .answer(let response, let afterWork):
      if afterWork { _ = ruleBook.respond(to: request) }
      write(response, to: connection)
    case .change(let change): write(change(ruleBook.respond(to: request)), to: connection)
    case .bytes(let bytes): connection.write(bytes)
    case .trickle(let bytes, let interval):
      for byte in bytes {
        guard !isStopped, connection.write([byte]) else { return }
        Thread.sleep(forTimeInterval: interval)
      }
    case .close(let resets, let afterWork):
      if afterWork { _ = ruleBook.respond(to: request) }
      if resets { connection.reset() }
    case .silence:
      // At most as long as any client waits, and not longer than the server exists.
      for _ in 0..<60 where !isStopped { Thread.sleep(forTimeInterval: 0.05) }
    }
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func write(_ response: HTTPResponse, to connection: RawServer.Connection) {
    var head = "HTTP/1.1 \(response.status) Status\r\n"
    for field in response.headers { head += "\(field.name): \(field.value)\r\n" }
    if response.status != 204 && response.status != 304 {
      head += "Content-Length: \(response.body.count)\r\n"
    }
    connection.write(Array((head + "Connection: close\r\n\r\n").utf8) + response.body)
  }
}
