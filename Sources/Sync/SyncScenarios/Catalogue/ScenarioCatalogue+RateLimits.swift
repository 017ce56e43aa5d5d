import Sync
import SyncHTTP

/// 429 answers, below and at the threshold.
extension ScenarioCatalogue {
  private static let participants = Scenario.participants(from: "Trigger")

  private static func limited(
    _ name: String, _ title: String, route: String, times: Int, events: Int = 3,
    retryAfter: Int64? = nil,
    then: @escaping @Sendable (ScenarioWorld) async throws -> Void = { _ in }
  ) -> Scenario {
    Scenario(name, title, participants: participants) { world in
      let type = try await world.prepareSyncedDevice()
      try await world.makeEventsElsewhere(3, ofType: type)
      try await world.makeEventsOffline(events)
    } play: { world in
      world.limitRate(route, times: times, retryAfter: retryAfter)
      try await world.performSync()
      try await then(world)
    }
  }

  static let rateLimits = [
    limited(
      "rate-limit-below-threshold",
      "Two 429 answers in a row: the engine waits and sends the same batch again.",
      route: "POST /events/batch", times: 2, retryAfter: 2),
    limited(
      "rate-limit-trips-breaker",
      "The third 429 in a row opens the breaker; while it is open, nothing is sent.",
      route: "POST /events/batch", times: 3, retryAfter: 5
    ) { world in
      try await world.performSync()
    },
    limited(
      "rate-limit-in-health-check", "The health check alone gets three 429 answers.",
      route: "GET /event-types", times: 3),
    limited(
      "rate-limit-while-pulling", "The change feed answers 429 twice, then it succeeds.",
      route: "GET /changes", times: 2),
    limited(
      "rate-limit-trips-while-pulling",
      "The change feed answers 429 and asks for 45 seconds: the breaker opens at once.",
      route: "GET /changes", times: 1, retryAfter: 45),
    limited(
      "long-wait", "The server asks for an hour: the breaker opens at once, without a pause.",
      route: "POST /events/batch", times: 1, retryAfter: 3600),
    Scenario(
      "edit-while-rate-limited", "An edit while the breaker is open is counted and waits.",
      participants: Scenario.participants(from: "User", eventStore: true)
    ) { world in
      try await world.prepareSyncedDevice()
    } play: { world in
      try await world.tripBreaker(events: 1, from: "User")
      let (type, now) = (try await world.firstTypeId(), world.clock.now)
      _ = try await world.call("createEvent", ["ofType", "at"]) {
        try await world.eventStore.createEvent(ofType: type, at: now)
      }
    },
    Scenario(
      "rate-limit-in-bootstrap",
      "A bootstrap gets 429 answers, continues where it was, and then trips the breaker.",
      participants: participants
    ) { world in
      try await world.makeTypeElsewhere()
    } play: { world in
      world.limitRate("GET /geofences", times: 2)
      world.limitRate("GET /events", times: 3)
      try await world.performSync()
    },
  ]
}

extension ScenarioWorld {
  /// Creates an event type on another device of the account; returns its id.
  @discardableResult
  func makeTypeElsewhere(named name: String = "Run") async throws -> String {
    let type = try await otherDevice.createEventType(
      CreateEventTypeRequest(
        id: plain.configuration.identifiers.next(),
        EventTypeContent(name: name, color: "#007AFF", icon: "circle.fill")))
    return type.id
  }

  /// Lets a sync trip the breaker while this number of events is waiting.
  func tripBreaker(events: Int = 3, from caller: String = "Trigger") async throws {
    if events > 0 { try await makeEventsOffline(events) }
    limitRate("GET /event-types", times: CircuitBreaker.threshold)
    try await performSync(from: caller)
  }
}
