import Sync
import SyncBackend
import TestTools
import Testing

@Suite(.timeLimit(.minutes(testMinutes))) struct RateLimiterTests {
  private let server: Server

  init() throws {
    server = try Server {
      $0.rateLimit = 3
      $0.rateLimitWindow = .seconds(60)
    }
  }

  private func status(_ token: String = "a") -> Int {
    server.send("GET", "/event-types", token: token).status
  }

  @Test func `requests beyond the limit are refused with the time to wait`() {
    for remaining in ["2", "1", "0"] {
      let response = server.send("GET", "/event-types")
      #expect(response.status == 200)
      #expect(response.header("X-RateLimit-Limit") == "3")
      #expect(response.header("X-RateLimit-Remaining") == remaining)
    }
    server.clock.advance(by: .milliseconds(17_500))
    let refused = server.send("GET", "/event-types")
    #expect(refused.summary == "429 rate_limited")
    #expect(refused.header("Retry-After") == "43")
  }

  @Test func `refused requests do not extend the window: waiting as requested succeeds (B24)`() {
    for _ in 0..<3 { #expect(status() == 200) }
    for second in 1..<60 {
      server.clock.advance(by: .seconds(1))
      #expect(status() == 429, "in second \(second)")
    }
    server.clock.advance(by: .seconds(1))
    #expect(status() == 200)
  }

  @Test func `a new window has the full limit`() {
    for _ in 0..<2 { #expect(status() == 200) }
    server.clock.advance(by: .seconds(60))
    for _ in 0..<3 { #expect(status() == 200) }
    #expect(status() == 429)
  }

  @Test func `requests of one user do not count for another, and open routes for none`() {
    for _ in 0..<3 { #expect(status("a") == 200) }
    #expect(status("a") == 429)
    #expect(status("b") == 200)
    for _ in 0..<10 { #expect(server.send("GET", "/health").status == 200) }
    for _ in 0..<10 { #expect(status("unknown") == 401) }
    #expect(status("b") == 200)
  }

  @Test func `a refused write has no effect`() {
    for _ in 0..<3 { #expect(status() == 200) }
    _ = server.makeType()
    server.clock.advance(by: .seconds(60))
    #expect(server.send("GET", "/event-types").text == "[]")
  }
}
