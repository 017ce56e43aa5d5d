import Foundation
import Sync
import SyncBackend
import SyncHTTP
import TestTools
import Testing

/// Rows of the server that this version cannot read.
@Suite("Rows that cannot be read", .timeLimit(.minutes(testMinutes)))
struct UnreadableRowTests {
  private static let time = "2026-01-05T09:30:00Z"

  private static func event(_ number: Int, extra: String = "") -> String {
    """
    {"id":"e\(number)","event_type_id":"t","timestamp":"\(time)","created_at":"\(time)",
    "updated_at":"\(time)"\(extra)}
    """
  }

  private static func change(_ number: Int, _ data: String, rest: String) -> String {
    #"{"id":\#(number),"data":\#(data)\#(rest)}"#
  }

  private static let rest = """
    ,"entity_type":"event","operation":"update","entity_id":"e","created_at":"\(time)"
    """

  private static func page(_ changes: [String]) -> [UInt8] {
    Array(
      #"{"changes":[\#(changes.joined(separator: ","))],"next_cursor":9,"has_more":false}"#.utf8)
  }

  private static func nested(_ depth: Int) -> String {
    #","properties":{"a":{"type":"text","value":\#(String(repeating: "[", count: depth))"#
      + #"\#(String(repeating: "]", count: depth))}}"#
  }

  @Test(arguments: [
    change(2, event(2, extra: nested(600)), rest: rest),
    change(2, event(2, extra: nested(100_000)), rest: rest),
    #"{"id":2,"operation":"update","entity_id":"e","data":null}"#,
    #"{"id":2,"entity_type":"event","operation":"update","entity_id":7}"#,
    #"{"id":2,"entity_type":"event","operation":"delete","entity_id":"e","deleted_at":"x"}"#,
    #"{"id":"two","entity_type":"event","operation":"update","entity_id":"e"}"#,
    "{}",
  ])
  func `an unreadable change keeps its position in the page (W9)`(bad: String) throws {
    let good = { Self.change($0, Self.event($0), rest: Self.rest) }
    let page = try WireCoding.decode(
      ChangeFeedResponse.self, from: Self.page([good(1), bad, good(5)]))
    #expect(page.changes.map(\.id) == [1, 2, 5])
    #expect(page.nextCursor == 9)
    guard case .unreadable(let reason) = page.changes[1].data else {
      Issue.record("the change was read: \(page.changes[1])")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test func `a change without its time is read (W9)`() throws {
    let rest = #","entity_type":"event","operation":"update","entity_id":"e""#
    let bytes = Self.page([Self.change(1, Self.event(1), rest: rest)])
    let page = try WireCoding.decode(ChangeFeedResponse.self, from: bytes)
    #expect(try WireCoding.decodeThoroughly(ChangeFeedResponse.self, from: bytes) == page)
    #expect(page.changes.first?.createdAt == nil)
    guard case .event? = page.changes.first?.data else {
      Issue.record("no event")
      return
    }
  }

  @Test(arguments: [
    #"{"changes":[{}],"next_cursor":1,"has_more":true"#, #"{"changes":[{}],"has_more":true}"#,
    #"{"changes":[{},],"next_cursor":1,"has_more":true}"#,
    #"{"changes":[{}}],"next_cursor":1,"has_more":true}"#,
    #"{"changes":[7],"next_cursor":1,"has_more":true}"#,
    #"{"changes":[{"id":1],"next_cursor":1,"has_more":true}"#,
    #"{"changes":[{}],"next_cursor":1,"has_more":true}}"#, "[[[[", #"{"changes":["#,
    #"{"changes":[{"a":"b}],"next_cursor":1,"has_more":true}"#,
  ])
  func `a page that is truncated or invalid is rejected`(text: String) {
    #expect(throws: (any Error).self) {
      try WireCoding.decode(ChangeFeedResponse.self, from: Array(text.utf8))
    }
  }

  @Test
  func `an event type without a color blocks neither health check nor feed (W9)`() async throws {
    let bench = try Bench()
    let gateway = Gateway(bench.network)
    let device = try GatewayDevice(bench, gateway)
    let type = try await device.eventStore.createEventType(named: "Run")
    await device.engine.performSync()
    gateway.intercept { request in
      guard request.method == "GET", request.path.hasSuffix("/event-types") else { return nil }
      return HTTPResponse(
        status: 200, headers: [HTTPField("Content-Type", "application/json")],
        body: Array(#"[{"id":"x","name":"n","color":null}]"#.utf8))
    }
    try await device.eventStore.createEvent(ofType: type.id, at: bench.clock.now)
    await device.engine.performSync()
    #expect(await device.engine.state == .idle)
    #expect(try await device.engine.getPendingCount() == 0)
  }

  @Test func `a bootstrap quarantines unreadable rows and stores the rest (W9)`() async throws {
    let bench = try Bench()
    let type = try await bench.client.createEventType(bench.eventType())
    for second in 0..<250 {
      _ = try await bench.client.createEvent(bench.event(type.id, second: Int64(second)))
    }
    let gateway = Gateway(bench.network)
    let device = try GatewayDevice(bench, gateway)
    // A quarter of the events has no time.
    let ruleBook = bench.ruleBook
    gateway.intercept { request in
      guard request.method == "GET", request.path.hasSuffix("/events") else { return nil }
      var answer = ruleBook.respond(to: request)
      guard
        var rows = try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [[String: Any]]
      else { return nil }
      for index in rows.indices where "09af".contains("\(rows[index]["id"] ?? "")".suffix(1)) {
        rows[index]["timestamp"] = nil
      }
      guard let data = try? JSONSerialization.data(withJSONObject: rows) else { return nil }
      answer.body = Array(data)
      return answer
    }
    await device.engine.performSync()
    #expect(await device.engine.state == .idle)
    let local = try await device.eventStore.events().map(\.id)
    let aside = try await device.engine.quarantinedChanges()
    #expect(Set(local + aside.map(\.entityId)).count == 250)
    #expect(local.count > 150 && aside.count > 30)
    #expect(aside.allSatisfy { $0.id < 0 && $0.entityKind == .event })
    #expect(Set(aside.map(\.id)).count == aside.count)
  }

  @Test
  func `an edited row that a bootstrap cannot read does not count as deleted elsewhere (W9)`()
    async throws
  {
    let bench = try Bench()
    let gateway = Gateway(bench.network)
    let device = try GatewayDevice(bench, gateway)
    let store = device.eventStore
    let type = try await store.createEventType(named: "Run")
    let event = try await store.createEvent(ofType: type.id, at: bench.clock.now)
    let definition = try await store.createPropertyDefinition(
      ofType: type.id, key: "km", label: "l")
    await device.engine.performSync()
    try await store.updateEvent(id: event.id) { $0.notes = "mine" }
    try await store.updatePropertyDefinition(id: definition.id) { $0.label = "mine" }
    gateway.intercept { request in
      guard request.method == "PUT" else { return nil }
      return HTTPResponse(
        status: 422, headers: [HTTPField("Content-Type", "application/problem+json")],
        body: Array(#"{"code":"validation","title":"no","status":422}"#.utf8))
    }
    for _ in 1...PendingMutation.retryLimit { await device.engine.performSync() }
    let before = try await device.engine.quarantinedMutations()
    #expect(before.count == 2)
    // The event and the definition's type arrive with only an id.
    gateway.intercept { request in
      let ids = ["/events": event.id, "/event-types": type.id]
      guard request.method == "GET",
        let id = ids.first(where: { request.path.hasSuffix($0.key) })?.value
      else { return nil }
      return HTTPResponse(
        status: 200, headers: [HTTPField("Content-Type", "application/json")],
        body: Array(#"[{"id":"\#(id)"}]"#.utf8))
    }
    try await device.engine.forceFullResync()
    #expect(await device.engine.state == .idle)
    #expect(try await device.engine.quarantinedMutations() == before)
    #expect(try await store.events().map(\.notes) == ["mine"])
    #expect(try device.store.fetchAllPropertyDefinitions().map(\.label) == ["mine"])
  }

  @Test
  func `a batch that another account has accepted stays queued for the right account (O12)`()
    async throws
  {
    let bench = try Bench()
    let gateway = Gateway(bench.network)
    let device = try GatewayDevice(bench, gateway)
    let type = try await device.eventStore.createEventType(named: "Run")
    for _ in 1...2 { await device.engine.performSync() }
    let ben = APIClient(transport: bench.network, clock: bench.clock) { "other" }
    _ = try await ben.createEventType(
      CreateEventTypeRequest(id: type.id, EventTypeContent(name: "Run", color: "c", icon: "i")))
    let event = try await device.eventStore.createEvent(ofType: type.id, at: bench.clock.now)
    let ruleBook = bench.ruleBook
    gateway.intercept { request in
      guard request.method == "POST" else { return nil }
      var changed = request
      changed.headers.removeAll { $0.name == "Authorization" }
      changed.headers.append(HTTPField("Authorization", "Bearer other"))
      return ruleBook.respond(to: changed)
    }
    await device.engine.performSync()
    #expect("\(await device.engine.state)".contains("wrongAccount"))
    #expect(try await device.engine.getPendingCount() == 1)
    gateway.intercept { _ in nil }
    await device.engine.performSync()
    #expect(try await device.client.getAllEvents(batchSize: 10).map(\.id) == [event.id])
  }

  @Test func `rows of another account are refused, whatever their source (O12)`() async throws {
    for route in ["/event-types", "/changes"] {
      let bench = try Bench()
      let gateway = Gateway(bench.network)
      let device = try GatewayDevice(bench, gateway)
      let type = try await device.eventStore.createEventType(named: "Run")
      for _ in 1...2 { await device.engine.performSync() }
      let ben = APIClient(transport: bench.network, clock: bench.clock) { "other" }
      let theirs = try await ben.createEventType(bench.eventType("Theirs"))
      _ = try await ben.createEvent(bench.event(theirs.id))
      try await device.eventStore.createEvent(ofType: type.id, at: bench.clock.now)
      let before = try await device.contents()
      let ruleBook = bench.ruleBook
      gateway.intercept { request in
        guard request.path.hasSuffix(route) else { return nil }
        var changed = request
        changed.headers.removeAll { $0.name == "Authorization" }
        changed.headers.append(HTTPField("Authorization", "Bearer other"))
        changed.query.removeAll { $0.name == "since" }
        return ruleBook.respond(to: changed)
      }
      await device.engine.performSync()
      let state = await device.engine.state
      #expect("\(state)".contains("wrongAccount"), "\(route): \(state)")
      #expect(try await device.contents() == before)
    }
  }
}
