import Sync
import TestTools
import Testing

@Suite("Values on the wire", .timeLimit(.minutes(testMinutes)))
struct ValueTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.5Z", 500),
    ("1970-01-01T01:00:00.123456789+01:00", 123), ("1969-12-31T23:59:59.999Z", -1),
    ("2000-02-29T12:00:00Z", 951_825_600_000), ("2026-01-01t00:00:00.250z", 1_767_225_600_250),
    ("0001-01-01T00:00:00Z", -62_135_596_800_000),
  ])
  func `times are read with and without fractions and offsets`(
    text: String, milliseconds: Int
  ) {
    #expect(Timestamp(rfc3339: text)?.milliseconds == Int64(milliseconds))
  }

  @Test(arguments: [
    "", "2026", "2026-02-29T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:00:00",
    "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00Z ", "2026-13-01T00:00:00Z",
    "2026-01-01T00:00:00+1:00", "２026-01-01T00:00:00Z",
  ])
  func `an invalid time is rejected`(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test func `times are written with milliseconds and read back equal`() {
    #expect(Timestamp(milliseconds: 1_767_225_600_250).rfc3339 == "2026-01-01T00:00:00.250Z")
    #expect(Timestamp(milliseconds: -1).rfc3339 == "1969-12-31T23:59:59.999Z")
    var random = SeededRandomNumberGenerator(seed: 5)
    for _ in 1...2000 {
      let time = Timestamp(milliseconds: .random(in: -62e12.int...253e12.int, using: &random))
      #expect(Timestamp(rfc3339: time.rfc3339) == time)
    }
  }

  @Test func `an update writes null for a cleared field (B11)`() throws {
    let request = UpdateEventRequest(
      EventContent(eventTypeId: "t", timestamp: Timestamp(milliseconds: 0)))
    let text = String(decoding: try WireCoding.encode(request), as: UTF8.self)
    for key in [
      "notes", "end_date", "external_id", "original_title", "geofence_id", "location_latitude",
      "location_longitude", "location_name", "healthkit_sample_id", "healthkit_category",
    ] {
      #expect(text.contains("\"\(key)\":null"), "\(key)")
    }
    #expect(text.contains("\"properties\":{}"))
    #expect(try WireCoding.decode(UpdateEventRequest.self, from: Array(text.utf8)) == request)
  }

  @Test func `numbers keep their type when they are sent and received`() throws {
    let values: [JSONValue] = [
      .number(1), .number(1.5), .boolean(true), .integer(9_007_199_254_740_993), .text("1"), .null,
      .array([.number(0)]), .object(["a": .boolean(false)]),
    ]
    #expect(try WireCoding.decode([JSONValue].self, from: WireCoding.encode(values)) == values)
    #expect(try WireCoding.decode([JSONValue].self, from: Array("[1.0]".utf8)) == [.number(1)])
  }

  @Test func `unknown names are preserved and never confused with others (B39)`() throws {
    #expect(EntityKind(rawValue: "habit") == .unrecognized("habit"))
    #expect(MutationOperation(rawValue: "merge").rawValue == "merge")
    let json = Array(#"["manual","calendar"]"#.utf8)
    let sources = try WireCoding.decode([EventSource].self, from: json)
    #expect(sources == [.manual, .unrecognized("calendar")])
    #expect(try WireCoding.encode(sources) == json)
  }

  @Test func `an unreadable change does not affect its page (B9)`() throws {
    let json = """
      {"changes":[{"id":1,"entity_type":"event","operation":"create","entity_id":"e",
      "data":{"id":"e","timestamp":"yesterday"},"created_at":"2026-01-01T00:00:00Z"},
      {"id":2,"entity_type":"event","operation":"delete","entity_id":"f",
      "created_at":"2026-01-01T00:00:00.1234567Z"}],"next_cursor":2,"has_more":false}
      """
    let page = try WireCoding.decode(ChangeFeedResponse.self, from: Array(json.utf8))
    guard case .unreadable(let reason) = page.changes.first?.data else {
      Issue.record("an unreadable value was read")
      return
    }
    #expect(reason.contains("event_type_id"))
    #expect(page.changes.last?.createdAt?.milliseconds == 1_767_225_600_123)
  }

  @Test func `identifiers sort in the order of their creation, even within a millisecond`() {
    let clock = VirtualSyncClock(now: Timestamp(milliseconds: 1_767_225_600_000))
    let source = IdentifierSource(clock: clock, random: SyncRandom(seed: 3))
    var made: [String] = []
    for number in 1...10_000 {
      if number % 3000 == 0 { clock.advance(by: .milliseconds(1)) }
      made.append(source.next())
    }
    #expect(made == made.sorted())
    #expect(Set(made).count == made.count)
    #expect(made.allSatisfy { $0.count == 36 && $0.dropFirst(14).first == "7" })
    #expect(made.allSatisfy { "89ab".contains($0.dropFirst(19).first ?? " ") })
  }

  @Test func `equal seeds yield equal identifiers`() {
    func identifiers(_ seed: UInt64) -> [String] {
      let clock = VirtualSyncClock(now: Timestamp(milliseconds: 0))
      let source = IdentifierSource(clock: clock, random: SyncRandom(seed: seed))
      return (1...20).flatMap { _ in [source.next(), source.nextKey()] }
    }
    #expect(identifiers(1) == identifiers(1))
    #expect(identifiers(1) != identifiers(2))
  }

  @Test func `a sleeper wakes when its time has come, and a cancelled one at once`() async throws {
    let clock = VirtualSyncClock(now: Timestamp(milliseconds: 0))
    let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
    try await eventually { clock.sleeperCount > 0 }
    clock.advance(by: .milliseconds(4999))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    try await sleeper.value
    let cancelled = Task { try await clock.sleep(for: .seconds(5)) }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(clock.sleeperCount == 0)
  }
}

extension Double {
  fileprivate var int: Int64 { Int64(self) }
}
