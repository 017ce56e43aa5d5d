import SQLiteAccess
import Sync
import SyncSQLite
import TestTools
import Testing

/// The queue on disk: the pages that an insert writes, and files of an earlier version.
@Suite(.timeLimit(.minutes(testMinutes))) struct QueueStorageTests {
  private let folder: TemporaryFolder
  private let factory: LocalStoreFactory
  private var path: String { folder.file("store.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    factory = LocalStoreFactory(path: folder.file("store.sqlite"))
  }

  @Test func `a commit of an event and its mutation writes few pages`() throws {
    let store = try factory.makeLocalStore()
    let commits = 100
    try enqueue(50, in: store)
    let before = try folder.size(of: "store.sqlite-wal")
    try enqueue(commits, in: store)
    // A frame of the log is a page with a header of 24 bytes.
    let frames = try (folder.size(of: "store.sqlite-wal") - before) / (4096 + 24)
    // Each commit writes a page of `events`, `events_by_type`, `mutations` and `mutation_keys`;
    // some write more, to add a page. Another table or index would add 100 frames.
    #expect((4 * commits..<5 * commits).contains(Int(frames)))
  }

  @Test
  func `positions and count are correct if several stores of one file use the queue in turns`()
    throws
  {
    let stores = [try factory.makeLocalStore(), try factory.makeLocalStore()]
    var places: [Int64] = []
    for number in 0..<40 {
      let (store, other) = (stores[number % 2], stores[(number + 1) % 2])
      try store.insertPendingMutation(.queued("m\(number)", "e\(number / 3)"))
      try store.save()
      places.append(try #require(try other.findMutation(id: "m\(number)")).sequence)
      // Deletes the last mutation, whose position must not be reused.
      if number.isMultiple(of: 4) { try other.deletePendingMutation(id: "m\(number)") }
      try other.save()
      #expect(try store.countPendingMutations() == other.countPendingMutations())
      #expect(try store.countPendingMutations() == store.fetchPendingMutations().count)
    }
    #expect(places == Array(1...40))
  }

  @Test
  func `a file of the version with a counted queue keeps its mutations, their positions and keys`()
    throws
  {
    let (queue, aside, batches) = try fillAndTakeBack()
    let store = try factory.makeLocalStore()
    #expect(try store.fetchPendingMutations() == queue)
    #expect(try store.fetchQuarantinedMutations() == aside)
    #expect(try store.fetchBatches() == batches)
    #expect(try store.countPendingMutations() == 2)
    #expect(try store.findMutation(id: "b")?.isQuarantined == true)
    #expect(try store.fetchMutations(entityKind: .event, entityId: "e").map(\.id) == ["a", "b"])
    #expect(throws: DatabaseError.self) { try store.insertPendingMutation(.queued("a", "g")) }
    try store.insertPendingMutation(.queued("d", "e"))
    // The position of the deleted mutation is not reused.
    #expect(try store.findMutation(id: "d")?.sequence == 5)
    try store.deleteBatch(key: "k")
    for id in ["a", "b", "c", "d"] { try store.deletePendingMutation(id: id) }
    #expect(try store.countPendingMutations() == 0)
    #expect(try !store.hasMutations())
    #expect(try store.fetchMutations(entityKind: .event, entityId: "e").isEmpty)
  }

  @Test
  func `a file of the version with a counted queue that is empty reuses no position`() throws {
    do {
      let store = try factory.makeLocalStore()
      for id in ["a", "b"] { try store.insertPendingMutation(.queued(id, "e")) }
      for id in ["a", "b"] { try store.deletePendingMutation(id: id) }
      try store.save()
    }
    try FormerSchema.restoreVersion8(path)
    let store = try factory.makeLocalStore()
    #expect(try store.countPendingMutations() == 0)
    try store.insertPendingMutation(.queued("c", "e"))
    #expect(try store.findMutation(id: "c")?.sequence == 3)
    #expect(try store.countPendingMutations() == 1)
  }

  /// Stores events with their mutations, each pair in a separate transaction.
  private func enqueue(_ count: Int, in store: LocalStore) throws {
    let ids = IdentifierSource(clock: SystemSyncClock(), random: .system())
    for _ in 0..<count {
      let id = ids.next()
      try store.transaction {
        try store.upsertEvent(id: id) { $0.notes = "five kilometers" }
        try store.insertPendingMutation(.queued(ids.next(), id))
      }
    }
  }

  /// Fills a queue in a file of version 8; returns queue, quarantine and batches.
  private func fillAndTakeBack() throws -> (
    queue: [PendingMutation], aside: [PendingMutation], batches: [MutationBatch]
  ) {
    let store = try factory.makeLocalStore()
    for (id, entity) in [("a", "e"), ("b", "e"), ("c", "f"), ("deleted", "f")] {
      try store.insertPendingMutation(.queued(id, entity))
    }
    var aside = try #require(try store.findMutation(id: "b"))
    aside.isQuarantined = true
    try store.updatePendingMutation(aside)
    try store.insertBatch(MutationBatch(key: "k", mutationIds: ["c"], createdAt: .at(1)))
    try store.deletePendingMutation(id: "deleted")
    try store.save()
    let filled = (
      try store.fetchPendingMutations(), try store.fetchQuarantinedMutations(),
      try store.fetchBatches()
    )
    try FormerSchema.restoreVersion8(path)
    return filled
  }
}
