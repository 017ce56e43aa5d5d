import Foundation
import SQLiteAccess
import Sync
import TestTools
import Testing

@Suite(.timeLimit(.minutes(testMinutes))) struct IdleSyncTests {
  @Test
  func `a sync without changes makes at most two requests and writes nothing to the file`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("idle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("store.db").path
    let bench = try Bench()
    let device = try Device(bench, name: "", path: path)
    let type = try await device.eventStore.createEventType(named: "Run")
    await device.engine.performSync()
    await device.engine.performSync()
    let watcher = try Database.open(.file(path), integrityCheck: .never)
    // SQLite counts the commits of other connections here.
    let version = SQL("read data version", "PRAGMA data_version")
    let before = try watcher.integer(version)
    let requests = device.log.lines.count
    for _ in 1...5 { await device.engine.performSync() }
    #expect(device.log.lines.count - requests <= 2 * 5)
    #expect(try watcher.integer(version) == before)
    try await device.eventStore.createEvent(ofType: type.id, at: bench.clock.now)
    #expect(try watcher.integer(version) != before, "a write is noticed")
  }
}
