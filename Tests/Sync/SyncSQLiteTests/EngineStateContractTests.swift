import Sync
import SyncSQLite
import TestTools
import Testing

@Suite(.timeLimit(.minutes(testMinutes))) struct EngineStateContractTests {
  @Test(arguments: StoreUnderTest.allCases)
  func `a new store has the default record, and a written one is read back`(_ kind: StoreUnderTest)
    throws
  {
    try withStore(kind) { store in
      #expect(try store.readEngineRecord() == SyncEngineRecord())
      let record = SyncEngineRecord(
        account: "ann", userId: "a1", cursor: .max, rereadFrom: 3, isBootstrapped: true,
        isBootstrapForced: true,
        consecutiveRateLimits: 2, breakerTrips: 3, breakerOpenUntil: .at(1), breakerWait: 30.5,
        lastSyncTime: .at(2))
      try store.writeEngineRecord(record)
      #expect(try store.readEngineRecord() == record)
      try store.writeEngineRecord(SyncEngineRecord(cursor: 5))
      #expect(try store.readEngineRecord() == SyncEngineRecord(cursor: 5))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `the history is newest first and limited`(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      func entry(_ number: Int) -> SyncHistoryEntry {
        SyncHistoryEntry(
          id: "h\(number)", timestamp: .at(1), eventsCount: number, eventTypesCount: 1,
          status: number.isMultiple(of: 2) ? .partialSuccess : .failed, errorMessage: "offline",
          durationMilliseconds: 17)
      }
      for number in 1...13 { try store.insertHistory(entry(number)) }
      #expect(try store.fetchHistory() == (4...13).reversed().map(entry))
      try store.clearHistory()
      #expect(try store.fetchHistory().isEmpty)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `quarantined changes are kept in the order of the feed`(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      func change(_ id: Int64, _ reason: String) -> QuarantinedChange {
        QuarantinedChange(
          id: id, entityKind: .unrecognized("tag"), entityId: "x", operation: .update,
          reason: reason, seenAt: .at(9))
      }
      try store.insertQuarantinedChange(change(9, "second"))
      try store.insertQuarantinedChange(change(4, "first"))
      #expect(try store.fetchQuarantinedChanges() == [change(4, "first"), change(9, "second")])
      try store.insertQuarantinedChange(change(9, "again"))
      #expect(try store.fetchQuarantinedChanges() == [change(4, "first"), change(9, "again")])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a transaction commits all or nothing, and the error of an inner one rolls back both`(
    _ kind: StoreUnderTest
  ) throws {
    struct Stop: Error {}
    try withStore(kind) { store in
      let result = try store.transaction {
        try store.put(EventType.full("t1"))
        try store.insertPendingMutation(.queued("m1", "t1", kind: .eventType))
        return 7
      }
      #expect(result == 7)
      #expect(throws: Stop.self) {
        try store.transaction {
          try store.put(Event.full("e1"))
          try store.deletePendingMutation(id: "m1")
          try store.writeEngineRecord(SyncEngineRecord(cursor: 9))
          throw Stop()
        }
      }
      #expect(try store.findEvent(id: "e1") == nil)
      #expect(try store.countPendingMutations() == 1)
      #expect(try store.readEngineRecord().cursor == 0)
      #expect(throws: Stop.self) {
        try store.transaction {
          try store.transaction { try store.put(Event.full("e2")) }
          throw Stop()
        }
      }
      #expect(try store.fetchAllEvents().isEmpty)
      try store.transaction { try store.transaction { try store.put(Event.full("e3")) } }
      #expect(try store.fetchAllEvents().map(\.id) == ["e3"])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `the error of an inner transaction rolls back the outer one even if it is caught`(
    _ kind: StoreUnderTest
  ) throws {
    struct Stop: Error {}
    try withStore(kind) { store in
      func fail() throws {
        try store.transaction {
          try store.put(Event.full("e2"))
          throw Stop()
        }
      }
      func swallow() throws {
        try store.transaction {
          try store.put(Event.full("e1"))
          try? fail()
        }
      }
      #expect(throws: Stop.self) { try swallow() }
      let events = try store.fetchAllEvents()
      #expect(events.isEmpty)
    }
  }
}
