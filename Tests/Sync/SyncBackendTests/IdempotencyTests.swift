import Sync
import SyncBackend
import TestTools
import Testing

@Suite(.everyStorage, .timeLimit(.minutes(testMinutes))) struct IdempotencyTests {
  private let server: Server
  private let body: String

  init() throws {
    server = try Server()
    body = server.event(server.makeType())
  }

  private func post(
    _ body: String, key: String?, path: String = "/events", token: String = "a"
  ) -> HTTPResponse {
    server.send("POST", path, body, token: token, key: key)
  }

  @Test func `a key's second request gets the first answer and has no effect`() {
    let first = post(body, key: "k")
    let second = post(body, key: "k")
    #expect((first.status, second.status) == (201, 201))
    #expect(first.body == second.body)
    #expect(first.header("X-Idempotency-Replayed") == nil)
    #expect(second.header("X-Idempotency-Replayed") == "true")
    #expect(second.header("Content-Type") == "application/json")
    #expect(server.feed().count == 2)
  }

  @Test func `a replay returns the first answer, even if the entity has been deleted since`() {
    let first = post(body, key: "k")
    server.send("DELETE", "/events/\(first.json["id"]?.text ?? "")")
    #expect(post(body, key: "k").body == first.body)
    #expect(server.send("GET", "/events").json.elements.isEmpty)
  }

  @Test func `a key with another body is refused`() {
    #expect(post(body, key: "k").status == 201)
    let other = body.replacing("10:00", with: "11:00")
    #expect(post(other, key: "k").summary == "422 idempotency_key_reused")
    #expect(server.feed().count == 2)
  }

  @Test func `the same key on another route, entity or for another user is another request`() {
    #expect(post(body, key: "k").status == 201)
    let type = #"{"id":"\#(server.identifiers.next())","name":"n","color":"c","icon":"i"}"#
    #expect(post(type, key: "k", path: "/event-types").status == 201)
    #expect(post(type, key: "k", path: "/event-types", token: "b").status == 201)
    let (first, second) = (server.makeType("1"), server.makeType("2"))
    let update = #"{"icon":"x"}"#
    #expect(server.send("PUT", "/event-types/\(first)", update, key: "u").status == 200)
    let other = server.send("PUT", "/event-types/\(second)", update, key: "u")
    #expect(other.summary == "422 idempotency_key_reused")
  }

  @Test func `a refusal is not stored: the same key works once its reason is gone`() {
    let type = server.identifiers.next()
    let event = server.event(type)
    #expect(post(event, key: "k").summary == "400 unknown_event_type")
    server.send("POST", "/event-types", #"{"id":"\#(type)","name":"n","color":"c","icon":"i"}"#)
    #expect(post(event, key: "k").status == 201)
  }

  @Test func `a key is forgotten after a day; the entity's identifier still protects`() {
    #expect(post(body, key: "k").status == 201)
    server.clock.advance(by: .seconds(24 * 60 * 60 - 1))
    #expect(post(body, key: "k").header("X-Idempotency-Replayed") == "true")
    server.clock.advance(by: .seconds(1))
    let later = post(body, key: "k")
    #expect(later.header("X-Idempotency-Replayed") == nil)
    #expect(later.status == 200)
    #expect(server.feed().count == 2)
  }

  @Test func `a batch is replayed completely, including refused items (B3)`() {
    let batch = #"{"events":[\#(body),\#(server.event("absent"))]}"#
    let first = post(batch, key: "k", path: "/events/batch")
    let second = post(batch, key: "k", path: "/events/batch")
    #expect((first.status, second.status) == (207, 207))
    #expect(first.body == second.body)
    #expect(second.header("X-Idempotency-Replayed") == "true")
  }

  @Test func `an update is applied once for its key`() {
    let type = server.makeType("x")
    server.send("PUT", "/event-types/\(type)", #"{"name":"y"}"#, key: "k")
    server.send("PUT", "/event-types/\(type)", #"{"name":"z"}"#)
    let replayed = server.send("PUT", "/event-types/\(type)", #"{"name":"y"}"#, key: "k")
    #expect(replayed.json["name"]?.text == "y")
    #expect(server.send("GET", "/event-types/\(type)").json["name"]?.text == "z")
  }

  @Test func `requests with one key from many tasks at once have one effect`() async {
    let answers = await withTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<50 { group.addTask { post(body, key: "k").body } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(answers.count == 1)
    #expect(server.feed().count == 2)
  }
}
