import Foundation
import Sync
import SyncHTTP
import SyncSQLite
import Synchronization

/// A device with the real store and the real client over sockets, and a clock that is advanced
/// explicitly.
struct StormDevice {
  let clock: VirtualSyncClock
  let store: LocalStore
  let engine: SyncEngine
  let eventStore: EventStore
  let server: StormServer

  init(_ server: StormServer, clock: VirtualSyncClock, name: String) throws {
    guard let url = URL(string: "http://127.0.0.1:\(server.port)") else { throw URLError(.badURL) }
    let transport = URLSessionTransport(
      baseURL: url, requestTimeout: 1, resourceTimeout: 1, maximumResponseSize: 1 << 20)
    let factory = try LocalStoreFactory(inMemory: name)
    let configuration = SyncEngineConfiguration(
      account: "user", clock: clock, random: SyncRandom(seed: 7))
    engine = SyncEngine(
      networkClient: APIClient(transport: transport, clock: clock) { "token" },
      dataStoreFactory: factory, configuration: configuration)
    eventStore = EventStore(
      dataStoreFactory: factory, syncEngine: engine, configuration: configuration,
      syncsAfterEdits: false)
    store = try factory.makeLocalStore()
    self.clock = clock
    self.server = server
  }

  /// Syncs, and lets the pauses of the sync pass.
  func sync() async throws {
    await engine.requestSync()
    try await rest()
  }

  /// Waits until no sync is running. A pause of a running sync passes at once.
  func rest() async throws {
    // Only a hang takes this long, even on a busy machine.
    let limit = ContinuousClock.now.advanced(by: .seconds(600))
    let flag = QuietFlag()
    let watching = Task { [engine] in
      await engine.waitUntilQuiet()
      flag.isQuiet.store(true, ordering: .releasing)
    }
    defer { watching.cancel() }
    while !flag.isQuiet.load(ordering: .acquiring) {
      if ContinuousClock.now > limit { throw StormFailure("a sync has not ended after 600 s") }
      if await engine.state.isSyncing && clock.sleeperCount > 0 { clock.advance(by: .seconds(1)) }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Lets time pass, and waits for the syncs that the engine starts by itself, until nothing is
  /// left to send.
  ///
  /// - Returns: whether nothing is left.
  func drain(within time: Duration) async throws -> Bool {
    let end = clock.uptime + time
    while clock.uptime < end {
      try await rest()
      if try store.countPendingMutations() == 0 { return true }
      // The alarm is set in a separate task.
      for _ in 0..<200 where clock.sleeperCount == 0 {
        try await Task.sleep(for: .milliseconds(1))
      }
      if clock.sleeperCount == 0 {
        try await rest()
        return try store.countPendingMutations() == 0
      }
      clock.advance(by: time > .seconds(86_400) ? .seconds(600) : .seconds(20))
      for _ in 0..<5 { await Task.yield() }
    }
    return false
  }
}

/// Whether an engine is quiet.
private final class QuietFlag: Sendable {
  let isQuiet = Atomic(false)
}

/// A violated guarantee after a behavior.
struct StormFailure: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
