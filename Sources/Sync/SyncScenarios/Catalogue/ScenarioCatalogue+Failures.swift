import Sync
import SyncBackend

/// Requests without a usable answer.
extension ScenarioCatalogue {
  private static let participants = Scenario.participants(from: "Trigger")

  private static func failing(
    _ name: String, _ title: String, events: Int = 3,
    play: @escaping @Sendable (ScenarioWorld) async throws -> Void
  ) -> Scenario {
    Scenario(name, title, participants: participants) { world in
      let type = try await world.prepareSyncedDevice()
      try await world.makeEventsElsewhere(3, ofType: type)
      if events > 0 { try await world.makeEventsOffline(events) }
    } play: {
      try await play($0)
    }
  }

  static let failures = [
    failing(
      "network-error",
      "The connection is lost while a batch is in transit; the rest continues, and the next sync sends the batch again."
    ) { world in
      world.server.inject(Fault(.dropBeforeCommit, route: "POST /events/batch"))
      try await world.performSync()
      try await world.performSync()
    },
    failing(
      "lost-answer",
      "The server stores a batch and its answer is lost; the same key gives the same answer."
    ) { world in
      world.server.inject(Fault(.dropAfterCommit, route: "POST /events/batch"))
      try await world.performSync()
      world.restart()
      try await world.performSync()
    },
    failing(
      "network-error-while-pulling", "The connection is lost while changes are fetched."
    ) { world in
      world.server.inject(Fault(.dropBeforeCommit, route: "GET /changes"))
      try await world.performSync()
      try await world.performSync()
    },
    failing(
      "cursor-expired", "The server has dropped changes: a bootstrap follows in the same sync.",
      events: 0
    ) { world in
      try world.server.forgetChanges(upTo: 4)
      try await world.performSync()
    },
    Scenario(
      "bootstrap-loses-answers",
      "Requests of a bootstrap get no answer; each is repeated, and the next launch continues.",
      participants: participants
    ) { world in
      try await world.makeTypeElsewhere()
    } play: { world in
      world.server.inject(Fault(.dropAfterCommit, times: 2, route: "GET /geofences"))
      world.server.inject(Fault(.dropBeforeCommit, times: 5, route: "GET /events"))
      try await world.performSync()
      world.restart()
      try await world.performSync()
    },
    failing(
      "no-connection-while-sending",
      "The connection ends before a batch is sent, and returns later."
    ) { world in
      world.hook.before("POST /events/batch") { _ in throw APIError.noConnection }
      try await world.performSync()
      try await world.performSync()
    },
    failing("no-connection", "The device is offline at first, and online later.") { world in
      world.network.isConnected = false
      try await world.performSync()
      world.network.isConnected = true
      try await world.performSync()
    },
    failing("server-unavailable", "The server answers 503 to a batch; no attempt is counted.") {
      world in
      world.server.inject(
        Fault(.failure(status: 503, afterCommit: false), route: "POST /events/batch"))
      try await world.performSync()
      try await world.performSync()
    },
    Scenario(
      "isolated-mutation",
      "One edit never gets a usable answer; the others and the pull continue without it.",
      participants: participants
    ) { world in
      let type = try await world.prepareSyncedDevice()
      try await world.makeEventsElsewhere(3, ofType: type)
      let other = try await world.plain.eventStore.createEventType(named: "Walk")
      await world.plain.engine.performSync()
      try await world.plain.eventStore.updateEventType(id: other.id) { $0.name = "Hike" }
      try await world.makeEventsOffline(2)
    } play: { world in
      world.server.inject(
        Fault(
          .failure(status: 403, afterCommit: false), times: 2, route: "PUT /event-types/{id}"))
      for _ in 1...3 { try await world.performSync() }
    },
    failing("truncated-answer", "An answer breaks off in the middle; the batch is sent again.") {
      world in
      world.server.inject(Fault(.truncate(bytes: 20), route: "POST /events/batch"))
      try await world.performSync()
      try await world.performSync()
    },
    failing("sync-cancelled-while-sending", "The app is suspended while a batch is sent.") {
      world in
      world.hook.before("POST /events/batch") { _ in throw APIError.cancelled }
      try await world.performSync()
      try await world.performSync()
    },
    failing("sync-cancelled-while-pulling", "The app is suspended while changes are fetched.") {
      world in
      world.hook.before("GET /changes") { _ in throw APIError.cancelled }
      try await world.performSync()
      try await world.performSync()
    },
  ]
}
