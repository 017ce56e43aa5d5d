import Sync
import SyncBackend
import TestTools
import Testing

@Suite(.everyStorage, .timeLimit(.minutes(testMinutes))) struct UniquenessTests {
  private let server: Server

  init() throws {
    server = try Server()
  }

  private func send(_ collection: String, _ body: String) -> (HTTPResponse, id: String) {
    let id = server.identifiers.next()
    return (server.send("POST", "/\(collection)", #"{"id":"\#(id)",\#(body)}"#), id)
  }

  @Test func `every uniqueness violation yields 409 with the identifier of the existing entity`() {
    let type = server.makeType("Run")
    let cases = [
      ("event-types", #""name":"Walk","color":"c","icon":"i""#, "an event type with this name"),
      (
        "events", #""event_type_id":"\#(type)","timestamp":"2025-12-01T10:00:00Z""#,
        "an event of this type at this time"
      ),
      (
        "events",
        #""event_type_id":"\#(type)","timestamp":"2025-12-01T10:00:00Z","source_type":"healthkit","healthkit_sample_id":"s""#,
        "an event of this health sample"
      ),
      ("geofences", #""name":"Home","latitude":1,"longitude":1"#, "a geofence with this name"),
      (
        "event-types/\(type)/properties", #""key":"k","label":"l","property_type":"text""#,
        "a property with this key for this event type"
      ),
    ]
    for (collection, body, description) in cases {
      let (first, id) = send(collection, body)
      #expect(first.status == 201, "\(first.text)")
      let (second, _) = send(collection, body)
      #expect(second.summary == "409 duplicate")
      #expect(second.json["existing_id"]?.text == id)
      #expect(second.json["detail"]?.text == "there is \(description)")
    }
    #expect(server.feed().count == 1 + cases.count)
  }

  @Test func `a health event of the same type, second and category is also a duplicate (B17)`() {
    let type = server.makeType()
    func health(_ sample: String, _ time: String, _ category: String) -> String {
      #""event_type_id":"\#(type)","timestamp":"2025-12-01T\#(time)","source_type":"healthkit","healthkit_sample_id":"\#(sample)","healthkit_category":"\#(category)""#
    }
    let (first, id) = send("events", health("s1", "10:00:00.100Z", "run"))
    #expect(first.status == 201)
    let (second, _) = send("events", health("s2", "10:00:00.900Z", "run"))
    #expect(second.summary == "409 duplicate")
    #expect(second.json["existing_id"]?.text == id)
    #expect(send("events", health("s3", "10:00:01Z", "run")).0.status == 201)
    #expect(send("events", health("s4", "10:00:00.100Z", "walk")).0.status == 201)
    let plain = #""event_type_id":"\#(type)","timestamp":"2025-12-01T10:00:00.100Z""#
    #expect(send("events", plain).0.status == 201)
  }

  @Test func `an update that causes a conflict is refused, one that keeps the value is not`() {
    _ = server.makeType("Run")
    let walk = server.makeType("Walk")
    let collision = server.send("PUT", "/event-types/\(walk)", #"{"name":"Run"}"#)
    #expect(collision.summary == "409 duplicate")
    #expect(
      server.send("PUT", "/event-types/\(walk)", #"{"name":"Walk","icon":"x"}"#).status == 200)
    #expect(server.send("GET", "/event-types/\(walk)").json["name"]?.text == "Walk")
  }

  @Test func `a name is free again after a deletion, and always for another user`() {
    let first = server.makeType("Run")
    server.send("DELETE", "/event-types/\(first)")
    #expect(send("event-types", #""name":"Run","color":"c","icon":"i""#).0.status == 201)
    _ = server.makeType("Run", token: "b")
    #expect(server.send("GET", "/event-types", token: "b").json.elements.count == 1)
  }
}
