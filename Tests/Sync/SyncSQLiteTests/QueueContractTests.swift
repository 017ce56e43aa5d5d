import Sync
import SyncSQLite
import TestTools
import Testing

@Suite(.timeLimit(.minutes(testMinutes))) struct QueueContractTests {
  @Test(arguments: StoreUnderTest.allCases)
  func `a mutation is read as it was queued, with its position`(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      var mutation = PendingMutation.queued("m1", "e1")
      mutation.recordFailure("refused", at: .at(20))
      mutation.sequence = 999
      try store.insertPendingMutation(mutation)
      let found = try #require(try store.findMutation(id: "m1"))
      mutation.sequence = found.sequence
      #expect(found == mutation)
      #expect(found.sequence != 999)
      #expect(try store.findMutation(id: "m2") == nil)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `the queue is in the order of insertion, and a position is never reused`(
    _ kind: StoreUnderTest
  ) throws {
    try withStore(kind) { store in
      for id in ["c", "a", "b"] { try store.insertPendingMutation(.queued(id, "e")) }
      #expect(try store.fetchPendingMutations().map(\.id) == ["c", "a", "b"])
      let last = try #require(try store.findMutation(id: "b")).sequence
      try store.deletePendingMutation(id: "b")
      try store.deletePendingMutation(id: "b")
      try store.insertPendingMutation(.queued("d", "e"))
      let next = try #require(try store.findMutation(id: "d")).sequence
      #expect(next > last)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `pages of the queue begin after a position and respect their limit`(_ kind: StoreUnderTest)
    throws
  {
    try withStore(kind) { store in
      for id in 1...7 { try store.insertPendingMutation(.queued("m\(id)", "e")) }
      var collected: [String] = []
      var place: Int64 = 0
      while true {
        let page = try store.fetchPendingMutations(after: place, limit: 3)
        #expect(page.count <= 3)
        guard let last = page.last else { break }
        place = last.sequence
        collected += page.map(\.id)
      }
      #expect(collected == (1...7).map { "m\($0)" })
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `an update keeps the position, and moves between queue and quarantine`(
    _ kind: StoreUnderTest
  ) throws {
    try withStore(kind) { store in
      for id in ["a", "b", "c"] { try store.insertPendingMutation(.queued(id, "e")) }
      var mutation = try #require(try store.findMutation(id: "b"))
      mutation.isQuarantined = true
      mutation.lastError = "poison"
      mutation.payload = [1, 2]
      let place = mutation.sequence
      mutation.sequence = 500
      try store.updatePendingMutation(mutation)
      #expect(try store.findMutation(id: "b")?.sequence == place)
      #expect(try store.findMutation(id: "b")?.payload == [1, 2])
      #expect(try store.fetchPendingMutations().map(\.id) == ["a", "c"])
      #expect(try store.fetchPendingMutations(after: 0, limit: 9).map(\.id) == ["a", "c"])
      #expect(try store.fetchQuarantinedMutations().map(\.id) == ["b"])
      #expect(try store.countPendingMutations() == 2)
      #expect(try store.fetchMutations(entityKind: .event, entityId: "e").count == 3)
      mutation.isQuarantined = false
      try store.updatePendingMutation(mutation)
      #expect(try store.fetchPendingMutations().map(\.id) == ["a", "b", "c"])
      #expect(try store.countPendingMutations() == 3)
      #expect(try store.fetchQuarantinedMutations().isEmpty)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `the count always agrees with the queue`(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      var random = SeededRandomNumberGenerator(seed: 7)
      for step in 0..<300 {
        let id = "m\(UInt64.random(in: 0..<20, using: &random))"
        if var mutation = try store.findMutation(id: id) {
          if Bool.random(using: &random) {
            try store.deletePendingMutation(id: id)
          } else {
            mutation.isQuarantined.toggle()
            try store.updatePendingMutation(mutation)
          }
        } else {
          var mutation = PendingMutation.queued(id, "e")
          mutation.isQuarantined = Bool.random(using: &random)
          try store.insertPendingMutation(mutation)
        }
        let queued = try store.fetchPendingMutations().count
        #expect(try store.countPendingMutations() == queued, "after step \(step)")
      }
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a mutation is found by entity, kind and operation, including quarantine`(
    _ kind: StoreUnderTest
  ) throws {
    try withStore(kind) { store in
      var mutation = PendingMutation.queued("m", "e", kind: .geofence, operation: .delete)
      mutation.isQuarantined = true
      try store.insertPendingMutation(mutation)
      func has(_ id: String, _ kind: EntityKind, _ operation: MutationOperation) throws -> Bool {
        try store.hasPendingMutation(entityId: id, entityKind: kind, operation: operation)
      }
      #expect(try has("e", .geofence, .delete))
      #expect(try !has("e", .geofence, .create))
      #expect(try !has("e", .event, .delete))
      #expect(try !has("f", .geofence, .delete))
      #expect(try store.fetchMutations(entityKind: .event, entityId: "e").isEmpty)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a mutation whose entity gets another id is found only by that id`(_ kind: StoreUnderTest)
    throws
  {
    try withStore(kind) { store in
      for id in ["a", "b"] { try store.insertPendingMutation(.queued(id, "old")) }
      var mutation = try #require(try store.findMutation(id: "b"))
      mutation.entityId = "new"
      try store.updatePendingMutation(mutation)
      #expect(try store.fetchMutations(entityKind: .event, entityId: "old").map(\.id) == ["a"])
      #expect(try store.fetchMutations(entityKind: .event, entityId: "new").map(\.id) == ["b"])
      try store.deletePendingMutation(id: "b")
      #expect(try store.fetchMutations(entityKind: .event, entityId: "new").isEmpty)
      #expect(try store.findMutation(id: "b") == nil)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a mutation with the id of an entity does not belong to that entity`(_ kind: StoreUnderTest)
    throws
  {
    try withStore(kind) { store in
      try store.insertPendingMutation(.queued("x", "e"))
      try store.insertPendingMutation(.queued("m", "x"))
      #expect(try store.fetchMutations(entityKind: .event, entityId: "x").map(\.id) == ["m"])
      #expect(try store.findMutation(id: "x")?.entityId == "e")
      try store.deletePendingMutation(id: "x")
      #expect(try store.fetchMutations(entityKind: .event, entityId: "x").map(\.id) == ["m"])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `an unknown kind or operation is preserved (B39)`(_ kind: StoreUnderTest) throws {
    try withStore(kind) { store in
      try store.insertPendingMutation(
        .queued("m", "e", kind: .unrecognized("tag"), operation: .unrecognized("merge")))
      let found = try #require(try store.fetchPendingMutations().first)
      #expect(found.entityKind == .unrecognized("tag"))
      #expect(found.operation == .unrecognized("merge"))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a batch fixes its members in order and releases the remaining ones`(_ kind: StoreUnderTest)
    throws
  {
    try withStore(kind) { store in
      for id in ["a", "b", "c", "d"] { try store.insertPendingMutation(.queued(id, "e")) }
      let first = MutationBatch(key: "k2", mutationIds: ["c", "a"], createdAt: .at(1))
      let second = MutationBatch(key: "k1", mutationIds: ["b"], isSingle: true, createdAt: .at(2))
      try store.insertBatch(first)
      try store.insertBatch(second)
      #expect(try store.fetchBatches() == [first, second])
      #expect(try store.fetchPendingMutations().map(\.batchKey) == ["k2", "k1", "k2", nil])
      try store.deletePendingMutation(id: "c")
      try store.deleteBatch(key: "k2")
      try store.deleteBatch(key: "k2")
      #expect(try store.fetchBatches() == [second])
      #expect(try store.fetchPendingMutations().map(\.batchKey) == [nil, "k1", nil])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `a second mutation with the same id is refused and changes nothing`(_ kind: StoreUnderTest)
    throws
  {
    try withStore(kind) { store in
      try store.insertPendingMutation(.queued("m", "e1"))
      #expect(throws: (any Error).self) {
        try store.insertPendingMutation(.queued("m", "e2"))
      }
      #expect(try store.fetchPendingMutations().map(\.entityId) == ["e1"])
      #expect(try store.countPendingMutations() == 1)
    }
  }
}
