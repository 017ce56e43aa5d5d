import Sync
import SyncBackend
import Traces

/// Calls during a sync.
extension ScenarioCatalogue {
  private static let participants = Scenario.participants(from: "Trigger")

  /// A sync during which another one is requested, at the time of a request to `route`.
  private static func remembered(
    _ name: String, _ title: String, at route: String, isNew: Bool = false,
    error: APIError? = nil,
    before: @escaping @Sendable (ScenarioWorld) -> Void = { _ in }
  ) -> Scenario {
    Scenario(name, title, participants: participants) { world in
      if isNew {
        try await world.makeTypeElsewhere()
      } else {
        try await world.prepareSyncedDevice()
        try await world.makeEventsOffline(2)
      }
    } play: { world in
      before(world)
      world.hook.before(route) { _ in
        world.recorder.send(from: "Trigger", to: "SyncEngine", "requestSync")
        await world.engine.requestSync()
        if let error { throw error }
      }
      try await world.performSync()
    }
  }

  static let interplay = [
    remembered(
      "call-during-sync", "A call during a sync is remembered and causes one more sync.",
      at: "GET /changes"),
    remembered(
      "call-during-bootstrap", "A call during a bootstrap is remembered and causes a pull.",
      at: "GET /geofences", isNew: true),
    remembered(
      "call-during-health-check",
      "The health check fails; the call that came meanwhile tries again.",
      at: "GET /event-types"
    ) { world in
      world.server.inject(
        Fault(.failure(status: 503, afterCommit: false), route: "GET /event-types"))
    },
    remembered(
      "call-during-failing-push",
      "The connection ends before a batch is sent; the call that came meanwhile sends it.",
      at: "POST /events/batch", error: .noConnection),
    remembered(
      "call-during-failing-pull", "A pull fails; the call that came meanwhile repeats it.",
      at: "GET /changes"
    ) { world in
      world.server.inject(Fault(.dropBeforeCommit, route: "GET /changes"))
    },
    Scenario(
      "reset-during-sync", "Resetting the breaker during a sync only clears its 429 count.",
      participants: participants
    ) { world in
      try await world.prepareSyncedDevice()
      try await world.makeEventsOffline(1)
    } play: { world in
      for route in ["POST /events/batch", "GET /changes"] {
        world.limitRate(route, times: 1)
        world.hook.before(route) { _ in }
        world.hook.before(route) { _ in await world.engine.resetCircuitBreaker() }
      }
      try await world.performSync()
    },
  ]
}
