import Sync
import SyncBackend

/// Single edits of the user, up to their arrival at the server.
extension ScenarioCatalogue {
  private static let participants = Scenario.participants(from: "User", eventStore: true)

  static let edits = [
    Scenario(
      "create-event", "The user records an event, and it reaches the server a moment later.",
      participants: participants
    ) { world in
      try await world.prepareSyncedDevice()
    } play: { world in
      let type = try await world.firstTypeId()
      let now = world.clock.now
      _ = try await world.call("createEvent", ["ofType", "at"]) {
        try await world.eventStore.createEvent(ofType: type, at: now) { $0.notes = "5 km" }
      }
      await world.letEditDelayEnd()
    },
    Scenario(
      "update-event", "The user changes an event that the server has.", participants: participants
    ) { world in
      try await world.prepareSyncedEvent()
    } play: { world in
      let event = try world.firstEvent()
      _ = try await world.call("updateEvent", ["id"]) {
        try await world.eventStore.updateEvent(id: event.id) { $0.notes = "in the rain" }
      }
      await world.letEditDelayEnd()
    },
    Scenario(
      "delete-event", "The user deletes an event that the server has.", participants: participants
    ) { world in
      try await world.prepareSyncedEvent()
    } play: { world in
      let event = try world.firstEvent()
      try await world.call("deleteEvent", ["id"]) {
        try await world.eventStore.deleteEvent(id: event.id)
      }
      await world.letEditDelayEnd()
    },
    Scenario(
      "offline-edits",
      "Edits made offline are merged in the queue and sent when the device is online.",
      participants: participants
    ) { world in
      try await world.prepareSyncedDevice()
      world.network.isConnected = false
    } play: { world in
      let type = try await world.firstTypeId()
      let now = world.clock.now
      let event = try await world.call("createEvent", ["ofType", "at"]) {
        try await world.eventStore.createEvent(ofType: type, at: now)
      }
      _ = try await world.call("updateEvent", ["id"]) {
        try await world.eventStore.updateEvent(id: event.id) { $0.notes = "uphill" }
      }
      await world.letEditDelayEnd()
      world.network.isConnected = true
      try await world.performSync(from: "User")
    },
  ]
}
