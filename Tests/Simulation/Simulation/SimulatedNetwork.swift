import Sync

/// The wires between all devices and the server: what is sent stays on its way until the
/// simulation delivers, answers or loses it.
///
/// Unchecked: only the simulation's thread touches it.
final class SimulatedNetwork: @unchecked Sendable {
  /// A request and, once the server has it, its answer.
  struct Exchange {
    let number: Int
    let device: Int
    let process: Int
    let request: HTTPRequest
    let sent: Timestamp
    /// The answer on its way back; nothing while the request is on its way.
    var answer: HTTPResponse?
    /// Whether the answer is the server's own, with all its bytes.
    var isOwn = true
    /// Who waits for the answer; nobody where the client has given up or its process ended.
    var client: CheckedContinuation<HTTPResponse, any Error>?
  }

  /// How long a client waits, in milliseconds.
  static let timeout: Int64 = 15_000
  /// How long a request that nobody waits for can stay on its way.
  static let lifetime: Int64 = 120_000
  /// The error of a request whose process has ended.
  static let ended = APIError.network("the process has ended")

  let clock: VirtualSyncClock
  private(set) var exchanges: [Exchange] = []
  private(set) var requestCount = 0
  /// Devices without a connection.
  var cut: Set<Int> = []
  /// The longest page that gets through, in bytes.
  var longestPage = Int.max
  /// What a device did that it must not.
  var violation: String?
  /// Looks at what a device sends, before it is on its way; says what is wrong with it.
  var inspect: ((HTTPRequest, Int) -> String?)?
  /// Follows a device's requests: one goes out, or would if there were a connection. Returns the
  /// objection, if there is one.
  var willSend: ((HTTPRequest, Int) -> String?)?
  /// Follows a device's requests: the client gets an answer, or none.
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
      violation = "device \(device) has two requests on their way"
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

  /// Where the exchanges stand that match.
  func places(_ isWanted: (Exchange) -> Bool) -> [Int] {
    exchanges.indices.filter { isWanted(exchanges[$0]) }
  }

  /// Whether an answer is a page that does not get through.
  func isTooLong(_ answer: HTTPResponse, to request: HTTPRequest) -> Bool {
    request.method == "GET" && ["/changes", "/events"].contains(request.route)
      && answer.body.count > longestPage
  }

  /// Puts the server's answer on its way.
  func setAnswer(_ answer: HTTPResponse, isOwn: Bool, at place: Int) {
    if exchanges[place].client == nil {
      exchanges.remove(at: place)
    } else {
      exchanges[place].answer = answer
      exchanges[place].isOwn = isOwn
    }
  }

  /// Hands an answer over.
  func deliverAnswer(at place: Int) {
    let exchange = exchanges.remove(at: place)
    guard let answer = exchange.answer, let client = exchange.client else { return }
    willEnd?(exchange.request, exchange.device, exchange)
    client.resume(returning: answer)
  }

  /// Lets the client fail; its request, if it is still on its way, may arrive all the same.
  func fail(at place: Int, _ error: APIError) {
    let exchange = exchanges[place]
    exchanges[place].client = nil
    if exchange.answer != nil { exchanges.remove(at: place) }
    end(exchange, error)
  }

  /// Removes an exchange; its client fails.
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

  /// Lets everyone fail who has waited too long, and what nobody waits for get lost in the end.
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

  /// Lets all requests of an ended process fail; what is on its way may arrive all the same.
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

/// The network as one process of a device sees it.
struct SimulatedTransport: HTTPTransport {
  let network: SimulatedNetwork
  let device: Int
  let process: Int
  let gate: StoreGate

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await network.send(request, from: device, process: process) { !gate.isClosed }
  }
}
