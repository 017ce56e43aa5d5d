import Sync

extension Timestamp {
  /// The time this number of seconds after a fixed one.
  static func at(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_767_000_000_000 + seconds * 1000 + 7)
  }
}

extension Event {
  /// An event that has a value in every field.
  static func full(_ id: String, type: String = "t1") -> Event {
    Event(
      id: id, syncStatus: .pending, calendarEventId: "calendar",
      EventContent(
        eventTypeId: type, timestamp: .at(1), notes: "ran\n“far”", isAllDay: true, endDate: .at(2),
        sourceType: .healthKit, externalId: "x", originalTitle: "Run", geofenceId: "g",
        locationLatitude: 0, locationLongitude: -0.25, locationName: "Park",
        healthKitSampleId: "sample", healthKitCategory: "workout",
        properties: [
          "km": PropertyValue(type: .number, value: .number(10.5)),
          "count": PropertyValue(type: .number, value: .number(3)),
          "ok": PropertyValue(type: .boolean, value: .boolean(true)),
          "new": PropertyValue(type: .unrecognized("colour"), value: .array([.null, .text("ä")])),
        ]))
  }
}

extension EventType {
  static func full(_ id: String, name: String = "Run") -> EventType {
    EventType(
      id: id, syncStatus: .failed, EventTypeContent(name: name, color: "#000000", icon: "star"),
      createdAt: .at(3))
  }
}

extension Geofence {
  static func full(_ id: String) -> Geofence {
    Geofence(
      id: id, syncStatus: .pending,
      GeofenceContent(
        name: "Home", latitude: 52.5, longitude: 13.4, radius: 75.5, eventTypeEntryId: "t1",
        eventTypeExitId: "t2", isActive: false, notifyOnEntry: true, notifyOnExit: true),
      createdAt: .at(4))
  }
}

extension PropertyDefinition {
  static func full(_ id: String, type: String = "t1") -> PropertyDefinition {
    PropertyDefinition(
      id: id, syncStatus: .pending,
      PropertyDefinitionContent(
        eventTypeId: type, key: "km", label: "Distance", propertyType: .select,
        options: ["a", "b\"c"], defaultValue: .text("a"), displayOrder: -3), createdAt: .at(5),
      updatedAt: .at(6))
  }
}

extension PendingMutation {
  static func queued(
    _ id: String, _ entity: String, kind: EntityKind = .event,
    operation: MutationOperation = .create
  ) -> PendingMutation {
    PendingMutation(
      id: id, clientRequestId: "key of \(id)", entityKind: kind, operation: operation,
      entityId: entity, payload: [0x7b, 0x7d, 0], dependencies: ["t1", "g1"], createdAt: .at(10))
  }
}

extension DataStoreProtocol {
  /// Stores an entity unchanged, including its status.
  func put(_ event: Event) throws { try upsertEvent(id: event.id) { $0 = event } }

  /// Stores an entity unchanged, including its status.
  func put(_ type: EventType) throws { try upsertEventType(id: type.id) { $0 = type } }

  /// Stores an entity unchanged, including its status.
  func put(_ geofence: Geofence) throws { try upsertGeofence(id: geofence.id) { $0 = geofence } }

  /// Stores an entity unchanged, including its status.
  func put(_ definition: PropertyDefinition) throws {
    try upsertPropertyDefinition(id: definition.id, eventTypeId: definition.eventTypeId) {
      $0 = definition
    }
  }
}
