import Sync
import SyncHTTP
import SyncTestSupport

extension Proof {
  /// Clients whose breakers opened at the same time do not return at the same time.
  static let returningHerd = Proof(
    name: "returning-herd",
    claim: "after an outage, the busiest second has at most 3 times the requests of the mean one",
    unit: "clients", size: 1000
  ) { size in
    let seconds = try await TaskThread.run { try Herd(size).secondsOfReturn() }
    let busiest = seconds.max() ?? 0
    let mean = Double(seconds.reduce(0, +)) / Double(max(1, seconds.count))
    let ratio = (Double(busiest) / mean * 100).rounded() / 100
    return Outcome(
      figures: [
        "clients": "\(size)", "seconds": "\(seconds.count)", "busiest second": "\(busiest)",
        "mean second": "\((mean * 10).rounded() / 10)", "ratio": "\(ratio)",
      ],
      objection: ratio > 3 ? "the busiest second has \(ratio) times the mean" : nil)
  }
}

/// Many engines and one server that answers all requests with 429 for ten minutes.
private struct Herd {
  private let clock = VirtualSyncClock(now: Simulation.start)
  private let engines: [SyncEngine]
  private let server: OverloadedServer

  init(_ size: Int) {
    let (clock, server) = (clock, OverloadedServer(clock: clock))
    self.server = server
    engines = (0..<size).map { index in
      SyncEngine(
        networkClient: APIClient(transport: server, clock: clock) { "token" },
        dataStoreFactory: MockDataStoreFactory(),
        configuration: SyncEngineConfiguration(
          clock: clock, random: SyncRandom(seed: UInt64(index) &* 7919 &+ 1)))
    }
  }

  /// The requests in each second from the end of the outage: from the first one served to the last
  /// client's return.
  func secondsOfReturn() throws -> [Int] {
    // An edit waits on each device, so that each engine returns by itself.
    let engines = engines
    for engine in engines {
      try TaskThread.wait {
        try await engine.queueMutation(
          entityKind: .event, operation: .delete, entityId: "e1", payload: [])
        await engine.requestSync()
      }
    }
    try pass(seconds: 600)
    server.isDown = false
    try pass(seconds: 900)
    for engine in engines where try TaskThread.wait({ await engine.state }) != .idle {
      throw SimulationFailure("a client has not come back")
    }
    guard let first = server.requests.first, let last = server.requests.last else { return [] }
    let second = { (time: Timestamp) in Int((time.milliseconds - first.milliseconds) / 1000) }
    var seconds = Array(repeating: 0, count: second(last) + 1)
    for time in server.requests { seconds[second(time)] += 1 }
    return seconds
  }

  private func pass(seconds: Int) throws {
    for _ in 0..<seconds * 10 {
      clock.advance(by: .milliseconds(100))
      TaskThread.drain()
    }
  }
}

/// A server without any data, which answers all requests with 429 while it is down.
///
/// Unchecked `Sendable`: only one thread uses it.
private final class OverloadedServer: HTTPTransport, @unchecked Sendable {
  var isDown = true
  /// The times of the served requests.
  private(set) var requests: [Timestamp] = []
  private let clock: VirtualSyncClock

  init(clock: VirtualSyncClock) {
    self.clock = clock
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if isDown { return HTTPResponse(status: 429) }
    requests.append(clock.now)
    let body =
      switch (request.method, request.route) {
      case ("GET", "/changes"): #"{"changes":[],"next_cursor":0,"has_more":false}"#
      case ("GET", "/changes/latest-cursor"): #"{"cursor":0}"#
      case ("GET", _): "[]"
      default: ""
      }
    return HTTPResponse(status: body.isEmpty ? 204 : 200, body: Array(body.utf8))
  }
}
