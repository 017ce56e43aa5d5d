import Foundation
import Sync
import SyncTestSupport
import TestTools
import Testing

/// The fast JSON code yields the same results as Foundation's.
@Suite("Shortcuts of the wire types", .timeLimit(.minutes(testMinutes)))
struct WireShortcutTests {
  private static let texts: [String?] = [
    nil, "", "plain", "quote \" slash / back \\",
    "tab\t line\n return\r bell\u{7} esc\u{1b}\u{8}\u{c}",
    "ä 日本 🏃🏽", "\u{2028}\u{7f}\u{0}", String(repeating: "long ", count: 400),
  ]
  private static let times = [
    0, 1_767_603_600_250, -1, -62_135_596_800_001, 253_402_300_799_999, 951_782_399_999,
  ].map { Timestamp(milliseconds: $0) }
  private static let numbers: [Double?] = [
    nil, 0, -0.0, 1, 52.520008, -179.9999999, 1e-7, 1e21, 0.1 + 0.2, .greatestFiniteMagnitude,
  ]

  /// Requests with different fields, derived from a seed.
  private static func requests(_ count: Int, seed: UInt64) -> [CreateEventRequest] {
    var random = SeededRandomNumberGenerator(seed: seed)
    func text() -> String? { texts.randomElement(using: &random) ?? nil }
    func number() -> Double? { numbers.randomElement(using: &random) ?? nil }
    func time() -> Timestamp { times.randomElement(using: &random) ?? times[0] }
    let values: [JSONValue] = [.null, .boolean(true), .number(2.5), .text("x\"y"), .array([])]
    return (0..<count).map { index in
      CreateEventRequest(
        id: text() ?? "id \(index)",
        EventContent(
          eventTypeId: text() ?? "type", timestamp: time(), notes: text(),
          isAllDay: Bool.random(using: &random),
          endDate: Bool.random(using: &random) ? time() : nil,
          sourceType: EventSource(rawValue: text() ?? "healthkit"), externalId: text(),
          originalTitle: text(), geofenceId: text(), locationLatitude: number(),
          locationLongitude: number(), locationName: text(), healthKitSampleId: text(),
          healthKitCategory: text(),
          properties: Bool.random(using: &random)
            ? [:]
            : [
              "b": PropertyValue(
                type: .number, value: values.randomElement(using: &random) ?? .null),
              "a\"": PropertyValue(type: .unrecognized("new"), value: .object(["k": .number(1)])),
            ]))
    }
  }

  @Test func `written bytes are equal`() throws {
    let requests = Self.requests(500, seed: 11)
    for request in requests {
      #expect(try WireCoding.encode(request) == WireCoding.encodeThoroughly(request))
    }
    let batch = CreateEventsBatchRequest(events: requests)
    #expect(try WireCoding.encode(batch) == WireCoding.encodeThoroughly(batch))
    let ids = ["a", "ä\"", "0193a000-0000-7000-8000-000000000001"]
    #expect(try WireCoding.encode(ids) == WireCoding.encodeThoroughly(ids))
    #expect(try WireCoding.encode([String]()) == WireCoding.encodeThoroughly([String]()))
  }

  @Test func `read values are equal`() throws {
    let time = Timestamp(milliseconds: 1_767_603_600_250)
    let requests = Self.requests(300, seed: 12)
    let events = requests.map { APIEvent($0, time: time) }
    func same<Value: Codable & Equatable>(_ value: Value) throws {
      let bytes = try WireCoding.encodeThoroughly(value)
      let thorough = try WireCoding.decodeThoroughly(Value.self, from: bytes)
      #expect(try WireCoding.decode(Value.self, from: bytes) == thorough)
    }
    for request in requests { try same(request) }
    for event in events { try same([event]) }
    try same(
      BatchCreateEventsResponse(
        created: events, errors: [BatchItemError(index: 3, message: "no\n", existingId: "x")],
        total: 4, success: 3, failed: 1))
    var changes = events.enumerated().map { number, event in
      ChangeEntry(
        id: Int64(number), entityType: .event, operation: .update, entityId: event.id,
        data: .event(event), createdAt: time)
    }
    let type = APIEventType(
      id: "t", EventTypeContent(name: "Run", color: "#1", icon: "i"), createdAt: time,
      updatedAt: time)
    changes += [
      ChangeEntry(
        id: 1 << 60, entityType: .eventType, operation: .create, entityId: "t", userId: "u",
        data: .eventType(type), createdAt: time),
      ChangeEntry(
        id: 7, entityType: .geofence, operation: .delete, entityId: "g", deletedAt: time,
        createdAt: time),
      ChangeEntry(
        id: 8, entityType: .unrecognized("habit"), operation: .unrecognized("merge"),
        entityId: "h", createdAt: time),
    ]
    try same(ChangeFeedResponse(changes: changes, nextCursor: 9, hasMore: true))
  }

