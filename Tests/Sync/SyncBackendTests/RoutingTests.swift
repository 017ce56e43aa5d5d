import JSON
import Sync
import SyncBackend
import TestTools
import Testing

@Suite(.everyStorage, .timeLimit(.minutes(testMinutes))) struct RoutingTests {
  @Test(arguments: [nil, "unknown"])
  func `health needs no token; everything else does`(token: String?) throws {
    let server = try Server()
    let health = server.send("GET", "/health", token: token)
    #expect((health.status, health.text) == (200, #"{"status":"ok","env":"reference"}"#))
    for path in ["/event-types", "/events", "/geofences", "/changes", "/me/sync"] {
      #expect(server.send("GET", path, token: token).summary == "401 unauthorized")
    }
    var basic = server.request("GET", "/events", token: nil)
    basic.headers.append(HTTPField("Authorization", "Basic a"))
    #expect(server.ruleBook.respond(to: basic).status == 401)
  }

  @Test
  func `an unknown path yields 404, a method that a path lacks 405 with the allowed ones`() throws {
    let server = try Server()
    for path in ["/", "/nothing", "/events/a/b", "/changes/x", "/property-definitions"] {
      #expect(server.send("GET", path).summary == "404 unknown_route", "\(path)")
    }
    #expect(server.send("GET", "/events/%zz").status == 404)
    #expect(server.send("GET", "/events/%ff").status == 404)
    let outside = HTTPRequest(method: "GET", path: "/events")
    #expect(server.ruleBook.respond(to: outside).status == 404)
    let wrong = server.send("PATCH", "/events/x")
    #expect(wrong.summary == "405 method_not_allowed")
    #expect(wrong.header("Allow") == "GET, PUT, DELETE")
    #expect(server.send("DELETE", "/events").header("allow") == "GET, POST")
  }

  @Test func `a body that is too large, of another type or not JSON is refused`() throws {
    let server = try Server { $0.maximumBodySize = 1000 }
    let large = String(repeating: "x", count: 1001)
    #expect(server.send("POST", "/events", large).summary == "413 too_large")
    var form = server.request("POST", "/events", "a=b")
    form.headers = form.headers.map {
      $0.name == "content-type" ? HTTPField($0.name, "text/plain") : $0
    }
    #expect(server.ruleBook.respond(to: form).summary == "415 unsupported_media_type")
    let cases = [
      (#"{"a":1,}"#, "the body is not JSON: expected a key in quotes at byte 7"),
      ("[1]", "the body is an array, not an object"),
      (
        String(repeating: "[", count: 100),
        "the body is not JSON: nested more than 64 deep at byte 64"
      ),
    ]
    for (body, detail) in cases {
      let response = server.send("POST", "/events", body)
      #expect(response.summary == "400 malformed")
      #expect(response.json["detail"]?.text == detail)
      #expect(response.header("Content-Type") == "application/problem+json")
    }
    #expect(
      server.send("POST", "/events").json["detail"]?.text
        == "the body is not JSON: the text ends where a value is expected at byte 0")
    var bytes = server.request("POST", "/events", #"{"a":"?"}"#)
    bytes.body[6] = 0xff
    #expect(server.ruleBook.respond(to: bytes).summary == "400 malformed")
  }

  @Test func `any bytes as a body get an answer, never a crash`() throws {
    let server = try Server()
    let type = server.makeType()
    var random = SeededRandomNumberGenerator(seed: 11)
    let model = Array(
      server.event(type, #","properties":{"k":{"type":"text","value":"\u00e9"}}"#).utf8)
    for _ in 0..<3000 {
      var body = model
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 0..<body.count, using: &random)
        switch UInt8.random(in: 0..<3, using: &random) {
        case 0: body[index] = UInt8.random(in: 0...255, using: &random)
        case 1: body.remove(at: index)
        default: body.insert(UInt8.random(in: 32..<127, using: &random), at: index)
        }
      }
      var request = server.request("POST", "/events", "x")
      request.body = body
      let status = server.ruleBook.respond(to: request).status
      #expect([200, 201, 400, 409].contains(status), "\(String(decoding: body, as: UTF8.self))")
    }
  }

  @Test func `two users do not see each other's data`() throws {
    let server = try Server()
    let mine = server.makeType("Run", token: "a")
    let theirs = server.makeType("Run", token: "b")
    #expect(server.send("GET", "/event-types").json.elements.count == 1)
    #expect(server.send("GET", "/event-types/\(theirs)").status == 404)
    #expect(server.send("PUT", "/event-types/\(theirs)", #"{"name":"x"}"#).status == 404)
    #expect(server.send("DELETE", "/event-types/\(theirs)").status == 404)
    #expect(
      server.send("POST", "/events", server.event(theirs)).summary == "400 unknown_event_type")
    #expect(server.feed(token: "a") == ["create event_type \(mine)"])
    #expect(server.feed(token: "b") == ["create event_type \(theirs)"])
  }

  @Test func `the summary counts a user's rows`() throws {
    let server = try Server()
    let type = server.makeType()
    server.send("POST", "/events", server.event(type))
    #expect(
      server.send("GET", "/me/sync").text == """
        {"status":"ok","counts":{"event_types":1,"events":1,"geofences":0,\
        "property_definitions":0},"latest_cursor":2}
        """)
  }

  @Test func `rows, keys and change numbers survive a restart`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("server.sqlite")
    let body: String
    do {
      let server = try Server(name: path) { $0.isDurable = true }
      body = server.event(server.makeType())
      #expect(server.send("POST", "/events", body, key: "k").status == 201)
    }
    let server = try Server(name: path)
    let again = server.send("POST", "/events", body, key: "k")
    #expect((again.status, again.header("X-Idempotency-Replayed")) == (201, "true"))
    #expect(server.send("GET", "/events").json.elements.count == 1)
    #expect(
      server.send("GET", "/changes/latest-cursor").text == #"{"cursor":2,"epoch":"0"}"#)
  }
}
