import Sync
import SyncBackend
import SyncHTTP
import TestTools
import Testing
import Traces

@Suite(.timeLimit(.minutes(testMinutes))) struct TracingHTTPTransportTests {
  @Test
  func `every request is recorded with method, template, query names and outcome`() async throws {
    let bench = try Bench()
    let recorder = TraceRecorder(clock: bench.clock.traceClock)
    let client = APIClient(
      transport: TracingHTTPTransport(bench.network, recorder: recorder), clock: bench.clock
    ) { "token" }
    let type = try await client.createEventType(bench.eventType())
    _ = try await client.createEventsBatch([bench.event(type.id)], idempotencyKey: "b")
    _ = try await client.getChanges(since: 0, limit: 1)
    _ = try await client.updateEventType(
      id: type.id, UpdateEventTypeRequest(EventTypeContent(name: "a", color: "b", icon: "c")),
      idempotencyKey: nil)
    try await client.deleteEvent(id: "absent")
    bench.ruleBook.inject(Fault(.rateLimit(retryAfter: 1)))
    _ = try? await client.getLatestCursor()
    bench.network.isConnected = false
    _ = try? await client.getGeofences(activeOnly: true)
    let trace = recorder.trace(header: TraceHeader(scenario: "test"))
    #expect(
      trace.records.map(TracingHTTPTransportTests.line) == [
        "NetworkClient -> Backend: POST /event-types()", "1 returned 201 Created",
        "NetworkClient -> Backend: POST /events/batch()", "2 returned 201 Created",
        "NetworkClient -> Backend: GET /changes(since, limit)", "3 returned 200 OK",
        "NetworkClient -> Backend: PUT /event-types/{id}()", "4 returned 200 OK",
        "NetworkClient -> Backend: DELETE /events/{id}()", "5 failed 404 Not Found",
        "NetworkClient -> Backend: GET /changes/latest-cursor()",
        "6 failed 429 Too Many Requests",
        "NetworkClient -> Backend: GET /geofences(active)", "7 failed APIError.noConnection",
      ])
  }

  private static func line(_ record: TraceRecord) -> String {
    switch record.body {
    case .call(let call):
      "\(call.from) -> \(call.to): \(call.name)(\(call.parameters.joined(separator: ", ")))"
    case .returned(let outcome): "\(outcome.span.number) returned \(outcome.value)"
    case .failed(let outcome): "\(outcome.span.number) failed \(outcome.value)"
    default: "unexpected \(record.body)"
    }
  }
}
