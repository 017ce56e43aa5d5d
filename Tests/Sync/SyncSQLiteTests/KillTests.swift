import Foundation
import Sync
import SyncSQLite
import TestTools
import Testing

/// A process that is killed while it writes leaves an intact store.
@Suite(.timeLimit(.minutes(testMinutes))) struct KillTests {
  /// The number of killed processes; `KILLS` sets it.
  private static let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap(Int.init) ?? 8

  /// Writes transactions forever, and a byte into `<path>.log` after each commit. Each transaction
  /// adds an event with its mutation and increments the cursor. The process is killed this many
  /// microseconds after the first one.
  private static func write(to path: String, killedAfter delay: UInt32) throws {
    let store = try LocalStoreFactory(path: path).makeLocalStore()
    let log = try FileHandle(forWritingTo: URL(fileURLWithPath: path + ".log"))
    try log.seekToEnd()
    for round in 0... {
      try store.transaction {
        var record = try store.readEngineRecord()
        record.cursor += 1
        try store.writeEngineRecord(record)
        try store.put(Event.full("e\(record.cursor)"))
        try store.insertPendingMutation(.queued("m\(record.cursor)", "e\(record.cursor)"))
      }
      try log.write(contentsOf: [1])
      guard round == 0 else { continue }
      Thread {
        usleep(delay)
        _ = Foundation.kill(getpid(), SIGKILL)
      }.start()
    }
  }

  @Test
  func `after each kill, the store opens, is intact, and has every acknowledged commit`()
    async throws
  {
    let folder = try TemporaryFolder()
    var path = ""
    var commits = 0
    var random = SeededRandomNumberGenerator(seed: 9)
    for kill in 0..<KillTests.kills {
      if kill.isMultiple(of: 25) {
        path = folder.file("store\(kill)")
        try Data().write(to: URL(fileURLWithPath: path + ".log"))
      }
      let delay = UInt32.random(in: 0...40_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as UInt32] in
        try KillTests.write(to: path, killedAfter: delay)
      }
      let store = try LocalStoreFactory(path: path).makeLocalStore()
      try store.checkIntegrity()
      let cursor = Int(try store.readEngineRecord().cursor)
      let acknowledged = try Data(contentsOf: URL(fileURLWithPath: path + ".log")).count
      // The last commit may have been interrupted before it was acknowledged.
      #expect((acknowledged...acknowledged + 1).contains(cursor), "kill \(kill)")
      #expect(try store.countPendingMutations() == cursor, "kill \(kill)")
      #expect(try store.fetchAllEvents().count == cursor, "kill \(kill)")
      commits = max(commits, cursor)
      try Data(repeating: 1, count: cursor).write(to: URL(fileURLWithPath: path + ".log"))
    }
    #expect(commits > 0)
  }
}
