import Sync
import SyncBackend
import TestTools
import Testing

@Suite(.everyStorage, .timeLimit(.minutes(testMinutes))) struct BatchTests {
  private let server: Server
  private let type: String

  init() throws {
    server = try Server()
    type = server.makeType()
  }

  private func send(_ events: [String]) -> HTTPResponse {
    server.send("POST", "/events/batch", #"{"events":[\#(events.joined(separator: ","))]}"#)
  }

  @Test func `a batch has 1 to 500 events`() {
    #expect(send([]).summary == "400 validation")
    let many = (0..<501).map { number in
      let minute = number / 60
      let second = number % 60
      return server.event(
        type, time: "10:\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second)Z")
    }
    #expect(send(many).summary == "400 validation")
    let whole = send(Array(many.prefix(500)))
    #expect(whole.status == 201)
    #expect(whole.json["success"] == .number(500))
    #expect(whole.json["errors"] == nil)
    #expect(server.feed().count == 500)
    for body in ["{}", #"{"events":null}"#, #"{"events":{}}"#] {
      #expect(server.send("POST", "/events/batch", body).summary == "400 validation")
    }
  }

  @Test
  func
    `an invalid item does not affect others, and each error has a position, a code and a message (B3)`()
  {
    let first = server.identifiers.next()
    let response = send([
      server.event(type, id: first, time: "10:00:00Z"),
      server.event("absent"),
      server.event(type, time: "10:00:00Z"),
      "7",
      server.event(type, time: "11:00:00Z", #","notes":1"#),
      server.event(type, time: "12:00:00Z"),
    ])
    #expect(response.status == 207)
    let errors = response.json["errors"]?.elements ?? []
    #expect(errors.map { $0["index"] } == [.number(1), .number(2), .number(3), .number(4)])
    #expect(
      errors.map { $0["code"]?.text }
        == ["unknown_event_type", "duplicate", "validation", "validation"])
    #expect(
      errors.map { $0["message"]?.text } == [
        "invalid event type: absent", "there is an event of this type at this time",
        "the event is a number, not an object", "notes is a number, not a string",
      ])
    #expect(errors.map { $0["existing_id"]?.text } == [nil, first, nil, nil])
    #expect(response.json["created"]?.elements.count == 2)
    #expect(
      [response.json["total"], response.json["success"], response.json["failed"]]
        == [.number(6), .number(2), .number(4)])
    #expect(server.feed().count == 3)
  }

  @Test func `if every item is refused, the answer is 400 with all reasons (B29)`() {
    let response = send([server.event("absent"), server.event("absent")])
    #expect(response.status == 400)
    #expect(response.header("Content-Type") == "application/json")
    #expect(response.json["errors"]?.elements.count == 2)
    #expect(response.json["created"]?.elements == [])
  }

  @Test func `an existing event is among the created ones, unchanged`() {
    let id = server.identifiers.next()
    let body = server.event(type, id: id)
    #expect(send([body]).status == 201)
    server.send("PUT", "/events/\(id)", #"{"notes":"kept"}"#)
    let again = send([body, server.event(type, time: "11:00:00Z")])
    #expect(again.status == 201)
    #expect(again.json["created"]?.elements.first?["notes"]?.text == "kept")
  }
}
