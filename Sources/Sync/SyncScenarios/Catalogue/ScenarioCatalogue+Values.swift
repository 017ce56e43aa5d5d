import Sync
import Traces

/// Computed values for documents to quote.
extension ScenarioCatalogue {
  static let values = [
    Scenario("computed-values", "The numbers that the engine works with.", participants: []) {
      world in
      let recorder = world.recorder
      for trips in 1...CircuitBreaker.backoffSchedule.count {
        recorder.value(
          "CircuitBreaker.backoff(afterTrips: \(trips))",
          .number(CircuitBreaker.backoff(afterTrips: trips)), unit: "s")
      }
      recorder.value(
        "CircuitBreaker.wait(schedule: 30, retryAfter: 45, jitter: 1)",
        .number(CircuitBreaker.wait(schedule: 30, retryAfter: 45, jitter: 1)), unit: "s")
      recorder.value(
        "CircuitBreaker.longestRetryAfter", .number(CircuitBreaker.longestRetryAfter), unit: "s")
      recorder.value("CircuitBreaker.threshold", .integer(CircuitBreaker.threshold))
      recorder.value("CircuitBreaker.jitterShare", .number(CircuitBreaker.jitterShare))
      recorder.value("CircuitBreaker.firstPause", .number(CircuitBreaker.firstPause), unit: "s")
      recorder.value("SyncEngine.batchSize", .integer(SyncEngine.batchSize))
      recorder.value("SyncEngine.batchByteLimit", .integer(SyncEngine.batchByteLimit), unit: "By")
      recorder.value("SyncEngine.pageSize", .integer(SyncEngine.pageSize))
      recorder.value("PendingMutation.retryLimit", .integer(PendingMutation.retryLimit))
      recorder.value("SyncHistoryEntry.limit", .integer(SyncHistoryEntry.limit))
    }
  ]
}
