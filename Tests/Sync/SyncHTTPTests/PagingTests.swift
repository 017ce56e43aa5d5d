import Sync
import SyncBackend
import SyncHTTP
import Synchronization
import TestTools
import Testing

@Suite(.timeLimit(.minutes(testMinutes))) struct PagingTests {
  /// Changes the list on the server before the request with this number.
  private struct Interference: HTTPTransport {
    let transport: any HTTPTransport
    let count = Counter()
    let before: Int
    let action: @Sendable () async throws -> Void

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      if count.next() == before { try await action() }
      return try await transport.send(request)
    }
  }

  private final class Counter: Sendable {
    private let value = Atomic(0)
    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
  }

  /// A server with `count` events; the result contains their ids.
  private func filled(_ count: Int64) async throws -> (Bench, type: String, ids: [String]) {
    let bench = try Bench()
    let type = try await bench.client.createEventType(bench.eventType()).id
    let requests = (0..<count).map { bench.event(type, second: $0) }
    for start in stride(from: 0, to: requests.count, by: 500) {
      let batch = Array(requests[start..<min(start + 500, requests.count)])
      _ = try await bench.client.createEventsBatch(batch, idempotencyKey: "b\(start)")
    }
    return (bench, type, requests.map(\.id).sorted())
  }

  @Test(arguments: [
    (0, 50), (1, 50), (49, 50), (50, 50), (51, 50), (99, 50), (120, 50), (7, 1), (7, 2),
  ])
  func `all events are fetched once, whatever the page size`(count: Int64, pageSize: Int)
    async throws
  {
    let (bench, _, ids) = try await filled(count)
    #expect(try await bench.client.getAllEvents(batchSize: pageSize).map(\.id) == ids)
  }

  @Test func `a page size beyond the server's limit is reduced to it`() async throws {
    let (bench, _, ids) = try await filled(600)
    #expect(try await bench.client.getAllEvents(batchSize: 5000).map(\.id) == ids)
    #expect(bench.log.lines.suffix(2).first == "GET /api/v1/events?after=&limit=500")
  }

  @Test
  func `events added or deleted between two pages cause neither gaps nor repetitions (B30)`()
    async throws
  {
    for requestNumber in 2...4 {
      for change in ["add", "delete", "delete many"] {
        let (bench, type, ids) = try await filled(30)
        let transport = Interference(transport: bench.network, before: requestNumber) {
          switch change {
          case "add":
            for second in 100..<105 {
              _ = try await bench.client.createEvent(bench.event(type, second: Int64(second)))
            }
          case "delete":
            for id in ids.prefix(3) { try await bench.client.deleteEvent(id: id) }
          default:
            for id in ids.prefix(19) { try await bench.client.deleteEvent(id: id) }
          }
        }
        let client = APIClient(transport: transport) { "token" }
        let found = try await client.getAllEvents(batchSize: 10).map(\.id)
        #expect(Set(found).count == found.count, "\(change) before request \(requestNumber)")
        let gone = change == "add" ? 0 : change == "delete" ? 3 : 19
        let missing = Set(ids.dropFirst(gone)).subtracting(found)
        #expect(missing.isEmpty, "\(change) before request \(requestNumber)")
      }
    }
  }

  @Test func `a server whose pages do not advance does not cause endless requests`() async throws {
    let (bench, _, _) = try await filled(2)
    let page = try await bench.client.getEvents(after: "", limit: 2)
    let body = String(decoding: try WireCoding.encode(page), as: UTF8.self)
    let fixed = FixedTransport(200, [HTTPField("Content-Type", "application/json")], body)
    let error = await #expect(throws: APIError.self) {
      try await APIClient(transport: fixed) { "token" }.getAllEvents(batchSize: 2)
    }
    #expect(error?.answerClass == .unusable)
  }
}
