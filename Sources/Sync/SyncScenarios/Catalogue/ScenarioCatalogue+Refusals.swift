import Sync
import SyncHTTP

/// Edits that the server does not accept.
extension ScenarioCatalogue {
  private static let participants = Scenario.participants(from: "Trigger")

  static let refusals = [
    Scenario(
      "duplicate-event",
      "The server has the same event from another device, which replaces the local one.",
      participants: participants
    ) { world in
      let type = try await world.prepareSyncedDevice()
      let now = world.clock.now
      _ = try await world.otherDevice.createEvent(
        CreateEventRequest(
          id: world.plain.configuration.identifiers.next(),
          EventContent(eventTypeId: type, timestamp: now)))
      try await world.plain.eventStore.createEvent(ofType: type, at: now)
    } play: { world in
      try await world.performSync()
    },
    Scenario(
      "poison-quarantine",
      "An event that the server refuses five times goes into quarantine; the others are accepted.",
      participants: participants
    ) { world in
      let type = try await world.prepareSyncedDevice()
      try await world.makeEventsOffline(2)
      try await world.plain.eventStore.createEvent(ofType: type, at: world.clock.now) {
        $0.locationLatitude = 200
      }
    } play: { world in
      for _ in 1...PendingMutation.retryLimit { try await world.performSync() }
    },
    Scenario(
      "merge-edits",
      "Two devices change the same event: one field differs, another is in conflict.",
      participants: participants
    ) { world in
      let type = try await world.prepareSyncedDevice()
      try await world.makeEventsOffline(1)
      await world.plain.engine.performSync()
      let event = try world.firstEvent()
      var change = UpdateEventRequest(
        EventContent(
          eventTypeId: type, timestamp: event.timestamp, notes: "in the sun", locationName: "Paris")
      )
      change.changes = ["notes", "location_name"]
      _ = try await world.otherDevice.updateEvent(id: event.id, change, idempotencyKey: nil)
      try await world.plain.eventStore.updateEvent(id: event.id) { $0.notes = "in the rain" }
    } play: { world in
      try await world.performSync()
    },
    Scenario(
      "remote-deletion", "A locally edited event was deleted on another device.",
      participants: participants
    ) { world in
      try await world.prepareSyncedEvent()
      let event = try world.firstEvent()
      try await world.otherDevice.deleteEvent(id: event.id)
      try await world.plain.eventStore.updateEvent(id: event.id) { $0.notes = "too late" }
    } play: { world in
      try await world.performSync()
    },
  ]
}
