import Sync
import SyncBackend
import TestTools
import Testing

@Suite(.everyStorage, .timeLimit(.minutes(testMinutes))) struct EntityRuleTests {
  private let server: Server

  init() throws {
    server = try Server()
  }

  @Test func `identifiers are UUIDs of version 7 in lower case, at most a minute ahead`() {
    let cases: [(String, String?)] = [
      (
        "01ffffff-0000-7000-8000-000000000000",
        "is '01ffffff-0000-7000-8000-000000000000', made in the future"
      ),
      ("01900000-0000-7000-8000-000000000000", nil),
      ("x", "is 'x', not a UUID"),
      (
        "019B6900-0000-7000-8000-000000000000",
        "is '019B6900-0000-7000-8000-000000000000', not a UUID in lower case"
      ),
      (
        "019b6900-0000-4000-8000-000000000000",
        "is '019b6900-0000-4000-8000-000000000000', not a UUID of version 7"
      ),
      (
        "019b6900-0000-7000-c000-000000000000",
        "is '019b6900-0000-7000-c000-000000000000', not a UUID of version 7"
      ),
      (
        "019b6900-0000-7000-8000-00000000000",
        "is '019b6900-0000-7000-8000-00000000000', not a UUID"
      ),
    ]
    for (id, objection) in cases {
      let response = server.send(
        "POST", "/event-types", #"{"id":"\#(id)","name":"n","color":"c","icon":"i"}"#)
      #expect(response.json["detail"]?.text == objection.map { "id \($0)" })
      #expect(response.status == (objection == nil ? 201 : 400))
    }
    #expect(
      server.send("POST", "/event-types", #"{"name":"n","color":"c","icon":"i"}"#)
        .json["detail"]?.text == "id is required")
  }

  @Test func `an identifier may be at most a minute ahead of the server's clock`() {
    let milliseconds = server.clock.now.milliseconds
    for (ahead, status) in [(60_000, 201), (60_001, 400)] as [(Int64, Int)] {
      let digits = String(milliseconds + ahead, radix: 16)
      let time = String(repeating: "0", count: 12 - digits.count) + digits
      let id = "\(time.prefix(8))-\(time.suffix(4))-7000-8000-000000000001"
      let body = #"{"id":"\#(id)","name":"\#(ahead)","color":"c","icon":"i"}"#
      #expect(server.send("POST", "/event-types", body).status == status)
    }
  }

  @Test func `every field reports its error`() {
    let type = server.makeType()
    let cases = [
      (#","notes":5"#, "notes is a number, not a string"),
      (#","is_all_day":"yes""#, "is_all_day is a string, not true or false"),
      (
        #","end_date":"2025-02-30T00:00:00Z""#,
        "end_date is '2025-02-30T00:00:00Z', not a time as in 2026-03-01T08:15:30Z"
      ),
      (
        #","source_type":"diary""#,
        "source_type is 'diary', not one of manual, imported, geofence, healthkit"
      ),
      (#","location_latitude":90.5"#, "location_latitude is 90.5, not from -90.0 to 90.0"),
      (#","location_longitude":1e999"#, "location_longitude is 1e999, not from -180.0 to 180.0"),
      (#","properties":null"#, "properties is required"),
      (#","properties":[]"#, "properties is an array, not an object"),
      (
        #","properties":{"k":1}"#,
        "properties has a number for 'k', not an object with type and value"
      ),
      (
        #","properties":{"k":{"type":"colour","value":1}}"#,
        "properties has no type for 'k' out of text, number, boolean, date, select, duration, url, email"
      ),
      (#","properties":{"k":{"type":"text"}}"#, "properties has no value for 'k'"),
      (
        #","notes":1,"is_all_day":1"#,
        "notes is a number, not a string; is_all_day is a number, not true or false"
      ),
    ]
    for (more, detail) in cases {
      let response = server.send("POST", "/events", server.event(type, more))
      #expect(response.summary == "400 validation")
      #expect(response.json["detail"]?.text == detail)
    }
    let missing = server.send("POST", "/events", #"{"id":"\#(server.identifiers.next())"}"#)
    #expect(
      missing.json["errors"]?.elements.map { $0["field"]?.text } == ["event_type_id", "timestamp"])
    #expect(server.send("GET", "/events").json.elements.isEmpty)
    #expect(server.feed().count == 1)
  }

  @Test func `geofences and definitions check their bounds`() {
    let type = server.makeType()
    func geofence(_ radius: String) -> String {
      let id = server.identifiers.next()
      return #"{"id":"\#(id)","name":"\#(id)","latitude":0,"longitude":0,"radius":\#(radius)}"#
    }
    for (radius, status) in [("49.9", 400), ("50", 201), ("10000", 201), ("10000.1", 400)] {
      #expect(server.send("POST", "/geofences", geofence(radius)).status == status)
    }
    func definition(_ more: String) -> String {
      let id = server.identifiers.next()
      return #"{"id":"\#(id)","key":"\#(id)","label":"l","property_type":\#(more)}"#
    }
    let path = "/event-types/\(type)/properties"
    for (more, detail) in [
      (#""select""#, "options must not be empty for a select"),
      (#""select","options":[]"#, "options must not be empty for a select"),
      (#""select","options":[1]"#, "options holds a number, not a string"),
      (#""text","display_order":1.5"#, "display_order is 1.5, not a whole number"),
      (#""select","options":["a"],"display_order":1.0,"default_value":{"a":[1]}"#, nil),
    ] {
      #expect(server.send("POST", path, definition(more)).json["detail"]?.text == detail)
    }
    let other =
      #"{"id":"\#(server.identifiers.next())","event_type_id":"x","key":"k","label":"l","property_type":"text"}"#
    #expect(
      server.send("POST", path, other).json["detail"]?.text
        == "event_type_id differs from the event type of the path")
    #expect(
      server.send("POST", "/event-types/absent/properties", definition(#""text""#)).summary
        == "400 unknown_event_type")
    #expect(server.send("GET", "/event-types/absent/properties").text == "[]")
  }

  @Test func `null and empty values are left out, and numbers keep their spelling`() {
    let type = server.makeType()
    let bare = server.send("POST", "/events", server.event(type, #","notes":null,"properties":{}"#))
    #expect(
      bare.json.names == [
        "id", "user_id", "event_type_id", "timestamp", "is_all_day", "source_type", "created_at",
        "updated_at",
      ])
    let properties = #"{"b":{"type":"number","value":1.0},"a":{"type":"text","value":"\"é\u0001"}}"#
    let full = server.send(
      "POST", "/events",
      server.event(type, time: "11:00:00.1239+02:00", #","properties":\#(properties)"#))
    #expect(full.text.contains(#""properties":\#(properties)"#))
    #expect(full.json["timestamp"]?.text == "2025-12-01T09:00:00.123Z")
  }

  @Test func `a repeated creation finds the entity and changes nothing`() {
    let type = server.makeType()
    let id = server.identifiers.next()
    let body = server.event(type, id: id, #","notes":"first""#)
    #expect(server.send("POST", "/events", body).status == 201)
    server.send("PUT", "/events/\(id)", #"{"notes":"second"}"#)
    let again = server.send("POST", "/events", body)
    #expect((again.status, again.json["notes"]?.text) == (200, "second"))
    #expect(server.feed().count == 3)
  }

  @Test func `a creation after the deletion does not restore the entity`() {
    let type = server.makeType()
    let id = server.identifiers.next()
    let body = server.event(type, id: id)
    server.send("POST", "/events", body)
    #expect(server.send("DELETE", "/events/\(id)").status == 204)
    #expect(server.send("POST", "/events", body).summary == "410 gone")
    #expect(server.send("GET", "/events").json.elements.isEmpty)
    #expect(server.feed(token: "b").isEmpty)
  }

  @Test func `a missing field keeps its value, and null clears only an optional one`() {
    let type = server.makeType()
    let id = server.identifiers.next()
    server.send(
      "POST", "/events",
      server.event(type, id: id, #","notes":"n","location_name":"l","is_all_day":true"#))
    let changed = server.send(
      "PUT", "/events/\(id)",
      #"{"notes":null,"event_type_id":null,"timestamp":null,"is_all_day":null,"source_type":null}"#)
    #expect(changed.status == 200)
    #expect(changed.json["notes"] == nil)
    #expect(changed.json["location_name"]?.text == "l")
    #expect(changed.json["event_type_id"]?.text == type)
    #expect(changed.json["is_all_day"] == .boolean(true))
    #expect(
      server.send("PUT", "/events/\(id)", #"{"event_type_id":"x"}"#).summary
        == "400 unknown_event_type")
    #expect(server.send("PUT", "/events/\(id)", #"{"timestamp":"x"}"#).summary == "400 validation")
  }

  @Test func `an update cannot change the event type of a definition`() {
    let (first, second) = (server.makeType("a"), server.makeType("b"))
    let id = server.identifiers.next()
    server.send(
      "POST", "/event-types/\(first)/properties",
      #"{"id":"\#(id)","key":"k","label":"l","property_type":"text"}"#)
    let changed = server.send(
      "PUT", "/property-definitions/\(id)", #"{"event_type_id":"\#(second)","label":"m"}"#)
    #expect(changed.json["event_type_id"]?.text == first)
    #expect(changed.json["label"]?.text == "m")
  }

  @Test func `reading, changing or deleting a missing entity yields 404 (B31)`() {
    let collections = ["event-types", "events", "geofences", "property-definitions"]
    for collection in collections {
      for (method, body) in [("GET", ""), ("PUT", "{}"), ("DELETE", "")] {
        let response = server.send(method, "/\(collection)/absent", body)
        #expect(response.summary == "404 not_found")
      }
    }
    #expect(server.feed().isEmpty)
  }

  @Test
  func `events come newest first and in pages, and an invalid page size yields the default`() {
    let type = server.makeType()
    for hour in 10..<20 {
      server.send("POST", "/events", server.event(type, time: "\(hour):00:00Z"))
    }
    func hours(_ query: String) -> [String] {
      server.send("GET", "/events\(query)").json.elements.map {
        String($0["timestamp"]?.text?.dropFirst(11).prefix(2) ?? "")
      }
    }
    #expect(hours("?limit=3&offset=0") == ["19", "18", "17"])
    #expect(hours("?limit=3&offset=8") == ["11", "10"])
    #expect(hours("?limit=3&offset=10") == [])
    #expect(hours("").count == 10)
    #expect(hours("?limit=0&offset=-1").count == 10)
    #expect(hours("?limit=501").count == 10)
    #expect(hours("?limit=x").count == 10)
  }
}
