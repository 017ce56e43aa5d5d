import SyncBackend
import TestTools
import Testing

@Suite(.timeLimit(.minutes(testMinutes))) struct FaultParsingTests {
  @Test(arguments: [
    ("delay=2.5", Fault(.delay(.milliseconds(2500)))),
    ("drop-before", Fault(.dropBeforeCommit)),
    ("drop-after*2", Fault(.dropAfterCommit, times: 2)),
    ("429", Fault(.rateLimit(retryAfter: nil))),
    ("429=30*3", Fault(.rateLimit(retryAfter: 30), times: 3)),
    ("503", Fault(.failure(status: 503, afterCommit: false))),
    (
      "500-after@POST /events/batch",
      Fault(.failure(status: 500, afterCommit: true), route: "POST /events/batch")
    ),
    ("truncate=10*4@GET /changes", Fault(.truncate(bytes: 10), times: 4, route: "GET /changes")),
  ])
  func `a fault is read from a command line`(text: String, fault: Fault) throws {
    #expect(try Fault(parsing: text) == fault)
  }

  @Test(arguments: [
    (
      "", "'' is not one of delay=S, drop-before, drop-after, 429[=S], 5xx, 5xx-after, truncate=N"
    ),
    (
      "drop",
      "'drop' is not one of delay=S, drop-before, drop-after, 429[=S], 5xx, 5xx-after, truncate=N"
    ),
    (
      "404",
      "'404' is not one of delay=S, drop-before, drop-after, 429[=S], 5xx, 5xx-after, truncate=N"
    ),
    ("delay=soon", "'soon' is not a number of seconds"),
    ("delay=nan", "'nan' is not a number of seconds"),
    ("delay=1e300", "'1e300' is not a number of seconds"),
    ("429=-1", "'-1' is not a number of seconds"),
    ("truncate=x", "'x' is not a number of bytes"),
    ("503*0", "'0' is not a number of requests"),
    ("503*", "'' is not a number of requests"),
  ])
  func `invalid faults are rejected with a sentence`(text: String, message: String) {
    let error = #expect(throws: Fault.Unreadable.self) { try Fault(parsing: text) }
    #expect(error?.description == message)
  }
}
