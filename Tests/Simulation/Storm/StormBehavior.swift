import Sync

/// One fault of a server, or of a gateway before it.
struct StormBehavior: Sendable {
  /// The reaction to a request.
  enum Reaction: Sendable {
    /// The server answers.
    case serve
    /// The server answers after a delay.
    case serveLate(seconds: Double)
    /// Another answer, before or after the server processes the request.
    case answer(HTTPResponse, afterWork: Bool)
    /// The server's answer, with changes.
    case change(@Sendable (HTTPResponse) -> HTTPResponse)
    /// Bytes, after which the connection is closed.
    case bytes([UInt8])
    /// Bytes, sent one by one until the client gives up.
    case trickle([UInt8], interval: Double)
    /// An orderly close or a reset of the connection.
    case close(resets: Bool, afterWork: Bool)
    /// No answer until the client gives up.
    case silence
  }

  /// The requests that a behavior affects.
  enum Target: Sendable {
    case everything
    /// All requests except the health check, without which nothing else is sent.
    case work
    case reads, writes, feed, batch, health

    func contains(_ request: HTTPRequest) -> Bool {
      let isRead = request.method == "GET"
      let isHealthCheck = isRead && request.path.hasSuffix("/event-types")
      switch self {
      case .everything: return true
      case .work: return !isHealthCheck
      case .reads: return isRead
      case .writes: return !isRead
      case .feed: return isRead && request.path.hasSuffix("/changes")
      case .batch: return request.path.hasSuffix("/events/batch")
      case .health: return isHealthCheck
      }
    }
  }

  /// Documented effects that a behavior may have.
  struct Allowance: OptionSet {
    let rawValue: Int
    /// The server has refused an edit, so it may be in quarantine.
    static let quarantine = Allowance(rawValue: 1)
    /// A row or change cannot be read, so it may be quarantined.
    static let unreadable = Allowance(rawValue: 2)
    /// The server asks to wait for hours.
    static let longWait = Allowance(rawValue: 4)
  }

  let name: String
  let target: Target
  let allowance: Allowance
  /// Chooses the reaction by the request and its number among those affected.
  let react: @Sendable (HTTPRequest, Int) -> Reaction

  init(
    _ name: String, _ target: Target = .work, allowing allowance: Allowance = [],
    react: @escaping @Sendable (HTTPRequest, Int) -> Reaction
  ) {
    self.name = name
    self.target = target
    self.allowance = allowance
    self.react = react
  }

  /// The same behavior for other requests.
  func meeting(_ target: Target, named suffix: String) -> StormBehavior {
    StormBehavior("\(name), \(suffix)", target, allowing: allowance, react: react)
  }
}

extension StormBehavior {
  /// All behaviors.
  static let all: [StormBehavior] =
    gatewayAnswers + waits + statuses + bodies + connections + redirects + feeds + lists + batches

  /// All behaviors; those for all work are repeated for other requests.
  static let extended: [StormBehavior] =
    all
    + all.filter { $0.target == .work }.flatMap {
      [
        $0.meeting(.everything, named: "to everything"), $0.meeting(.reads, named: "to reads"),
        $0.meeting(.writes, named: "to writes"), $0.meeting(.batch, named: "to batches"),
      ]
    }

  static func json(
    _ status: Int, _ body: String, type: String = "application/json", headers: [HTTPField] = []
  ) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [HTTPField("Content-Type", type)] + headers, body: Array(body.utf8))
  }
}
