import Foundation
import Sync
import SyncHTTP
import SyncSQLite
import Synchronization
import TestTools
import Testing

/// The real engine, store and client, with a gateway before the server that answers some requests
/// itself.
@Suite("Answers that are not the server's", .timeLimit(.minutes(testMinutes)))
struct GatewayTests {
  /// The answers of gateways to any request.
  static let answers: [HTTPResponse] = [
    page(404), page(410), page(200), page(201), page(400), page(403), page(407), page(409),
    page(413), page(451), page(502), HTTPResponse(status: 200), HTTPResponse(status: 404),
    HTTPResponse(status: 410), HTTPResponse(status: 302), HTTPResponse(status: 304),
    json(404, #"{"message":"no route"}"#), json(410, "{}"), json(404, #"{"error":"not found"}"#),
    json(200, #"{"id":"#), json(200, "[]"), json(200, "null"),
    HTTPResponse(
      status: 404, headers: [HTTPField("Content-Type", "application/problem+json")],
      body: Array(#"{"code":"unknown_route","title":"Not found"}"#.utf8)),
  ]

  private static func page(_ status: Int) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [HTTPField("Content-Type", "text/html")],
      body: Array("<html><body>nginx</body></html>".utf8))
  }

  private static func json(_ status: Int, _ body: String) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [HTTPField("Content-Type", "application/json")],
      body: Array(body.utf8))
  }

  /// A device with two types and six synced events, whose requests pass through a gateway.
  private func device() async throws -> (Bench, Gateway, GatewayDevice) {
    let bench = try Bench()
    let gateway = Gateway(bench.network)
    let device = try GatewayDevice(bench, gateway)
    let type = try await device.eventStore.createEventType(named: "Run")
    _ = try await device.eventStore.createEventType(named: "Walk")
    let start = bench.clock.now
    try await device.eventStore.createEvents(
      (1...6).map { start.advanced(by: .seconds(-$0)) }, ofType: type.id)
    for _ in 1...2 { await device.engine.performSync() }
    #expect(try await device.engine.getPendingCount() == 0)
    return (bench, gateway, device)
  }

  @Test(arguments: answers)
  func `answers of a gateway change nothing locally, whatever was sent`(answer: HTTPResponse)
    async throws
  {
    let (_, gateway, device) = try await device()
    let types = try await device.eventStore.eventTypes().sorted { $0.id < $1.id }
    let events = try await device.eventStore.events().sorted { $0.id < $1.id }
    let run = try #require(types.first { $0.name == "Run" })
    let walk = try #require(types.first { $0.name == "Walk" })
    try await device.eventStore.updateEventType(id: run.id) { $0.name = "Jog" }
    try await device.eventStore.updateEvent(id: events[0].id) { $0.notes = "new" }
    try await device.eventStore.deleteEvent(id: events[1].id)
    try await device.eventStore.deleteEventType(id: walk.id)
    let before = try await device.contents()
    gateway.intercept { ["PUT", "DELETE", "POST"].contains($0.method) ? answer : nil }
    for _ in 1...7 { await device.engine.performSync() }
    #expect(try await device.contents() == before)
    #expect(try await device.engine.getPendingCount() == 4)
    #expect(try await device.engine.quarantinedMutations().isEmpty)
    gateway.intercept { _ in nil }
    for _ in 1...2 { await device.engine.performSync() }
    #expect(try await device.engine.getPendingCount() == 0)
    #expect(try await device.eventStore.eventTypes().map(\.name) == ["Jog"])
    #expect(try await device.eventStore.events().count == 5)
    let remote = try await device.client.getAllEvents(batchSize: 100)
    #expect(remote.count == 5)
    #expect(remote.contains { $0.notes == "new" })
  }

  @Test(arguments: answers)
  func `new events stay in the queue, and none goes into quarantine`(answer: HTTPResponse)
    async throws
  {
    let (bench, gateway, device) = try await device()
    let type = try #require(try await device.eventStore.eventTypes().first)
    let start = bench.clock.now.advanced(by: .seconds(-1000))
    try await device.eventStore.createEvents(
      (1...9).map { start.advanced(by: .seconds(-$0)) }, ofType: type.id)
    gateway.intercept { $0.method == "POST" ? answer : nil }
    for _ in 1...12 { await device.engine.performSync() }
    #expect(try await device.engine.getPendingCount() == 9)
    #expect(try await device.engine.quarantinedMutations().isEmpty)
    #expect(try await device.eventStore.events().count == 15)
    gateway.intercept { _ in nil }
    for _ in 1...2 { await device.engine.performSync() }
    #expect(try await device.engine.getPendingCount() == 0)
    #expect(try await device.client.getAllEvents(batchSize: 100).count == 15)
  }

