import Sync
import SyncTestSupport
import TestTools
import Testing

@Suite("One sync at a time", .timeLimit(.minutes(testMinutes)))
struct SyncFlightTests {
  @Test
  func `100 concurrent calls run one sync and one more, never two at once (B19, B21)`() async throws
  {
    let world = SyncWorld()
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...100 { group.addTask { await world.engine.performSync() } }
    }
    #expect(world.client.peakConcurrency == 1)
    #expect((1...2).contains(world.client.calls(.getEventTypes).count))
    #expect(await world.engine.state == .idle)
  }

  @Test
  func
    `a call during a sync causes exactly one more sync, which sends edits queued meanwhile (B21)`()
    async throws
  {
    let world = SyncWorld()
    let engine = world.engine
    world.client.onCall { call in
      guard call.method == .getChanges else { return }
      world.client.onCall(nil)
      try await world.queueEvents(1)
      for _ in 1...5 { Task { await engine.performSync() } }
      try await eventually { await engine.hasPendingRequest }
    }
    await engine.performSync()
    #expect(world.client.calls(.getEventTypes).count == 2)
    #expect(world.client.calls(.createEventsBatch).count == 1)
    #expect(world.database.mutations.isEmpty)
  }

  @Test func `an idle sync makes two requests and no writes`() async throws {
    let world = SyncWorld()
    await world.engine.performSync()
    let commits = world.database.commits
    world.client.forgetCalls()
    await world.engine.performSync()
    #expect(world.client.calls.map(\.method) == [.getEventTypes, .getChanges])
    #expect(world.database.commits == commits)
    #expect(await world.engine.lastSyncTime == SyncWorld.start)
  }

  @Test
  func `a failed health check sends nothing, and shows in state and history (B33)`() async throws {
    let world = SyncWorld()
    try await world.queueEvents(3)
    for error in [
      APIError.decoding("HTML"), .http(status: 503), .http(status: 401), .network("timed out"),
      .noConnection,
    ] {
      world.client.fail(.getEventTypes, with: error)
      await world.engine.performSync()
      #expect(await world.engine.state == .error(error.description))
      #expect(world.database.history.first?.status == .failed)
      #expect(world.database.history.first?.errorMessage == error.description)
    }
    #expect(world.client.calls.count == 5)
    #expect(world.database.mutations.count == 3)
    await world.engine.performSync()
    #expect(await world.engine.state == .idle)
  }

  @Test func `closing the store during a sync ends that sync first (B20)`() async throws {
    let world = SyncWorld()
    try await world.queueEvents(1)
    let (entered, signal) = AsyncStream.makeStream(of: Void.self)
    world.client.onCall { call in
      guard call.method == .createEventsBatch else { return }
      signal.finish()
      try await eventually { Task.isCancelled }
      throw APIError.cancelled
    }
    let sync = Task { await world.engine.performSync() }
    for await _ in entered {}
    await world.engine.resetDataStore()
    await sync.value
    #expect(await world.engine.state == .idle)
    #expect(world.database.batches.count == 1, "the sent batch stays fixed")
    world.client.onCall(nil)
    let before = world.factory.madeStores
    await world.engine.performSync()
    #expect(world.factory.madeStores == before + 1)
    let keys = Set(world.client.calls(.createEventsBatch).map(\.key))
    #expect(keys.count == 1)
    #expect(world.database.mutations.isEmpty)
  }

  @Test func `watchers see every state of a sync`() async throws {
    let world = SyncWorld()
    try await world.queueEvents(2)
    var updates = await world.engine.stateUpdates().makeAsyncIterator()
    await world.engine.performSync()
    var seen: [SyncState] = []
    while seen.last != .idle || seen.count == 1, let state = await updates.next() {
      seen.append(state)
    }
    #expect(
      seen == [
        .idle, .syncing(synced: 0, total: 0), .syncing(synced: 0, total: 2),
        .syncing(synced: 2, total: 2), .pulling, .idle,
      ])
  }

  @Test func `a store of another account is refused, and nothing is sent (B15)`() async throws {
    let world = SyncWorld(account: "anna")
    await world.engine.performSync()
    let other = SyncWorld(database: world.database, account: "ben")
    await other.engine.performSync()
    guard case .error = await other.engine.state else {
      Issue.record("the store of another account was used")
      return
    }
    #expect(other.client.calls.isEmpty)
  }
}

@Suite("Beside the engine", .timeLimit(.minutes(testMinutes)))
struct SyncContextTests {
  @Test @MainActor
  func `the monitor follows the engine on the main actor`() async throws {
    let world = SyncWorld()
    try await world.queueEvents(2)
    world.client.fail(.getChanges, with: APIError.noConnection)
    let monitor = SyncMonitor(world.engine)
    let following = Task { await monitor.follow() }
    await world.engine.performSync()
    try await eventually { monitor.state != .idle && !monitor.state.isSyncing }
    #expect(monitor.state == .error("no connection"))
    await world.engine.performSync()
    try await eventually { monitor.state == .idle }
    #expect(monitor.lastSyncTime == SyncWorld.start)
    #expect(monitor.pendingCount == 0)
    following.cancel()
  }

  @Test func `edits of one account never go into the store of another (B15)`() async throws {
    let world = SyncWorld(isBootstrapped: false)
    _ = try AccountDataStoreFactory(world.factory, account: "anna").makeDataStore()
    _ = try AccountDataStoreFactory(world.factory, account: "anna").makeDataStore()
    #expect(world.database.record.account == "anna")
    let eventStore = EventStore(
      dataStoreFactory: AccountDataStoreFactory(world.factory, account: "ben"),
      syncEngine: world.engine, configuration: world.configuration)
    await #expect(throws: SyncStoreError.wrongAccount(expected: "ben", found: "anna")) {
      try await eventStore.createEventType(named: "Run")
    }
    #expect(world.database.mutations.isEmpty)
  }

  @Test
  func `a call while the breaker was open is served when the breaker is reset`() async throws {
    let world = SyncWorld()
    world.client.fail(.getEventTypes, with: APIError.tooMany, APIError.tooMany, APIError.tooMany)
    await world.engine.performSync()
    await world.engine.performSync()
    #expect(await world.engine.hasPendingRequest)
    await world.engine.resetCircuitBreaker()
    await world.engine.waitUntilQuiet()
    #expect(await world.engine.state == .idle)
    #expect(await world.engine.lastSyncTime != nil)
  }
}
