import Sync
import SyncSQLite
import TestTools
import Testing

@Suite(.timeLimit(.minutes(testMinutes))) struct EntityContractTests {
  @Test(arguments: StoreUnderTest.allCases)
  func `every field of every kind is read as it was stored`(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      try store.put(Event.full("e1"))
      try store.put(EventType.full("t1"))
      try store.put(Geofence.full("g1"))
      try store.put(PropertyDefinition.full("p1"))
      #expect(try store.findEvent(id: "e1") == .full("e1"))
      #expect(try store.findEventType(id: "t1") == .full("t1"))
      #expect(try store.findGeofence(id: "g1") == .full("g1"))
      #expect(try store.findPropertyDefinition(id: "p1") == .full("p1"))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a field that is cleared is cleared in the store`(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      try store.put(Event.full("e1"))
      let bare = Event(id: "e1", EventContent(timestamp: .at(1)))
      try store.put(bare)
      #expect(try store.findEvent(id: "e1") == bare)
      try store.put(PropertyDefinition.full("p1"))
      try store.upsertPropertyDefinition(id: "p1", eventTypeId: "t1") {
        $0.defaultValue = nil
        $0.options = []
      }
      #expect(try store.findPropertyDefinition(id: "p1")?.defaultValue == nil)
      #expect(try store.findPropertyDefinition(id: "p1")?.options == [])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `an upsert starts from the existing row, with the status synced`(_ kind: StoreUnderTest)
    throws
  {
    try withStore(kind) { store in
      try store.put(Event.full("e1"))
      try store.upsertEvent(id: "e1") { event in
        #expect(event.notes == "ran\n“far”")
        #expect(event.syncStatus == .synced)
        event.notes = "walked"
      }
      var expected = Event.full("e1")
      expected.notes = "walked"
      expected.syncStatus = .synced
      #expect(try store.findEvent(id: "e1") == expected)
      #expect(try store.fetchAllEvents().count == 1)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `an upsert of a new entity starts from a synced placeholder with the given id`(
    _ kind: StoreUnderTest
  ) throws {
    try withStore(kind) { store in
      try store.upsertEvent(id: "e") { _ in }
      try store.upsertEventType(id: "t") { _ in }
      try store.upsertGeofence(id: "g") { _ in }
      try store.upsertPropertyDefinition(id: "p", eventTypeId: "t") { _ in }
      let event = try #require(try store.findEvent(id: "e"))
      #expect(
        event
          == Event(
            id: "e", syncStatus: .synced, EventContent(timestamp: Timestamp(milliseconds: 0))))
      #expect(try store.findEventType(id: "t")?.syncStatus == .synced)
      let geofence = try #require(try store.findGeofence(id: "g"))
      #expect((geofence.latitude, geofence.longitude, geofence.radius) == (0, 0, 100))
      #expect(try store.findPropertyDefinition(id: "p")?.eventTypeId == "t")
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `an upsert of an existing definition keeps its type`(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      try store.upsertPropertyDefinition(id: "p", eventTypeId: "t1") { $0.key = "k" }
      try store.upsertPropertyDefinition(id: "p", eventTypeId: "t2") { _ in }
      #expect(try store.findPropertyDefinition(id: "p")?.eventTypeId == "t1")
      #expect(try store.findPropertyDefinition(id: "p")?.key == "k")
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `an upsert whose closure throws changes nothing`(_ kind: StoreUnderTest) throws {
    struct Stop: Error {}
    try withStore(kind) { store in
      try store.put(Event.full("e1"))
      #expect(throws: Stop.self) {
        try store.upsertEvent(id: "e1") { event in
          event.notes = nil
          throw Stop()
        }
      }
      #expect(try store.findEvent(id: "e1") == .full("e1"))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `lists are in the order of the ids`(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      for id in ["b", "c", "a"] {
        try store.upsertEvent(id: id) { _ in }
        try store.upsertEventType(id: id) { $0.name = id }
        try store.upsertGeofence(id: id) { _ in }
        try store.upsertPropertyDefinition(id: id, eventTypeId: "t") { _ in }
      }
      #expect(try store.fetchAllEvents().map(\.id) == ["a", "b", "c"])
      #expect(try store.fetchAllEventTypes().map(\.id) == ["a", "b", "c"])
      #expect(try store.fetchAllGeofences().map(\.id) == ["a", "b", "c"])
      #expect(try store.fetchAllPropertyDefinitions().map(\.id) == ["a", "b", "c"])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `events are found by type, by type and time, and by geofence`(_ kind: StoreUnderTest) throws
  {
    try withStore(kind) { store in
      for (id, type, second, geofence) in [
        ("d", "t1", 1, "g1"), ("b", "t1", 2, "g2"), ("c", "t2", 1, nil), ("a", "t1", 1, nil),
      ] {
        try store.put(
          Event(
            id: id,
            EventContent(eventTypeId: type, timestamp: .at(Int64(second)), geofenceId: geofence)))
      }
      try store.put(Event(id: "loose", EventContent(timestamp: .at(1))))
      #expect(try store.fetchEvents(ofType: "t1").map(\.id) == ["a", "b", "d"])
      #expect(try store.fetchEvents(ofType: "t1", at: .at(1)).map(\.id) == ["a", "d"])
      #expect(try store.fetchEvents(ofType: "t2", at: .at(2)).isEmpty)
      #expect(try store.fetchEvents(atGeofence: "g1").map(\.id) == ["d"])
      #expect(try store.fetchEvents(ofType: "t3").isEmpty)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `deleting removes one row, and has no effect on a missing one`(_ kind: StoreUnderTest) throws
  {
    try withStore(kind) { store in
      for id in ["a", "b"] {
        try store.upsertEvent(id: id) { _ in }
        try store.upsertGeofence(id: id) { _ in }
        try store.upsertPropertyDefinition(id: id, eventTypeId: "t") { _ in }
      }
      for id in ["a", "a", "absent"] {
        try store.deleteEvent(id: id)
        try store.deleteGeofence(id: id)
        try store.deletePropertyDefinition(id: id)
        try store.deleteEventType(id: id)
      }
      #expect(try store.findEvent(id: "a") == nil)
      #expect(try store.fetchAllEvents().map(\.id) == ["b"])
      #expect(try store.fetchAllGeofences().map(\.id) == ["b"])
      #expect(try store.fetchAllPropertyDefinitions().map(\.id) == ["b"])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `deleting an event type deletes its events and definitions, and no others`(
    _ kind: StoreUnderTest
  ) throws {
    try withStore(kind) { store in
      for type in ["t1", "t2"] {
        try store.put(EventType.full(type, name: type))
        try store.put(Event.full("e of \(type)", type: type))
        try store.put(PropertyDefinition.full("p of \(type)", type: type))
      }
      try store.deleteEventType(id: "t1")
      #expect(try store.fetchAllEventTypes().map(\.id) == ["t2"])
      #expect(try store.fetchAllEvents().map(\.id) == ["e of t2"])
      #expect(try store.fetchAllPropertyDefinitions().map(\.id) == ["p of t2"])
      try store.deleteAllEventTypes()
      #expect(try store.fetchAllEvents().isEmpty)
      #expect(try store.fetchAllPropertyDefinitions().isEmpty)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `deleting all entities of one kind keeps the other kinds`(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      try store.put(Event.full("e1"))
      try store.put(Geofence.full("g1"))
      try store.put(PropertyDefinition.full("p1"))
      try store.deleteAllEvents()
      #expect(try store.fetchAllEvents().isEmpty)
      #expect(try store.fetchAllGeofences().count == 1)
      try store.deleteAllGeofences()
      #expect(try store.fetchAllGeofences().isEmpty)
      try store.deleteAllPropertyDefinitions()
      #expect(try store.fetchAllPropertyDefinitions().isEmpty)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `marking as synced changes only the status, and throws for a missing row`(
    _ kind: StoreUnderTest
  ) throws {
    try withStore(kind) { store in
      try store.put(Event.full("x"))
      try store.put(EventType.full("x"))
      try store.put(Geofence.full("x"))
      try store.put(PropertyDefinition.full("x"))
      try store.markEventSynced(id: "x")
      try store.markEventTypeSynced(id: "x")
      try store.markGeofenceSynced(id: "x")
      try store.markPropertyDefinitionSynced(id: "x")
      var event = Event.full("x")
      event.syncStatus = .synced
      #expect(try store.findEvent(id: "x") == event)
      #expect(try store.findEventType(id: "x")?.syncStatus == .synced)
      #expect(try store.findGeofence(id: "x")?.syncStatus == .synced)
      #expect(try store.findPropertyDefinition(id: "x")?.syncStatus == .synced)
      #expect(throws: SyncStoreError.notFound(.event, id: "y")) {
        try store.markEventSynced(id: "y")
      }
      #expect(throws: SyncStoreError.notFound(.eventType, id: "y")) {
        try store.markEventTypeSynced(id: "y")
      }
      #expect(throws: SyncStoreError.notFound(.geofence, id: "y")) {
        try store.markGeofenceSynced(id: "y")
      }
      #expect(throws: SyncStoreError.notFound(.propertyDefinition, id: "y")) {
        try store.markPropertyDefinitionSynced(id: "y")
      }
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `missing types that events refer to are listed once`(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      try store.put(EventType.full("t1"))
      for (id, type) in [("a", "t3"), ("b", "t1"), ("c", "t2"), ("d", "t3")] {
        try store.put(Event.full(id, type: type))
      }
      try store.upsertEvent(id: "e") { $0.eventTypeId = nil }
      #expect(try store.fetchMissingEventTypeIds() == ["t2", "t3"])
    }
  }
}
