import Foundation
import Sync
import SyncBackend
import TestTools

/// A `BackendService` with a clock that only moves when advanced, with helpers for requests.
struct Server {
  let clock: VirtualSyncClock
  let ruleBook: BackendService
  let identifiers: IdentifierSource

  /// Creates a server with the database of a name; with an empty one if it is `nil`. The storage is
  /// that of `EveryStorage`.
  init(
    name: String? = nil, _ configure: (inout BackendService.Configuration) -> Void = { _ in }
  ) throws {
    var url = name
    if EveryStorage.isPostgreSQL {
      // An identifier of PostgreSQL has at most 63 bytes.
      url = try PostgreSQLServer.database(
        named: name.map { String($0.suffix(60)) } ?? UUID().uuidString)
    }
    try self.init(url: url, configure)
  }

  /// Creates a server with a database; with private memory if the URL is `nil`.
  init(
    url: String?, seed: UInt64 = 3,
    _ configure: (inout BackendService.Configuration) -> Void = { _ in }
  ) throws {
    clock = VirtualSyncClock(now: Timestamp(milliseconds: 1_767_000_000_000))
    var configuration = BackendService.Configuration(users: ["a": "ann", "b": "bob"])
    configuration.rateLimit = 100_000
    configuration.isDurable = false
    configure(&configuration)
    ruleBook = try BackendService(database: url, clock: clock, configuration: configuration)
    identifiers = IdentifierSource(clock: clock, random: SyncRandom(seed: seed))
  }

  /// The request that `send` sends.
  func request(
    _ method: String, _ path: String, _ body: String = "", token: String? = "a",
    key: String? = nil
  ) -> HTTPRequest {
    var headers: [HTTPField] = []
    if !body.isEmpty { headers.append(HTTPField("content-type", "application/json")) }
    if let token { headers.append(HTTPField("authorization", "Bearer \(token)")) }
    if let key { headers.append(HTTPField("idempotency-key", key)) }
    let parts = path.split(separator: "?")
    let query = parts.dropFirst().joined().split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
      return HTTPField(sides[0], sides.count > 1 ? sides[1] : "")
    }
    return HTTPRequest(
      method: method, path: "/api/v1" + (parts.first ?? ""), query: query, headers: headers,
      body: Array(body.utf8))
  }

  /// Sends a request and returns the answer.
  @discardableResult
  func send(
    _ method: String, _ path: String, _ body: String = "", token: String? = "a",
    key: String? = nil
  ) -> HTTPResponse {
    ruleBook.respond(to: request(method, path, body, token: token, key: key))
  }

  /// Creates an event type.
  @discardableResult
  func create(_ name: String, token: String = "a") -> HTTPResponse {
    let id = identifiers.next()
    let body = #"{"id":"\#(id)","name":"\#(name)","color":"c","icon":"i"}"#
    return send("POST", "/event-types", body, token: token)
  }

  /// Creates an event type and returns its identifier.
  func makeType(_ name: String = "Run", token: String = "a") -> String {
    create(name, token: token).json["id"]?.text ?? ""
  }

  /// The body of a new event: `{"id":…,"event_type_id":…,"timestamp":…`, followed by `more`.
  func event(_ type: String, id: String? = nil, time: String = "10:00:00Z", _ more: String = "")
    -> String
  {
    let id = id ?? identifiers.next()
    return #"{"id":"\#(id)","event_type_id":"\#(type)","timestamp":"2025-12-01T\#(time)"\#(more)}"#
  }

  /// The changes of a user as `create event 0198…`.
  func feed(token: String = "a") -> [String] {
    let changes = send("GET", "/changes?limit=500", token: token).json["changes"]?.elements ?? []
    return changes.map { change in
      [change["operation"]?.text, change["entity_type"]?.text, change["entity_id"]?.text]
        .map { $0 ?? "?" }.joined(separator: " ")
    }
  }
}

extension HTTPResponse {
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as JSON; null if there is none.
  var json: JSONValue { (try? WireCoding.decode(JSONValue.self, from: body)) ?? .null }

  /// Status and problem code: `409 duplicate`.
  var summary: String { "\(status) \(json["code"]?.text ?? "-")" }
}

extension JSONValue {
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  var names: Set<String> {
    guard case .object(let members) = self else { return [] }
    return Set(members.keys)
  }
}
