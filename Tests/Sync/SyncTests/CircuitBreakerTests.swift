import Sync
import TestTools
import Testing

@Suite("The circuit breaker", .timeLimit(.minutes(testMinutes)))
struct CircuitBreakerTests {
  private func tripped(times: Int) -> (breaker: CircuitBreaker, waits: [Double]) {
    var breaker = CircuitBreaker()
    var waits: [Double] = []
    for _ in 1...times {
      while breaker.phase != .open {
        let wait = breaker.recordRateLimit(retryAfter: nil, jitter: 0)
        if breaker.phase == .open { waits.append(wait) }
      }
      breaker.allowProbe()
    }
    return (breaker, waits)
  }

  @Test func `the breaker opens on the third consecutive 429, not one request later (B25)`() {
    var breaker = CircuitBreaker()
    var phases: [CircuitBreaker.Phase] = []
    for _ in 1...3 {
      _ = breaker.recordRateLimit(retryAfter: nil, jitter: 0)
      phases.append(breaker.phase)
    }
    #expect(phases == [.closed, .closed, .open])
  }

  @Test func `the breaker backs off 30, 60, 120, 240, 300 and then 300 seconds`() {
    #expect(tripped(times: 7).waits == [30, 60, 120, 240, 300, 300, 300])
    #expect((1...7).map(CircuitBreaker.backoff(afterTrips:)) == [30, 60, 120, 240, 300, 300, 300])
    #expect(CircuitBreaker.backoff(afterTrips: 0) == 30)
    #expect(CircuitBreaker.backoff(afterTrips: .max) == 300)
  }

  @Test
  func `the breaker waits as long as the server asks, if that is longer than the schedule (B24)`() {
    #expect(CircuitBreaker.wait(schedule: 30, retryAfter: 90, jitter: 0) == 90)
    #expect(CircuitBreaker.wait(schedule: 120, retryAfter: 90, jitter: 0) == 120)
    #expect(CircuitBreaker.wait(schedule: 30, retryAfter: -5, jitter: 0) == 30)
    #expect(CircuitBreaker.wait(schedule: 30, retryAfter: .infinity, jitter: 0) == 86_400)
    #expect(CircuitBreaker.wait(schedule: 30, retryAfter: .nan, jitter: 0) >= 30)
  }

  @Test func `jitter adds at most a fifth of the wait (B24)`() {
    #expect(CircuitBreaker.wait(schedule: 30, retryAfter: nil, jitter: 1) == 36)
    #expect(CircuitBreaker.wait(schedule: 30, retryAfter: nil, jitter: 0.5) == 33)
    #expect(CircuitBreaker.wait(schedule: 30, retryAfter: nil, jitter: 7) == 36)
  }

  @Test
  func
    `the breaker opens again at once if its probe is refused, and closes if it is answered (B1)`()
  {
    var refused = tripped(times: 1).breaker
    #expect(refused.phase == .halfOpen)
    #expect(refused.recordRateLimit(retryAfter: nil, jitter: 0) == 60)
    #expect(refused.phase == .open)

    var answered = tripped(times: 1).breaker
    answered.recordAnswer()
    #expect(answered.phase == .closed)
    _ = answered.recordRateLimit(retryAfter: nil, jitter: 0)
    #expect(answered.phase == .closed, "one 429 after recovery must not open it")
  }

  @Test func `the breaker counts only consecutive 429s: any other answer resets the count (B27)`() {
    var breaker = CircuitBreaker()
    for _ in 1...4 {
      _ = breaker.recordRateLimit(retryAfter: nil, jitter: 0)
      _ = breaker.recordRateLimit(retryAfter: nil, jitter: 0)
      breaker.recordAnswer()
    }
    #expect(breaker.phase == .closed)
    #expect(breaker.consecutiveRateLimits == 0)
  }

  @Test func `the schedule starts over only when the server has accepted something`() {
    var breaker = tripped(times: 3).breaker
    breaker.recordAnswer()
    #expect(breaker.trips == 3)
    breaker.reset()
    #expect(breaker.trips == 3)
    breaker.recordProgress()
    #expect(breaker.trips == 0)
  }

  @Test func `pauses below the threshold take 1 and 2 seconds, or as long as the server asks`() {
    var breaker = CircuitBreaker()
    #expect(breaker.recordRateLimit(retryAfter: nil, jitter: 0) == 1)
    #expect(breaker.recordRateLimit(retryAfter: nil, jitter: 0) == 2)
    var asked = CircuitBreaker()
    #expect(asked.recordRateLimit(retryAfter: 5, jitter: 0) == 5)
    #expect(asked.phase == .closed)
  }

  @Test func `the breaker opens at once if the server asks for a long wait (W4)`() {
    var breaker = CircuitBreaker()
    #expect(breaker.recordRateLimit(retryAfter: 5.1, jitter: 0) == 30)
    #expect(breaker.phase == .open)
    #expect(breaker.trips == 1)
    var asked = CircuitBreaker()
    #expect(asked.recordRateLimit(retryAfter: 86_400, jitter: 0) == 86_400)
  }
}
