import Foundation
import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite
import TestTools
import Testing

/// Two engines with one file, such as an app and its extension.
@Suite("Two processes on one file", .timeLimit(.minutes(testMinutes)))
struct TwoProcessesTests {
  private static let faults: [Fault.Kind] = [
    .dropBeforeCommit, .dropAfterCommit, .failure(status: 500, afterCommit: true),
    .failure(status: 502, afterCommit: false), .truncate(bytes: 30),
  ]

  @Test(arguments: 1...6)
  func `two processes that edit and sync concurrently lose nothing although requests fail`(
    seed: UInt64
  ) async throws {
    let bench = try Bench()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "two processes \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("store.sqlite").path
    let processes = try ["app", "extension"].map { try Device(bench, name: $0, path: path) }
    var random = SeededRandomNumberGenerator(seed: seed)
    let type = try await processes[0].eventStore.createEventType(named: "Run")
    var ids: [String] = []
    for round in 0..<12 {
      let store = processes[Int(random.next() % 2)].eventStore
      let start = TwoDevices.start.advanced(by: .seconds(round * 100))
      ids += try await store.createEvents(
        (0..<3).map { start.advanced(by: .seconds($0)) }, ofType: type.id
      ).map(\.id)
      let edited = ids[Int(random.next() % UInt64(ids.count))]
      try await processes[1].eventStore.updateEvent(id: edited) { $0.notes = "round \(round)" }
      let fault = Self.faults[Int(random.next() % UInt64(Self.faults.count))]
      bench.ruleBook.inject(Fault(fault))
      await withTaskGroup(of: Void.self) { group in
        for process in processes { group.addTask { await process.engine.performSync() } }
      }
    }
    bench.ruleBook.clearFaults()
    for _ in 1...4 {
      for process in processes { await process.engine.performSync() }
    }
    for process in processes {
      #expect(try await process.engine.getPendingCount() == 0)
      #expect(try await process.engine.quarantinedMutations().isEmpty)
    }
    let remote = try await bench.client.getAllEvents(batchSize: 100).map(Event.init)
    #expect(Set(remote.map(\.id)) == Set(ids))
    let local = try await processes[0].eventStore.events()
    #expect(local.sorted { $0.id < $1.id } == remote.sorted { $0.id < $1.id })
  }
}