  /// A page with one change of this event.
  private static func page(_ event: String) -> String {
    """
    {"changes":[{"id":1,"data":\(event),"entity_type":"event","operation":"update",
    "entity_id":"e","created_at":"2026-01-05T09:30:00Z"}],"next_cursor":1,"has_more":false}
    """
  }

  private static let event = """
    {"id":"e","event_type_id":"t","timestamp":"2026-01-05T09:30:00.5+02:00",
    "created_at":"2026-01-05T09:30:00Z","updated_at":"2026-01-05T09:30:00Z"
    """

  @Test(arguments: [
    "", " ", "null", "{", "{}", "[]", "[1,]",
    #"{"changes":[],"next_cursor":1.0,"has_more":false}"#,
    #"{"changes":[],"next_cursor":1,"has_more":false} x"#,
    #" { "changes" : [ ] , "next_cursor" : -1 , "has_more" : true } "#,
    #"{"changes":[],"next_cursor":01,"has_more":true}"#,
    #"{"changes":[],"next_cursor":1e2,"has_more":true}"#,
    #"{"changes":[],"next_cursor":1 "has_more":true}"#,
    #"{"changes":[],"next_cursor":1,"has_more":true,}"#,
    #"{"changes":null,"next_cursor":1,"has_more":true}"#,
    page(event + "}"), page(event + #","notes":null,"is_all_day":null,"properties":null}"#),
    page(event + #","notes":"a\u00e4\n\ud83c\udfc3"}"#), page(event + #","notes":7}"#),
    page(event + #","location_latitude":1e2}"#), page(event + #","location_latitude":-0}"#),
    page(event + #","location_latitude":1.}"#), page(event + #","location_latitude":"1"}"#),
    page(event + #","properties":{"a":{"type":"number","value":[1,{"b":null}]}}}"#),
    page(event + #","properties":{"a":3}}"#),
    page(event + #","event_type":{"id":"t","x":[[]]}}"#),
    page(event + #","timestamp":"yesterday"}"#), page(event), page("null"), page("[]"),
    page(event + #","extra":\#(String(repeating: "[", count: 3000))}"#),
    page(
      event + #","extra":\#(String(repeating: "[", count: 80))1"#
        + String(repeating: "]", count: 80) + "}"),
  ])
  func `unusual, broken and hostile texts have the same result as with Foundation`(_ text: String)
    throws
  {
    let bytes = Array(text.utf8)
    let type = ChangeFeedResponse.self
    do {
      let thorough = try WireCoding.decodeThoroughly(type, from: bytes)
      #expect(try WireCoding.decode(type, from: bytes) == thorough)
    } catch {
      let words = WireCoding.describe(error)
      let own = #expect(throws: DecodingError.self) { try WireCoding.decode(type, from: bytes) }
      #expect(own.map { WireCoding.describe($0) } == words)
    }
  }

  @Test func `bytes that are not valid UTF-8 are not accepted as text`() {
    let bytes = Array("[\"".utf8) + [0xff, 0xc0] + Array("\"]".utf8)
    #expect(throws: DecodingError.self) { try WireCoding.decode([String].self, from: bytes) }
  }
}
