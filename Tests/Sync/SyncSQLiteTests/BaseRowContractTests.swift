import SQLiteAccess
import Sync
import SyncSQLite
import TestTools
import Testing

/// Base rows: the latest known server rows of locally edited entities.
@Suite(.timeLimit(.minutes(testMinutes))) struct BaseRowContractTests {
  private static let rows: [EntityRow] = [
    EntityRow.event(.full("e")), EntityRow.eventType(.full("t")), EntityRow.geofence(.full("g")),
    EntityRow.propertyDefinition(.full("p")),
  ].map { $0.marked(.synced) }

  @Test(arguments: StoreUnderTest.allCases)
  func `a base row is read as it was written`(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      #expect(try !store.hasBaseRows())
      for row in Self.rows {
        try store.writeBaseRow(row)
        #expect(try store.hasBaseRows())
        #expect(try store.findBaseRow(row.kind, id: row.id) == row)
        #expect(try store.findBaseRow(row.kind, id: "other") == nil)
        try store.deleteBaseRow(row.kind, id: row.id)
        try store.deleteBaseRow(row.kind, id: row.id)
        #expect(try !store.hasBaseRows())
      }
      #expect(try store.fetchAllEvents().isEmpty)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `dependents of a type without mutations are hidden, restored or deleted with it`(
    _ kind: StoreUnderTest
  ) throws {
    try withStore(kind) { store in
      for id in ["a", "edited"] { try store.put(Event.full(id)) }
      try store.put(Event.full("other", type: "t2"))
      try store.put(PropertyDefinition.full("p"))
      try store.insertPendingMutation(.queued("m", "edited", operation: .update))
      try store.writeBaseRow(.event(.full("edited")).marked(.synced))
      try store.hideDependents(ofType: "t1")
      #expect(try store.fetchAllEvents().map(\.id) == ["edited", "other"])
      #expect(try store.fetchAllPropertyDefinitions().isEmpty)
      #expect(try store.findBaseRow(.event, id: "a") == .event(.full("a")))
      try store.restoreDependents(ofType: "t1")
      #expect(try store.fetchAllEvents().map(\.id) == ["a", "edited", "other"])
      #expect(try store.fetchAllPropertyDefinitions() == [.full("p")])
      #expect(try store.findBaseRow(.event, id: "a") == nil)
      try store.hideDependents(ofType: "t1")
      try store.forgetDependents(ofType: "t1")
      #expect(try store.findBaseRow(.event, id: "a") == nil)
      #expect(try store.findBaseRow(.propertyDefinition, id: "p") == nil)
      #expect(try store.findBaseRow(.event, id: "edited") != nil)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a type is deleted without its dependents that have mutations`(_ kind: StoreUnderTest) throws
  {
    try withStore(kind) { store in
      for id in ["a", "edited"] { try store.put(Event.full(id)) }
      try store.insertPendingMutation(.queued("m", "edited", operation: .update))
      try store.deleteEventType(id: "t1")
      #expect(try store.fetchAllEvents().map(\.id) == ["edited"])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a bootstrap hides dependents of a type whose deletion is queued`(_ kind: StoreUnderTest)
    throws
  {
    try withStore(kind) { store in
      try store.insertPendingMutation(
        .queued("m", "t1", kind: .eventType, operation: .delete))
      try store.writeBaseRow(.event(.full("stale")).marked(.synced))
      try store.emptyShadow(limit: .max)
      try store.insertShadow(ShadowRows(events: [.full("e"), .full("f", type: "t2")]))
      #expect(try store.findShadowRow(.event, id: "e") == .event(.full("e")))
      #expect(try store.findShadowRow(.event, id: "g") == nil)
      try store.transaction { try store.swapShadow() }
      #expect(try store.fetchAllEvents().map(\.id) == ["f"])
      #expect(try store.findBaseRow(.event, id: "e") == .event(.full("e")))
      #expect(try store.findBaseRow(.event, id: "stale") == nil)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `later mutations of other entities are found`(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      #expect(try !store.hasMutations())
      for (id, entity) in [("1", "a"), ("2", "b"), ("3", "a")] {
        var mutation = PendingMutation.queued(id, entity)
        mutation.releases = ["t\(id)"]
        mutation.isQuarantined = id == "2"
        try store.insertPendingMutation(mutation)
      }
      let places = try ["1", "2", "3"].map { try #require(try store.findMutation(id: $0)) }
      #expect(places.map(\.releases) == [["t1"], ["t2"], ["t3"]])
      #expect(try store.hasMutations())
      #expect(try store.hasMutation(after: places[0].sequence, ofOthersThan: "a"))
      #expect(try !store.hasMutation(after: places[1].sequence, ofOthersThan: "a"))
      #expect(try store.hasMutation(after: places[1].sequence, ofOthersThan: "b"))
    }
  }

  @Test func `a file of the version without base rows gets them by a complete fetch`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store.sqlite")
    do {
      let store = try LocalStoreFactory(path: path).makeLocalStore()
      try store.transaction {
        try store.writeEngineRecord(SyncEngineRecord(cursor: 7, isBootstrapped: true))
        try store.put(Event.full("e"))
        try store.insertPendingMutation(.queued("m", "e", operation: .update))
      }
    }
    try FormerSchema.restoreVersion8(path)
    do {
      let database = try Database.open(.file(path))
      for table in ["events", "event_types", "geofences", "property_definitions"] {
        try database.execute(SQL("drop base table", "DROP TABLE base_\(table)"))
      }
      for statement in [
        "ALTER TABLE mutations DROP COLUMN releases", "ALTER TABLE history DROP COLUMN conflicts",
        "ALTER TABLE engine DROP COLUMN breaker_wait", "ALTER TABLE engine DROP COLUMN user_id",
        "ALTER TABLE engine DROP COLUMN epoch", "ALTER TABLE engine DROP COLUMN bootstrap",
        "DROP INDEX events_in_calendar", "DROP INDEX shadow_events_by_type",
        "DROP INDEX shadow_events_by_geofence", "DROP INDEX shadow_events_in_calendar",
        "DROP INDEX shadow_property_definitions_by_type", "PRAGMA user_version = 4",
      ] {
        try database.execute(SQL("go back a version", statement))
      }
    }
    let store = try LocalStoreFactory(path: path).makeLocalStore()
    #expect(try store.readEngineRecord().isBootstrapForced)
    #expect(try store.readEngineRecord().cursor == 7)
    #expect(try store.fetchPendingMutations().map(\.releases) == [[]])
    #expect(try store.fetchAllEvents() == [.full("e")])
    #expect(try !store.hasBaseRows())
  }
}
