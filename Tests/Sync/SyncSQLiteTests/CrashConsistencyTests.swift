import Foundation
import Sync
import SyncSQLite
import TestTools
import Testing

/// A store survives a power failure at every disk operation, and the failure of each operation.
@Suite(.timeLimit(.minutes(testMinutes))) struct CrashConsistencyTests {
  private let folder: TemporaryFolder
  private let disk = RecordedDisk()
  private static let transactions = 24

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
  }

  /// Transaction `number` of the workload: edits with their mutations, a batch, a bootstrap. It
  /// sets the cursor to its number, so that a reopened store reveals its progress.
  private func work(_ number: Int, on store: LocalStore) throws {
    let id = "e\(number % 7)"
    try store.upsertEvent(id: id) { event in
      event.eventTypeId = "t"
      event.notes = String(repeating: "\(number) ", count: 40 * (number % 5))
      event.syncStatus = .pending
    }
    try store.insertPendingMutation(.queued("m\(number)", id))
    if number % 3 == 2 {
      let page = try store.fetchPendingMutations(after: 0, limit: 2)
      let batch = MutationBatch(
        key: "b\(number)", mutationIds: page.map(\.id), createdAt: .at(Int64(number)))
      try store.insertBatch(batch)
    }
    if number % 4 == 3, let batch = try store.fetchBatches().first {
      for id in batch.mutationIds { try store.deletePendingMutation(id: id) }
      try store.deleteBatch(key: batch.key)
    }
    if number % 8 == 5 {
      try store.emptyShadow(limit: .max)
      try store.insertShadow(ShadowRows(events: [.full("s\(number)"), .full("e1")]))
      try store.swapShadow()
    }
    if number % 6 == 4 { try store.deleteEvent(id: "e\((number + 3) % 7)") }
    try store.writeEngineRecord(SyncEngineRecord(cursor: Int64(number)))
  }

  /// The contents of a store.
  private struct Contents: Equatable {
    var events: [Event]
    var mutations: [PendingMutation]
    var batches: [MutationBatch]
    var record: SyncEngineRecord
    var count: Int
  }

  private func contents(_ store: LocalStore) throws -> Contents {
    Contents(
      events: try store.fetchAllEvents(), mutations: try store.fetchPendingMutations(),
      batches: try store.fetchBatches(), record: try store.readEngineRecord(),
      count: try store.countPendingMutations())
  }

  @Test
  func `after a power failure at any time, the store is intact and has every acknowledged commit`()
    throws
  {
    var states: [Contents] = []
    var acknowledged: [Int] = []
    let factory = LocalStoreFactory(path: folder.file("store"), fileSystem: disk.name)
    var store: LocalStore? = try factory.makeLocalStore()
    for number in 0...CrashConsistencyTests.transactions {
      // The last connection to close moves the log into the file.
      if number % 9 == 8 {
        store = nil
        store = try factory.makeLocalStore()
      }
      let current = try #require(store)
      if number > 0 { try current.transaction { try work(number, on: current) } }
      states.append(try contents(current))
      acknowledged.append(disk.count)
    }
    store = nil
    let operations = disk.operations
    #expect(operations.count > 200)
    for seed in 1...CrashConsistencyTests.seeds {
      var chance = SeededRandomNumberGenerator(seed: seed)
      for moment in 0...operations.count {
        let image = RecordedDisk.image(after: operations[..<moment], chance: &chance)
        let reopened = try open(image, as: "image\(seed)-\(moment)")
        let cursor = Int(try reopened.readEngineRecord().cursor)
        let least = acknowledged.lastIndex { $0 <= moment } ?? 0
        #expect(cursor >= least, "a commit is lost after operation \(moment)")
        #expect(cursor <= least + 1, "a commit came early after operation \(moment)")
        #expect(try contents(reopened) == states[cursor], "torn after operation \(moment)")
      }
    }
  }

  /// The number of ways in which the disk loses data that was not synced; `CRASH_SEEDS` sets it.
  private static let seeds =
    ProcessInfo.processInfo.environment["CRASH_SEEDS"].flatMap(UInt64.init) ?? 1

  /// Opens and checks a store with the files that a power failure left.
  private func open(_ image: [String: [UInt8]], as name: String) throws -> LocalStore {
    let path = folder.file(name)
    for (file, bytes) in image {
      try Data(bytes).write(to: URL(fileURLWithPath: path + file.dropFirst("store".count)))
    }
    let store = try LocalStoreFactory(path: path).makeLocalStore()
    try store.checkIntegrity()
    return store
  }

  @Test
  func `if a disk operation fails, its transaction is rolled back and the next one succeeds`()
    throws
  {
    var number = 0
    var failed = 0
    while true {
      let disk = RecordedDisk()
      let path = folder.file("failing\(number)")
      let factory = LocalStoreFactory(path: path, fileSystem: disk.name)
      do {
        let store = try factory.makeLocalStore()
        disk.fail(at: disk.count + number)
        for step in 1...10 {
          let before = try contents(store)
          do {
            try store.transaction { try work(step, on: store) }
          } catch {
            failed += 1
            #expect(try contents(store) == before, "operation \(number), step \(step)")
            try store.transaction { try work(step, on: store) }
          }
          #expect(try store.readEngineRecord().cursor == Int64(step))
        }
        if !disk.hasFailed { break }
      }
      let reopened = try LocalStoreFactory(path: path).makeLocalStore()
      try reopened.checkIntegrity()
      #expect(try reopened.readEngineRecord().cursor == 10)
      number += 1
    }
    #expect(number > 50)
    #expect(failed == number)
  }
}
