import Sync
import SyncSQLite
import Testing

/// The bootstrap's shadow tables.
@Suite struct ShadowContractTests {
  @Test(
    "A bootstrap is invisible until it is swapped in, and replaces everything then",
    arguments: StoreUnderTest.allCases)
  func shadow(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      try store.put(Event.full("old"))
      try store.put(Event.full("both"))
      try store.put(Geofence.full("g old"))
      try store.beginShadow()
      var both = Event.full("both")
      both.notes = "from the server"
      try store.insertShadow(
        ShadowRows(eventTypes: [.full("t1")], geofences: [.full("g new")], events: [both]))
      try store.insertShadow(
        ShadowRows(events: [.full("new")], propertyDefinitions: [.full("p1")]))
      #expect(try store.fetchAllEvents().map(\.id) == ["both", "old"])
      #expect(try store.fetchAllEventTypes().isEmpty)
      try store.transaction { try store.swapShadow() }
      #expect(try store.fetchAllEvents().map(\.id) == ["both", "new"])
      #expect(try store.findEvent(id: "both")?.notes == "from the server")
      #expect(try store.fetchAllGeofences().map(\.id) == ["g new"])
      #expect(try store.fetchAllPropertyDefinitions() == [.full("p1")])
      try store.beginShadow()
      try store.transaction { try store.swapShadow() }
      #expect(try store.fetchAllEvents().isEmpty)
    }
  }

  @Test(
    "A bootstrap begun anew forgets what an earlier one fetched",
    arguments: StoreUnderTest.allCases)
  func shadowRestart(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      try store.beginShadow()
      try store.insertShadow(ShadowRows(eventTypes: [.full("t1")], events: [.full("e1")]))
      try store.beginShadow()
      try store.insertShadow(ShadowRows(eventTypes: [.full("t2")]))
      try store.transaction { try store.swapShadow() }
      #expect(try store.fetchAllEventTypes().map(\.id) == ["t2"])
      #expect(try store.fetchAllEvents().isEmpty)
    }
  }

  @Test(
    "B8: Entities with queued or quarantined edits outlive a bootstrap as they are",
    arguments: StoreUnderTest.allCases)
  func shadowUnderEdits(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      try store.put(Event.full("created"))
      try store.insertPendingMutation(.queued("m1", "created"))
      try store.put(Event.full("edited"))
      var quarantined = PendingMutation.queued("m2", "edited", operation: .update)
      quarantined.isQuarantined = true
      try store.insertPendingMutation(quarantined)
      try store.insertPendingMutation(.queued("m3", "deleted", operation: .delete))
      try store.beginShadow()
      var edited = Event.full("edited")
      edited.notes = "from the server"
      try store.insertShadow(ShadowRows(events: [edited, .full("deleted"), .full("other")]))
      try store.transaction { try store.swapShadow() }
      #expect(try store.fetchAllEvents().map(\.id) == ["created", "edited", "other"])
      #expect(try store.findEvent(id: "edited") == .full("edited"))
    }
  }

  @Test(
    "A deleted type's events and definitions do not come back with a bootstrap",
    arguments: StoreUnderTest.allCases)
  func shadowOfDeletedType(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      try store.insertPendingMutation(.queued("m1", "t1", kind: .eventType, operation: .delete))
      try store.insertPendingMutation(.queued("m2", "t2", kind: .eventType, operation: .update))
      try store.insertPendingMutation(.queued("m3", "t3", kind: .event, operation: .delete))
      try store.put(EventType.full("t2", name: "Walk"))
      try store.put(Event.full("edited", type: "t1"))
      try store.insertPendingMutation(.queued("m4", "edited", operation: .update))
      try store.beginShadow()
      var loose = Event.full("loose")
      loose.eventTypeId = nil
      try store.insertShadow(
        ShadowRows(
          eventTypes: [.full("t1"), .full("t2"), .full("t3", name: "Swim")],
          events: [.full("e1"), .full("e2", type: "t2"), .full("e3", type: "t3"), loose],
          propertyDefinitions: [.full("p1"), .full("p2", type: "t2"), .full("p3", type: "t3")]))
      try store.transaction { try store.swapShadow() }
      #expect(try store.fetchAllEventTypes().map(\.id) == ["t2", "t3"])
      #expect(try store.findEventType(id: "t2")?.name == "Walk")
      #expect(try store.fetchAllEvents().map(\.id) == ["e2", "e3", "edited", "loose"])
      #expect(try store.fetchAllPropertyDefinitions().map(\.id) == ["p2", "p3"])
    }
  }

  @Test(
    "A quarantined deletion of a type holds its events and definitions back too",
    arguments: StoreUnderTest.allCases)
  func shadowUnderQuarantinedDeletion(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      var deletion = PendingMutation.queued("m", "t1", kind: .eventType, operation: .delete)
      deletion.isQuarantined = true
      try store.insertPendingMutation(deletion)
      try store.beginShadow()
      try store.insertShadow(
        ShadowRows(
          eventTypes: [.full("t1")], events: [.full("e1")], propertyDefinitions: [.full("p1")]))
      try store.transaction { try store.swapShadow() }
      #expect(try store.fetchAllEventTypes().isEmpty)
      #expect(try store.fetchAllEvents().isEmpty)
      #expect(try store.fetchAllPropertyDefinitions().isEmpty)
    }
  }

  @Test(
    "A bootstrap minds the kind of what is edited: the same id of another kind is replaced",
    arguments: StoreUnderTest.allCases)
  func shadowMindsKinds(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      try store.put(Event.full("gone"))
      try store.put(EventType.full("x"))
      try store.put(Geofence.full("x"))
      try store.insertPendingMutation(.queued("m1", "gone", kind: .geofence))
      try store.insertPendingMutation(.queued("m2", "x", kind: .geofence, operation: .update))
      try store.beginShadow()
      var fence = Geofence.full("x")
      fence.name = "from the server"
      try store.insertShadow(
        ShadowRows(eventTypes: [.full("x", name: "from the server")], geofences: [fence]))
      try store.transaction { try store.swapShadow() }
      #expect(try store.fetchAllEvents().isEmpty)
      #expect(try store.fetchAllEventTypes() == [.full("x", name: "from the server")])
      #expect(try store.fetchAllGeofences() == [.full("x")])
    }
  }

  @Test(
    "A bootstrap keeps what only the device knows, and takes a repeated row once",
    arguments: StoreUnderTest.allCases)
  func shadowKeepsCalendar(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      try store.put(Event.full("e1"))
      var bare = Event.full("e2")
      bare.calendarEventId = nil
      try store.put(bare)
      try store.beginShadow()
      var fetched = Event.full("e1")
      fetched.calendarEventId = nil
      fetched.notes = "first"
      try store.insertShadow(ShadowRows(events: [fetched]))
      fetched.notes = "second"
      try store.insertShadow(ShadowRows(events: [fetched, bare]))
      try store.transaction { try store.swapShadow() }
      #expect(try store.fetchAllEvents().map(\.calendarEventId) == ["calendar", nil])
      #expect(try store.fetchAllEvents().map(\.notes) == ["second", bare.notes])
    }
  }
}
