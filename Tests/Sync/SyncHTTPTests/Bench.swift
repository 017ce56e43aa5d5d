import Sync
import SyncBackend
import SyncHTTP
import Synchronization

/// A client and a server in one process, with a clock that only moves when advanced.
struct Bench {
  let clock: VirtualSyncClock
  let ruleBook: BackendService
  let network: InProcessTransport
  let log: LoggingTransport
  let client: APIClient
  let identifiers: IdentifierSource

  init(token: String? = "token", rateLimit: Int = 10_000) throws {
    clock = VirtualSyncClock(
      now: Timestamp(milliseconds: 1_767_000_000_000), sleepsInstantly: true)
    var configuration = BackendService.Configuration(users: ["token": "ann", "other": "bob"])
    configuration.rateLimit = rateLimit
    ruleBook = try BackendService(clock: clock, configuration: configuration)
    network = InProcessTransport(to: ruleBook, clock: clock)
    log = LoggingTransport(network)
    client = APIClient(transport: log, clock: clock) { token }
    identifiers = IdentifierSource(clock: clock, random: SyncRandom(seed: 1))
  }

  func eventType(_ name: String = "Run") -> CreateEventTypeRequest {
    CreateEventTypeRequest(
      id: identifiers.next(), EventTypeContent(name: name, color: "#112233", icon: "star"))
  }

  func event(_ type: String, second: Int64 = 0) -> CreateEventRequest {
    CreateEventRequest(
      id: identifiers.next(),
      EventContent(
        eventTypeId: type, timestamp: Timestamp(milliseconds: 1_766_000_000_250 + second * 1000)))
  }

  func geofence(_ name: String = "Home") -> CreateGeofenceRequest {
    CreateGeofenceRequest(
      id: identifiers.next(), GeofenceContent(name: name, latitude: 0, longitude: 13.4))
  }

  func definition(_ type: String, key: String = "km") -> CreatePropertyDefinitionRequest {
    CreatePropertyDefinitionRequest(
      id: identifiers.next(),
      PropertyDefinitionContent(
        eventTypeId: type, key: key, label: "Distance", propertyType: .number))
  }
}

/// Records its requests and forwards them.
final class LoggingTransport: HTTPTransport {
  private let transport: any HTTPTransport
  private let requests = Mutex<[HTTPRequest]>([])

  init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    requests.withLock { $0.append(request) }
    return try await transport.send(request)
  }

  /// The bodies of all requests to a route.
  func bodies(_ method: String, _ route: String) -> [[UInt8]] {
    requests.withLock { $0.filter { $0.method == method && $0.route == route }.map(\.body) }
  }

  /// Method, path and query of every request: `GET /api/v1/changes?since=0&limit=9`.
  var lines: [String] {
    requests.withLock { requests in
      requests.map { request in
        let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return "\(request.method) \(request.path)" + (query.isEmpty ? "" : "?\(query)")
      }
    }
  }

  var last: HTTPRequest? { requests.withLock { $0.last } }
}

/// Returns the same answer to every request.
struct FixedTransport: HTTPTransport {
  let response: HTTPResponse

  init(_ status: Int, _ headers: [HTTPField] = [], _ body: String = "") {
    response = HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse { response }
}
