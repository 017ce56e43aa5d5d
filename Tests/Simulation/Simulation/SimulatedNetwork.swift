import Sync

/// The network between all devices and the server. Requests and answers stay in transit until the
/// simulation delivers or loses them.
///
/// Unchecked `Sendable`: only the simulation's thread uses it.
final class SimulatedNetwork: @unchecked Sendable {
  /// A request and, once the server has processed it, its answer.
  struct Exchange {
    let number: Int
    let device: Int
    let process: Int
    let request: HTTPRequest
    let sent: Timestamp
    /// The answer in transit; `nil` while the request is in transit.
    var answer: HTTPResponse?
    /// Whether the answer is the complete answer of the server.
    var isOwn = true
    /// The client that waits for the answer; `nil` if it has given up or its process has ended.
    var client: CheckedContinuation<HTTPResponse, any Error>?
  }

  /// The time that a client waits, in milliseconds.
  static let timeout: Int64 = 15_000
  /// The time that a request without a waiting client can stay in transit, in milliseconds.
  static let lifetime: Int64 = 120_000
  /// The error of a request whose process has ended.
  static let ended = APIError.network("the process has ended")

  let clock: VirtualSyncClock
  private(set) var exchanges: [Exchange] = []
  private(set) var requestCount = 0
  /// Devices without a connection.
  var cut: Set<Int> = []
  /// The longest page that the network delivers, in bytes.
  var longestPage = Int.max
  /// A violation of the rules by a device.
  var violation: String?
  /// Checks a device's request before it is in transit; returns the objection, if there is one.
  var inspect: ((HTTPRequest, Int) -> String?)?
  /// Follows a device's requests: one is sent, or would be if there were a connection. Returns the
  /// objection, if there is one.
  var willSend: ((HTTPRequest, Int) -> String?)?
  /// Follows a device's requests: the client gets an answer or none.
  var willEnd: ((HTTPRequest, Int, Exchange?) -> Void)?

  init(clock: VirtualSyncClock) {
    self.clock = clock
  }

  func send(
    _ request: HTTPRequest, from device: Int, process: Int, isAlive: () -> Bool
  ) async throws -> HTTPResponse {
    if Task.isCancelled { throw APIError.cancelled }
    guard isAlive() else { throw SimulatedNetwork.ended }
    if let objection = willSend?(request, device) {
      violation = "device \(device) sends \(request.method) \(request.route) \(objection)"
    }
    if cut.contains(device) {
      willEnd?(request, device, nil)
      throw APIError.noConnection
    }
    if exchanges.contains(where: { $0.process == process && $0.client != nil }) {
      violation = "device \(device) has two requests in transit"
    }
    if let objection = inspect?(request, device) { violation = objection }
    requestCount += 1
    let number = requestCount
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { client in
        exchanges.append(
          Exchange(
            number: number, device: device, process: process, request: request, sent: clock.now,
            client: client))
      }
    } onCancel: {
      giveUp(number, .cancelled)
    }
  }

  /// The indices of the matching exchanges.
  func places(_ isWanted: (Exchange) -> Bool) -> [Int] {
    exchanges.indices.filter { isWanted(exchanges[$0]) }
  }

  /// Whether an answer is a page that is too long for the network.
  func isTooLong(_ answer: HTTPResponse, to request: HTTPRequest) -> Bool {
    request.method == "GET" && ["/changes", "/events"].contains(request.route)
      && answer.body.count > longestPage
  }

  /// Puts the server's answer in transit.
  func setAnswer(_ answer: HTTPResponse, isOwn: Bool, at place: Int) {
    if exchanges[place].client == nil {
      exchanges.remove(at: place)
    } else {
      exchanges[place].answer = answer
      exchanges[place].isOwn = isOwn
    }
  }

  /// Delivers an answer.
  func deliverAnswer(at place: Int) {
    let exchange = exchanges.remove(at: place)
    guard let answer = exchange.answer, let client = exchange.client else { return }
    willEnd?(exchange.request, exchange.device, exchange)
    client.resume(returning: answer)
  }

  /// Makes the client fail; its request, if it is still in transit, may arrive nevertheless.
  func fail(at place: Int, _ error: APIError) {
    let exchange = exchanges[place]
    exchanges[place].client = nil
    if exchange.answer != nil { exchanges.remove(at: place) }
    end(exchange, error)
  }

  /// Removes an exchange and makes its client fail.
  func drop(at place: Int, _ error: APIError) {
    end(exchanges.remove(at: place), error)
  }

  private func end(_ exchange: Exchange, _ error: APIError) {
    guard let client = exchange.client else { return }
    if error != .cancelled && error != SimulatedNetwork.ended {
      willEnd?(exchange.request, exchange.device, nil)
    }
    client.resume(throwing: error)
  }

  /// Makes all clients fail that have waited too long, and eventually drops requests without a
  /// waiting client.
  func expire() {
    let now = clock.now
    while let place = exchanges.firstIndex(where: {
      $0.client != nil && now.milliseconds - $0.sent.milliseconds >= SimulatedNetwork.timeout
    }) {
      fail(at: place, .network("the request timed out"))
    }
    exchanges.removeAll {
      $0.client == nil && now.milliseconds - $0.sent.milliseconds >= SimulatedNetwork.lifetime
    }
  }

  /// Makes all requests of an ended process fail; those in transit may arrive nevertheless.
  func end(process: Int) {
    while let place = exchanges.firstIndex(where: { $0.process == process && $0.client != nil }) {
      fail(at: place, SimulatedNetwork.ended)
    }
  }

  private func giveUp(_ number: Int, _ error: APIError) {
    guard let place = exchanges.firstIndex(where: { $0.number == number }) else { return }
    fail(at: place, error)
  }
}

/// The network from the perspective of one process of a device.
struct SimulatedTransport: HTTPTransport {
  let network: SimulatedNetwork
  let device: Int
  let process: Int
  let gate: StoreGate

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await network.send(request, from: device, process: process) { !gate.isClosed }
  }
}
