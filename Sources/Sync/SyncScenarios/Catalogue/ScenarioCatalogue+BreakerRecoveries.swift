import Sync
import SyncBackend

/// The ways in which an open breaker closes.
extension ScenarioCatalogue {
  private static let participants = Scenario.participants(from: "Trigger")

  private static func afterTrip(
    _ name: String, _ title: String, events: Int = 3,
    play: @escaping @Sendable (ScenarioWorld) async throws -> Void
  ) -> Scenario {
    Scenario(name, title, participants: participants) { world in
      try await world.prepareSyncedDevice()
    } play: { world in
      try await world.tripBreaker(events: events)
      try await play(world)
    }
  }

  static let breakerRecoveries = [
    afterTrip(
      "breaker-recovery", "The backoff ends, the probe is answered, and waiting edits are sent."
    ) { world in
      await world.waitForBackoff()
      try await world.performSync()
    },
    afterTrip(
      "breaker-probe-refused",
      "The probe is refused: the breaker opens again at once, for twice as long."
    ) { world in
      await world.waitForBackoff()
      world.limitRate("GET /event-types", times: 1)
      try await world.performSync()
      await world.waitForBackoff()
      try await world.performSync()
    },
    afterTrip(
      "breaker-nothing-waiting", "The backoff ends with an empty queue.", events: 0
    ) { world in
      await world.waitForBackoff()
      try await world.performSync()
    },
    afterTrip("breaker-reset", "The user resets the breaker.") { world in
      try await world.resetBreaker()
      try await world.performSync()
    },
    afterTrip(
      "breaker-reset-serves-call",
      "The user resets the breaker; the call that came meanwhile is served."
    ) { world in
      try await world.performSync()
      try await world.resetBreaker()
    },
    afterTrip(
      "breaker-reset-at-rest", "The user resets a breaker whose probe is due and was not answered."
    ) { world in
      await world.waitForBackoff()
      world.network.isConnected = false
      try await world.performSync()
      try await world.resetBreaker()
      world.network.isConnected = true
      try await world.tripBreaker(events: 0)
      await world.waitForBackoff()
      world.restart()
      try await world.engine.loadInitialState()
      try await world.resetBreaker()
    },
    afterTrip("breaker-restart", "The breaker is still open after a crash.") { world in
      world.restart()
      try await world.performSync()
      await world.waitForBackoff()
      try await world.performSync()
    },
    afterTrip(
      "breaker-restart-later", "The device was off until after the backoff; a probe is due."
    ) { world in
      await world.waitForBackoff()
      world.restart()
      world.limitRate("GET /event-types", times: 1)
      try await world.performSync()
    },
  ]
}
