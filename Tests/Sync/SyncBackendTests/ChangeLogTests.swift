import Sync
import SyncBackend
import TestTools
import Testing

@Suite(.everyStorage, .timeLimit(.minutes(testMinutes))) struct ChangeLogTests {
  private let server: Server

  init() throws {
    server = try Server()
  }

  @Test func `every write has an entry with the complete entity, a refused one has none`() {
    let type = server.makeType()
    let id = server.identifiers.next()
    let created = server.send("POST", "/events", server.event(type, id: id))
    server.clock.advance(by: .seconds(3))
    let changed = server.send("PUT", "/events/\(id)", #"{"notes":"n"}"#)
    server.send("PUT", "/events/\(id)", #"{"notes":5}"#)
    server.send("POST", "/events", server.event("absent"))
    server.send("DELETE", "/events/\(id)")
    let changes = server.send("GET", "/changes").json["changes"]?.elements ?? []
    #expect(
      server.feed() == [
        "create event_type \(type)", "create event \(id)", "update event \(id)",
        "delete event \(id)",
      ])
    #expect(changes.map { $0["data"] } == [changes[0]["data"], created.json, changed.json, nil])
    #expect(changes[0]["data"]?["name"]?.text == "Run")
    #expect(changes[3]["deleted_at"]?.text == server.clock.now.rfc3339)
    #expect(changes[2]["deleted_at"] == nil)
    #expect(changes.map { $0["id"] } == [.number(1), .number(2), .number(3), .number(4)])
  }

  @Test func `an update without changes adds no entry`() {
    let type = server.makeType()
    server.clock.advance(by: .seconds(3))
    let response = server.send(
      "PUT", "/event-types/\(type)", #"{"name":"Run","color":"c","icon":"i"}"#)
    #expect(response.status == 200)
    #expect(response.json["updated_at"] == response.json["created_at"])
    #expect(server.feed().count == 1)
  }

  @Test func `pages of the feed are contiguous, and an empty page returns its cursor`() {
    for number in 1...7 { _ = server.makeType("\(number)") }
    var cursor = "0"
    var pages: [Int] = []
    while true {
      let page = server.send("GET", "/changes?since=\(cursor)&limit=3").json
      pages.append(page["changes"]?.elements.count ?? -1)
      guard case .number(let next)? = page["next_cursor"] else { break }
      cursor = String(Int(next))
      if page["has_more"] != .boolean(true) { break }
    }
    #expect(pages == [3, 3, 1])
    #expect(
      server.send("GET", "/changes?since=7").text
        == #"{"changes":[],"next_cursor":7,"has_more":false,"epoch":"0"}"#)
    #expect(server.send("GET", "/changes?since=99").status == 410)
    #expect(server.send("GET", "/changes?since=-4&limit=501").json["changes"]?.elements.count == 7)
    #expect(server.send("GET", "/changes/latest-cursor").text == #"{"cursor":7,"epoch":"0"}"#)
    #expect(
      server.send("GET", "/changes/latest-cursor", token: "b").text
        == #"{"cursor":0,"epoch":"0"}"#)
  }

  @Test
  func `the feed continues at the latest cursor, even if all changes were dropped (W7)`() throws {
    for number in 1...3 { _ = server.makeType("\(number)") }
    try server.ruleBook.forgetChanges(upTo: 3)
    // The second account has never made a change.
    for token in ["a", "b"] {
      #expect(
        server.send("GET", "/changes/latest-cursor", token: token).text
          == #"{"cursor":3,"epoch":"0"}"#)
      #expect(server.send("GET", "/changes?since=3", token: token).status == 200)
    }
  }

  @Test func `a page has 100 entries by default`() {
    for number in 1...101 { _ = server.makeType("\(number)") }
    let page = server.send("GET", "/changes").json
    #expect(page["changes"]?.elements.count == 100)
    #expect(page["has_more"] == .boolean(true))
    #expect(page["next_cursor"] == .number(100))
  }

  @Test
  func `deleting an event type deletes its events and definitions, each with its own entry`() {
    let (type, other) = (server.makeType("a"), server.makeType("b"))
    let (event, kept) = (server.identifiers.next(), server.identifiers.next())
    server.send("POST", "/events", server.event(type, id: event))
    server.send("POST", "/events", server.event(other, id: kept))
    let definition = server.identifiers.next()
    server.send(
      "POST", "/event-types/\(type)/properties",
      #"{"id":"\#(definition)","key":"k","label":"l","property_type":"text"}"#)
    let geofence = server.identifiers.next()
    server.send(
      "POST", "/geofences",
      #"{"id":"\#(geofence)","name":"g","latitude":0,"longitude":0,"event_type_entry_id":"\#(type)","event_type_exit_id":"\#(other)"}"#
    )
    #expect(server.send("DELETE", "/event-types/\(type)").status == 204)
    #expect(
      server.feed().suffix(4) == [
        "delete event \(event)", "delete property_definition \(definition)",
        "update geofence \(geofence)", "delete event_type \(type)",
      ])
    #expect(server.send("GET", "/events").json.elements.map { $0["id"]?.text } == [kept])
    let left = server.send("GET", "/geofences/\(geofence)").json
    #expect(left["event_type_entry_id"] == nil)
    #expect(left["event_type_exit_id"]?.text == other)
  }

  @Test func `equal requests yield equal bytes`() throws {
    func run() throws -> [String] {
      let server = try Server()
      let type = server.makeType()
      let event = server.event(type, #","properties":{"z":{"type":"text","value":"v"}}"#)
      server.send("POST", "/events/batch", #"{"events":[\#(event)]}"#, key: "k")
      server.clock.advance(by: .milliseconds(1))
      server.send("PUT", "/event-types/\(type)", #"{"name":"x"}"#)
      return ["/events", "/changes", "/event-types", "/me/sync"].map { server.send("GET", $0).text }
    }
    #expect(try run() == run())
  }
}
