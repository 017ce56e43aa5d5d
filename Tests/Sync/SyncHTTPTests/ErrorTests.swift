import Sync
import SyncBackend
import SyncHTTP
import TestTools
import Testing

@Suite(.timeLimit(.minutes(testMinutes))) struct ErrorTests {
  private let now = Timestamp(milliseconds: 1_767_000_000_000)

  /// The error that a client throws for this response to `GET /changes/latest-cursor`.
  private func error(
    _ status: Int, _ headers: [HTTPField] = [], _ body: String = ""
  ) async -> APIError? {
    let clock = VirtualSyncClock(now: now)
    let client = APIClient(transport: FixedTransport(status, headers, body), clock: clock) { nil }
    do {
      _ = try await client.getLatestCursor()
      return nil
    } catch {
      return error as? APIError
    }
  }

  private let problemType = HTTPField("Content-Type", "application/problem+json; charset=utf-8")

  @Test func `an unsuccessful answer becomes the error that it describes`() async {
    #expect(await error(404) == .gateway(status: 404))
    #expect(await error(500, [], "<html>") == .gateway(status: 500))
    #expect(await error(404, [], "{}") == .gateway(status: 404))
    let html = HTTPField("Content-Type", "text/html")
    #expect(await error(400, [html], #"{"error":"x"}"#) == .gateway(status: 400))
    #expect(
      await error(503, [], #"{"error":"down"}"#) == .server(message: "down", status: 503))
    #expect(
      await error(400, [problemType], #"{"title":"Validation","detail":"name is required"}"#)
        == .http(
          status: 400,
          problem: ProblemDetails(title: "Validation", detail: "name is required")))
    #expect(
      await error(409, [problemType], #"{"detail":"taken","code":"duplicate","existing_id":"e"}"#)
        == .duplicate(message: "taken", existingId: "e"))
    #expect(await error(409, [], #"{"error":"taken"}"#) == .duplicate(message: "taken"))
    #expect(await error(409) == .gateway(status: 409))
    #expect(await error(42) == .invalidResponse)
    #expect(await error(700) == .invalidResponse)
  }

  @Test func `a conflict with another reason is not a duplicate`() async {
    let error = await error(409, [problemType], #"{"detail":"locked","code":"locked"}"#)
    #expect(
      error == .http(status: 409, problem: ProblemDetails(detail: "locked", code: "locked")))
  }

  @Test func `an unreadable answer is reported with the position`() async {
    #expect(await error(200, [], #"{"cursor":"x"}"#)?.description.contains("cursor") == true)
    #expect(await error(200, [], "{}") == .decoding("key 'cursor' is missing"))
    #expect(await error(200, [], #"{"cursor":9}"#) == nil)
    guard case .decoding? = await error(200, [], #"{"curs"#) else {
      Issue.record("a truncated body is a decoding error")
      return
    }
  }

  @Test(
    arguments: [
      ("120", 120), ("0", 0), (" 7", 7),
      ("Mon, 29 Dec 2025 09:21:10 GMT", 70), ("Monday, 29-Dec-25 09:21:10 GMT", 70),
      ("Mon Dec 29 09:21:10 2025", 70), ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 0), ("Sun Nov  6 08:49:37 1994", 0),
      ("soon", nil), ("-5", nil), ("", nil), ("Mon, 29 Dez 2025 09:21:10 GMT", nil),
      ("Mon, 29 Dec 2025 09:21:10 CET", nil), ("1.5", nil), ("99999999999 Dec", nil),
    ] as [(String, Double?)])
  func `Retry-After is read in seconds and as each form of date`(header: String, seconds: Double?)
    async
  {
    // The time of the clock is Mon, 29 Dec 2025 09:20:00 GMT.
    #expect(await error(429, [HTTPField("retry-after", header)])?.retryAfter == seconds)
    #expect(await error(503, [HTTPField("Retry-After", header)])?.retryAfter == seconds)
  }

  @Test
  func `a date is relative to the answer's own date, not to the device's clock (O17)`() async {
    let date = HTTPField("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
    let later = HTTPField("Retry-After", "Sun, 06 Nov 1994 08:51:37 GMT")
    #expect(await error(429, [date, later])?.retryAfter == 120)
    #expect(await error(429, [HTTPField("Date", "today"), later])?.retryAfter == 0)
  }

  @Test func `a success of another type is not an answer`() async {
    let html = HTTPField("Content-Type", "text/html; charset=utf-8")
    #expect(
      await error(200, [html], #"{"cursor":9}"#) == .decoding("its type is 'text/html', not JSON"))
    let json = HTTPField("content-type", "Application/JSON;charset=utf-8")
    #expect(await error(200, [json], #"{"cursor":9}"#) == nil)
  }

  @Test func `a 429 reaches the caller at once, as one request (B24)`() async throws {
    let bench = try Bench()
    bench.ruleBook.inject(Fault(.rateLimit(retryAfter: 17), times: 2))
    let error = await #expect(throws: APIError.self) { try await bench.client.getEventTypes() }
    #expect(error?.isRateLimit == true)
    #expect(error?.retryAfter == 17)
    #expect(bench.log.lines.count == 1)
    await #expect(throws: APIError.self) { try await bench.client.getEventTypes() }
    #expect(try await bench.client.getEventTypes().isEmpty)
    #expect(bench.clock.now == Timestamp(milliseconds: 1_767_000_000_000))
  }

  @Test(arguments: [nil, "wrong"])
  func `without a token, or with an unknown one, the answer is 401`(token: String?) async throws {
    let bench = try Bench(token: token)
    let error = await #expect(throws: APIError.self) { try await bench.client.getEventTypes() }
    #expect(error?.status == 401)
    #expect(bench.log.last?.header("Authorization") == token.map { "Bearer \($0)" })
  }

  @Test func `a duplicate reports the existing entity`() async throws {
    let bench = try Bench()
    let first = try await bench.client.createEventType(bench.eventType("Run"))
    await #expect(
      throws: APIError.duplicate(
        message: "there is an event type with this name", existingId: first.id)
    ) {
      try await bench.client.createEventType(bench.eventType("Run"))
    }
  }

  @Test func `nothing is sent if the token provider fails or is cancelled`() async throws {
    struct Locked: Error {}
    let bench = try Bench()
    let locked = APIClient(transport: bench.log) { throw Locked() }
    await #expect(throws: APIError.network("Locked()")) { try await locked.getEventTypes() }
    let cancelled = APIClient(transport: bench.log) { throw CancellationError() }
    await #expect(throws: APIError.cancelled) { try await cancelled.getEventTypes() }
    #expect(bench.log.lines.isEmpty)
  }

  @Test func `an identifier cannot change the rest of the path`() async throws {
    let bench = try Bench()
    try await bench.client.deleteEvent(id: "../event-types/a?b#c%/é")
    #expect(
      bench.log.lines == ["DELETE /api/v1/events/..%2Fevent-types%2Fa%3Fb%23c%25%2F%C3%A9"])
    #expect(bench.ruleBook.requestCounts == ["DELETE /events/{id}": 1])
  }

  @Test
  func `the simulated network has missing connections and lost, slow and cancelled answers`()
    async throws
  {
    let bench = try Bench()
    bench.network.isConnected = false
    await #expect(throws: APIError.noConnection) { try await bench.client.getEventTypes() }
    bench.network.isConnected = true
    bench.ruleBook.inject(Fault(.dropBeforeCommit))
    await #expect(throws: APIError.network("the connection was lost")) {
      try await bench.client.getEventTypes()
    }
    #expect(bench.ruleBook.requestCounts.isEmpty)
    bench.ruleBook.inject(Fault(.delay(.seconds(20))))
    await #expect(throws: APIError.network("the request timed out")) {
      try await bench.client.getEventTypes()
    }
    #expect(bench.clock.now == Timestamp(milliseconds: 1_767_000_015_000))
    bench.network.latency = .milliseconds(80)
    _ = try await bench.client.getEventTypes()
    #expect(bench.clock.now == Timestamp(milliseconds: 1_767_000_015_080))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await bench.client.getEventTypes()
    }
    await #expect(throws: APIError.cancelled) { try await task.value }
    bench.ruleBook.inject(Fault(.truncate(bytes: 1)))
    let error = await #expect(throws: APIError.self) { try await bench.client.getEventTypes() }
    guard case .decoding? = error else {
      Issue.record("a truncated body is a decoding error, not \(String(describing: error))")
      return
    }
  }
}
