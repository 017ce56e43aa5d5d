import SQLiteAccess
import Sync
import SyncSQLite
import Synchronization
import TestTools
import Testing

/// The bootstrap's shadow tables.
@Suite(.timeLimit(.minutes(testMinutes))) struct ShadowContractTests {
  @Test(arguments: StoreUnderTest.allCases)
  func `a bootstrap is invisible until the swap, which replaces everything`(_ kind: StoreUnderTest)
    throws
  {
    try withStore(kind) { store in
      try store.put(Event.full("old"))
      try store.put(Event.full("both"))
      try store.put(Geofence.full("g old"))
      try store.emptyShadow(limit: .max)
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
      try store.emptyShadow(limit: .max)
      try store.transaction { try store.swapShadow() }
      #expect(try store.fetchAllEvents().isEmpty)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a restarted bootstrap removes the rows of an earlier one`(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      try store.emptyShadow(limit: .max)
      try store.insertShadow(ShadowRows(eventTypes: [.full("t1")], events: [.full("e1")]))
      try store.emptyShadow(limit: .max)
      try store.insertShadow(ShadowRows(eventTypes: [.full("t2")]))
      try store.transaction { try store.swapShadow() }
      #expect(try store.fetchAllEventTypes().map(\.id) == ["t2"])
      #expect(try store.fetchAllEvents().isEmpty)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `entities with queued or quarantined edits outlive a bootstrap unchanged (B8)`(
    _ kind: StoreUnderTest
  ) throws {
    try withStore(kind) { store in
      try store.put(Event.full("created"))
      try store.insertPendingMutation(.queued("m1", "created"))
      try store.put(Event.full("edited"))
      var quarantined = PendingMutation.queued("m2", "edited", operation: .update)
      quarantined.isQuarantined = true
      try store.insertPendingMutation(quarantined)
      try store.insertPendingMutation(.queued("m3", "deleted", operation: .delete))
      try store.emptyShadow(limit: .max)
      var edited = Event.full("edited")
      edited.notes = "from the server"
      try store.insertShadow(ShadowRows(events: [edited, .full("deleted"), .full("other")]))
      try store.transaction { try store.swapShadow() }
      #expect(try store.fetchAllEvents().map(\.id) == ["created", "edited", "other"])
      #expect(try store.findEvent(id: "edited") == .full("edited"))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a deleted type's events and definitions do not come back with a bootstrap`(
    _ kind: StoreUnderTest
  ) throws {
    try withStore(kind) { store in
      try store.insertPendingMutation(.queued("m1", "t1", kind: .eventType, operation: .delete))
      try store.insertPendingMutation(.queued("m2", "t2", kind: .eventType, operation: .update))
      try store.insertPendingMutation(.queued("m3", "t3", kind: .event, operation: .delete))
      try store.put(EventType.full("t2", name: "Walk"))
      try store.put(Event.full("edited", type: "t1"))
      try store.insertPendingMutation(.queued("m4", "edited", operation: .update))
      try store.emptyShadow(limit: .max)
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

  @Test(arguments: StoreUnderTest.allCases)
  func `a quarantined deletion of a type keeps its events and definitions hidden too`(
    _ kind: StoreUnderTest
  ) throws {
    try withStore(kind) { store in
      var deletion = PendingMutation.queued("m", "t1", kind: .eventType, operation: .delete)
      deletion.isQuarantined = true
      try store.insertPendingMutation(deletion)
      try store.emptyShadow(limit: .max)
      try store.insertShadow(
        ShadowRows(
          eventTypes: [.full("t1")], events: [.full("e1")], propertyDefinitions: [.full("p1")]))
      try store.transaction { try store.swapShadow() }
      #expect(try store.fetchAllEventTypes().isEmpty)
      #expect(try store.fetchAllEvents().isEmpty)
      #expect(try store.fetchAllPropertyDefinitions().isEmpty)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func
    `a bootstrap considers the kind of an edited entity: the same id of another kind is replaced`(
      _ kind: StoreUnderTest
    ) throws
  {
    try withStore(kind) { store in
      try store.put(Event.full("gone"))
      try store.put(EventType.full("x"))
      try store.put(Geofence.full("x"))
      try store.insertPendingMutation(.queued("m1", "gone", kind: .geofence))
      try store.insertPendingMutation(.queued("m2", "x", kind: .geofence, operation: .update))
      try store.emptyShadow(limit: .max)
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

  @Test(arguments: StoreUnderTest.allCases)
  func `a bootstrap keeps values that only the device has, and stores a repeated row once`(
    _ kind: StoreUnderTest
  ) throws {
    try withStore(kind) { store in
      try store.put(Event.full("e1"))
      var bare = Event.full("e2")
      bare.calendarEventId = nil
      try store.put(bare)
      try store.emptyShadow(limit: .max)
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

  @Test(arguments: StoreUnderTest.allCases)
  func `rows can be deleted from the shadow tables, a type with its dependents`(
    _ kind: StoreUnderTest
  ) throws {
    try withStore(kind) { store in
      try store.emptyShadow(limit: .max)
      try store.insertShadow(
        ShadowRows(
          eventTypes: [.full("t1"), .full("t2", name: "Walk")], geofences: [.full("g")],
          events: [.full("e1"), .full("e2", type: "t2"), .full("e3", type: "t2")],
          propertyDefinitions: [.full("p1"), .full("p2", type: "t2")]))
      try store.deleteShadowRow(.eventType, id: "t1")
      try store.deleteShadowRow(.event, id: "e3")
      try store.deleteShadowRow(.geofence, id: "g")
      try store.deleteShadowRow(.event, id: "absent")
      try store.transaction { try store.swapShadow() }
      #expect(try store.fetchAllEventTypes().map(\.id) == ["t2"])
      #expect(try store.fetchAllEvents().map(\.id) == ["e2"])
      #expect(try store.fetchAllPropertyDefinitions().map(\.id) == ["p2"])
      #expect(try store.fetchAllGeofences().isEmpty)
    }
  }

  @Test func `a calendar identifier that is set during a bootstrap is kept`() throws {
    let store = try LocalStoreFactory(inMemory: "calendar").makeLocalStore()
    var event = Event.full("e1")
    event.calendarEventId = nil
    try store.put(event)
    try store.insertShadow(ShadowRows(events: [event]))
    event.calendarEventId = "new"
    try store.put(event)
    try store.transaction { try store.swapShadow() }
    #expect(try store.findEvent(id: "e1")?.calendarEventId == "new")
  }

  @Test func `a swap changes as much of the file with 20,000 rows as with 200`() throws {
    func logOfSwap(rows: Int) throws -> Int64 {
      let folder = try TemporaryFolder()
      let path = folder.file("store")
      let store = try LocalStoreFactory(path: path).makeLocalStore()
      for start in stride(from: 0, to: rows, by: 200) {
        try store.transaction {
          for number in start..<start + 200 { try store.put(Event.full("a\(number)")) }
        }
        try store.transaction {
          try store.insertShadow(
            ShadowRows(events: (start..<start + 200).map { Event.full("b\($0)") }))
        }
      }
      try store.checkpoint()
      try store.transaction { try store.swapShadow() }
      #expect(try store.findEvent(id: "b\(rows - 1)") != nil)
      #expect(try store.findEvent(id: "a0") == nil)
      return try folder.size(of: "store-wal")
    }
    let small = try logOfSwap(rows: 200)
    #expect(small > 0)
    #expect(try logOfSwap(rows: 20_000) <= small)
  }

  @Test func `a swap renames only tables with rows in the table or its shadow`() throws {
    let folder = try TemporaryFolder()
    let factory = LocalStoreFactory(path: folder.file("store"))
    let renames = Mutex(0)
    let store = try LocalStoreFactory(sharing: factory) { statement in
      if statement.name.hasPrefix("rename") { renames.withLock { $0 += 1 } }
    }.makeLocalStore()
    try store.put(EventType.full("here"))
    try store.insertShadow(ShadowRows(geofences: [.full("fetched")]))
    try store.transaction { try store.swapShadow() }
    #expect(try store.fetchAllEventTypes().isEmpty)
    #expect(try store.fetchAllGeofences().map(\.id) == ["fetched"])
    // Three names for each of the two pairs of tables.
    #expect(renames.withLock { $0 } == 6)
  }

  @Test func `the former rows are deleted in parts, and file and log shrink (O7)`() throws {
    let folder = try TemporaryFolder()
    let store = try LocalStoreFactory(path: folder.file("store")).makeLocalStore()
    try store.transaction {
      for number in 0..<20_000 { try store.put(Event.full("a\(number)")) }
    }
    try store.checkpoint()
    let once = try folder.size(of: "store")
    try store.transaction {
      try store.insertShadow(ShadowRows(events: (0..<20_000).map { Event.full("b\($0)") }))
      try store.swapShadow()
    }
    var parts = 0
    while try !store.emptyShadow(limit: 3000) {
      try store.save()
      parts += 1
    }
    try store.save()
    #expect(parts == 6)
    while try !store.releasePages(limit: 500) {}
    try store.checkpoint()
    #expect(try folder.size(of: "store") <= once * 11 / 10)
    #expect(try folder.size(of: "store-wal") <= 16 << 20)
    #expect(try store.fetchAllEvents().count == 20_000)
    try store.checkIntegrity()
  }
}