  @Test(arguments: answers)
  func `health check, feed and all other reads reject answers of a gateway`(
    answer: HTTPResponse
  ) async throws {
    let (_, gateway, device) = try await device()
    let before = try await device.contents()
    gateway.intercept { $0.method == "GET" && $0.path.hasSuffix("/changes") ? answer : nil }
    for _ in 1...3 { await device.engine.performSync() }
    #expect(await device.engine.state.traceName == "error")
    #expect(try await device.contents() == before)
  }

  @Test(arguments: [2, 7, 40])
  func `pages that are too large for the network are fetched in smaller ones (O11, W6)`(limit: Int)
    async throws
  {
    let bench = try Bench()
    let type = try await bench.client.createEventType(bench.eventType())
    for second in 0..<120 {
      _ = try await bench.client.createEvent(bench.event(type.id, second: Int64(second)))
    }
    let gateway = Gateway(bench.network)
    let device = try GatewayDevice(bench, gateway)
    gateway.intercept { request in
      let asked = request.query.first { $0.name == "limit" }.flatMap { Int($0.value) } ?? 0
      return asked > limit ? GatewayTests.page(502) : nil
    }
    for _ in 1...200 where try await device.eventStore.events().count < 120 {
      await device.engine.performSync()
    }
    #expect(try await device.eventStore.events().count == 120, "the bootstrap ends")
    for second in 200..<320 {
      _ = try await bench.client.createEvent(bench.event(type.id, second: Int64(second)))
    }
    for _ in 1...200 where try await device.eventStore.events().count < 240 {
      await device.engine.performSync()
    }
    #expect(try await device.eventStore.events().count == 240, "the feed is read")
  }

  @Test(arguments: [
    "{}", #"{"created":[],"errors":[],"total":9,"success":0,"failed":0}"#,
    #"{"created":[],"total":3}"#,
    #"{"created":[],"errors":[{"index":0,"message":"no"}],"total":9}"#,
    #"{"created":[],"errors":[{"index":77,"message":"no"}],"total":9}"#,
  ])
  func `a batch answer that does not account for every event is rejected (O1)`(body: String)
    async throws
  {
    for status in [200, 201, 207, 400] {
      let (bench, gateway, device) = try await device()
      let type = try #require(try await device.eventStore.eventTypes().first)
      let start = bench.clock.now.advanced(by: .seconds(-1000))
      try await device.eventStore.createEvents(
        (1...9).map { start.advanced(by: .seconds(-$0)) }, ofType: type.id)
      gateway.intercept {
        $0.path.hasSuffix("/events/batch") ? GatewayTests.json(status, body) : nil
      }
      await device.engine.performSync()
      #expect(try await device.engine.getPendingCount() == 9)
      let attempts = try device.store.fetchPendingMutations().map(\.attempts)
      #expect(attempts == Array(repeating: 0, count: 9))
      for _ in 1...8 { await device.engine.performSync() }
      #expect(try await device.engine.quarantinedMutations().isEmpty)
      #expect(try await device.engine.getPendingCount() == 0, "alone, each is accepted")
    }
  }
}

/// Answers requests itself, or forwards them to another transport.
final class Gateway: HTTPTransport {
  typealias Rule = @Sendable (HTTPRequest) -> HTTPResponse?
  private let inner: any HTTPTransport
  private let rule = Mutex<Rule>({ _ in nil })

  init(_ inner: any HTTPTransport) {
    self.inner = inner
  }

  func intercept(_ rule: @escaping Rule) {
    self.rule.withLock { $0 = rule }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    if let answer = rule.withLock({ $0 })(request) { return answer }
    return try await inner.send(request)
  }
}

/// A device whose requests pass through a gateway.
struct GatewayDevice {
  let store: any SyncDataStore
  let engine: SyncEngine
  let eventStore: EventStore
  /// A client of the server that bypasses the gateway.
  let client: APIClient

  init(_ bench: Bench, _ gateway: Gateway, clock: VirtualSyncClock? = nil) throws {
    let factory = try LocalStoreFactory(inMemory: "gateway \(UUID().uuidString)")
    let clock = clock ?? bench.clock
    let configuration = SyncEngineConfiguration(
      clock: clock, random: SyncRandom(seed: 5), retriesAfterBackoff: false)
    client = bench.client
    store = try factory.makeDataStore()
    engine = SyncEngine(
      networkClient: APIClient(transport: gateway, clock: clock) { "token" },
      dataStoreFactory: factory, configuration: configuration)
    eventStore = EventStore(
      dataStoreFactory: factory, syncEngine: engine, configuration: configuration,
      syncsAfterEdits: false)
  }

  /// Types and events, without their status, by id.
  func contents() async throws -> [String] {
    try store.fetchAllEventTypes().map { "\($0.id) \($0.name)" }.sorted()
      + store.fetchAllEvents().map { "\($0.id) \($0.notes ?? "")" }.sorted()
  }
}
