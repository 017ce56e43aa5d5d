import Sync
import SyncBackend
import TestTools
import Testing

@Suite(.everyStorage, .timeLimit(.minutes(testMinutes))) struct FaultTests {
  private let server: Server

  init() throws {
    server = try Server()
  }

  private func create(_ name: String) -> DeliveredResponse {
    let id = server.identifiers.next()
    let body = #"{"id":"\#(id)","name":"\#(name)","color":"c","icon":"i"}"#
    return server.ruleBook.answer(server.request("POST", "/event-types", body))
  }

  private var names: [String?] {
    server.send("GET", "/event-types").json.elements.map { $0["name"]?.text }
  }

  @Test func `without faults, answers are complete and immediate`() {
    let answer = create("a")
    #expect(answer.response.status == 201)
    #expect(answer.delivery == .whole)
    #expect(answer.delay == .zero)
  }

  @Test func `each fault has its effect on the answer and on the rows`() {
    let cases: [(Fault.Kind, Int?, DeliveredResponse.Delivery, Duration, isDone: Bool)] = [
      (.delay(.seconds(3)), 201, .whole, .seconds(3), true),
      (.dropBeforeCommit, nil, .dropped, .zero, false),
      (.dropAfterCommit, nil, .dropped, .zero, true),
      (.rateLimit(retryAfter: 9), 429, .whole, .zero, false),
      (.failure(status: 502, afterCommit: false), 502, .whole, .zero, false),
      (.failure(status: 500, afterCommit: true), 500, .whole, .zero, true),
      (.truncate(bytes: 5), 201, .truncated(bytes: 5), .zero, true),
    ]
    for (number, (kind, status, delivery, delay, isDone)) in cases.enumerated() {
      server.ruleBook.inject(Fault(kind))
      let answer = create("\(number)")
      #expect(answer.delivery == delivery, "\(kind)")
      #expect(answer.delay == delay, "\(kind)")
      if let status { #expect(answer.response.status == status, "\(kind)") }
      #expect(names.contains("\(number)") == isDone, "\(kind)")
      #expect(create("after \(number)").response.status == 201)
    }
  }

  @Test func `a 429 has the given seconds or none`() {
    server.ruleBook.inject(Fault(.rateLimit(retryAfter: 60)))
    server.ruleBook.inject(Fault(.rateLimit(retryAfter: nil)))
    #expect(create("a").response.header("Retry-After") == "60")
    #expect(create("b").response.header("Retry-After") == nil)
    #expect(create("c").response.status == 201)
  }

  @Test func `a fault affects its number of requests to its route, in the order of injection`() {
    server.ruleBook.inject(
      Fault(.failure(status: 503, afterCommit: false), times: 2, route: "POST /event-types"))
    server.ruleBook.inject(Fault(.rateLimit(retryAfter: nil)))
    let list = server.request("GET", "/event-types")
    #expect(create("a").response.status == 503)
    #expect(server.ruleBook.answer(list).response.status == 429)
    #expect(server.ruleBook.answer(list).response.status == 200)
    #expect(create("b").response.status == 503)
    #expect(create("c").response.status == 201)
    #expect(server.ruleBook.requestCounts["POST /event-types"] == 1)
  }

  @Test func `faults can be removed, and one for zero requests has no effect`() {
    server.ruleBook.inject(Fault(.dropAfterCommit, times: 9))
    server.ruleBook.clearFaults()
    server.ruleBook.inject(Fault(.dropAfterCommit, times: 0))
    #expect(create("a").delivery == .whole)
  }
}
