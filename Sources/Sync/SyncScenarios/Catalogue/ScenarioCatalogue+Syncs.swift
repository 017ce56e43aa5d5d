import Sync
import SyncHTTP

/// Successful syncs.
extension ScenarioCatalogue {
  private static let participants = Scenario.participants(from: "Trigger")

  static let syncs = [
    Scenario(
      "sync-cycle", "Several batches of edits are sent and several pages of changes received.",
      participants: participants
    ) { world in
      let type = try await world.prepareSyncedDevice()
      try await world.makeEventsElsewhere(130, ofType: type)
      try await world.makeEventsOffline(120)
      try await world.plain.eventStore.updateEventType(id: type) { $0.color = "#FF9500" }
    } play: { world in
      try await world.performSync()
    },
    // docgen:snippet idle-sync
    Scenario(
      "idle-sync", "A sync without any changes makes two requests and no writes.",
      participants: participants
    ) { world in
      try await world.prepareSyncedDevice()
      await world.plain.engine.performSync()
    } play: { world in
      try await world.performSync()
    },
    // docgen:end idle-sync
    Scenario(
      "bootstrap", "A new device fetches everything into shadow tables and swaps them in.",
      participants: participants
    ) { world in
      let identifiers = world.plain.configuration.identifiers
      for name in ["Run", "Walk", "Swim"] {
        let type = try await world.otherDevice.createEventType(
          CreateEventTypeRequest(
            id: identifiers.next(),
            EventTypeContent(name: name, color: "#007AFF", icon: "circle.fill")))
        _ = try await world.otherDevice.createPropertyDefinition(
          CreatePropertyDefinitionRequest(
            id: identifiers.next(),
            PropertyDefinitionContent(
              eventTypeId: type.id, key: "distance", label: "Distance", propertyType: .number)))
        try await world.makeEventsElsewhere(name == "Run" ? 130 : 20, ofType: type.id)
        world.clock.advance(by: .seconds(600))
      }
      _ = try await world.otherDevice.createGeofence(
        CreateGeofenceRequest(
          id: identifiers.next(), GeofenceContent(name: "Park", latitude: 52.51, longitude: 13.37)))
      try await world.plain.engine.loadInitialState()
    } play: { world in
      try await world.performSync()
    },
    Scenario(
      "full-resync", "The user requests a full resync while an edit is still in the queue.",
      participants: Scenario.participants(from: "User")
    ) { world in
      let type = try await world.prepareSyncedDevice()
      try await world.makeEventsElsewhere(5, ofType: type)
      await world.plain.engine.performSync()
      try await world.makeEventsOffline(1)
    } play: { world in
      try await world.call("forceFullResync", to: "SyncEngine") {
        try await world.engine.forceFullResync()
      }
    },
    Scenario(
      "pull-under-edits", "A remote change does not overwrite an edit in the queue.",
      participants: Scenario.participants(from: "User", eventStore: true)
    ) { world in
      try await world.prepareSyncedEvent()
      let event = try world.firstEvent()
      var change = UpdateEventRequest(event.content)
      change.notes = "written elsewhere"
      _ = try await world.otherDevice.updateEvent(id: event.id, change, idempotencyKey: nil)
    } play: { world in
      let event = try world.firstEvent()
      world.hook.before("GET /changes") { _ in
        try await world.plain.eventStore.updateEvent(id: event.id) { $0.notes = "written here" }
      }
      try await world.performSync(from: "User")
      try await world.performSync(from: "User")
    },
  ]
}
