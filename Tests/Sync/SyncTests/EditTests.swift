import Sync
import SyncTestSupport
import TestTools
import Testing

@Suite("Edits and their number", .timeLimit(.minutes(testMinutes)))
struct EditTests {
  let world = SyncWorld()
  let clock = VirtualSyncClock(now: SyncWorld.start)
  let engine: SyncEngine
  let store: EventStore

  init() {
    let configuration = SyncEngineConfiguration(clock: clock, random: SyncRandom(seed: 1))
    engine = SyncEngine(
      networkClient: world.client, dataStoreFactory: world.factory, configuration: configuration)
    store = EventStore(
      dataStoreFactory: world.factory, syncEngine: engine, configuration: configuration)
  }

  /// Waits until a timer is set, lets it fire, and returns when the sync that it starts has ended.
  private func letTimerRing(after seconds: Int) async throws {
    try await world.letTimerRing(of: engine, on: clock, after: seconds)
  }

  @Test func `an edit returns at once while the network does not answer (O3)`() async throws {
    let (asked, signal) = AsyncStream.makeStream(of: Void.self)
    world.client.onCall { _ in
      signal.yield()
      try await eventually { Task.isCancelled }
      throw APIError.cancelled
    }
    let sync = Task { await engine.performSync() }
    for await _ in asked { break }
    for number in 1...20 { try await store.createEventType(named: "Type \(number)") }
    #expect(await engine.pendingCount == 20)
    await engine.cancelSync()
    await sync.value
    #expect(world.database.mutations.count == 20)
  }

  @Test func `130 consecutive edits are sent by one sync (O4)`() async throws {
    database.seed(SyncWorld.type)
    for number in 0..<130 {
      try await store.createEvent(
        ofType: SyncWorld.type.id, at: SyncWorld.start.advanced(by: .seconds(number)))
    }
    #expect(world.client.calls.isEmpty)
    try await letTimerRing(after: 1)
    #expect(world.client.calls(.getEventTypes).count == 1)
    #expect(world.client.calls(.createEventsBatch).count == 3)
    #expect(world.database.mutations.isEmpty)
    #expect(clock.sleeperCount == 0)
  }

  @Test
  func `an edit during the delay of an earlier one does not postpone the sync (O4)`() async throws {
    database.seed(SyncWorld.type)
    let start = SyncWorld.start
    try await store.createEvent(ofType: SyncWorld.type.id, at: start)
    try await eventually { clock.sleeperCount > 0 }
    clock.advance(by: .milliseconds(900))
    try await store.createEvent(
      ofType: SyncWorld.type.id, at: start.advanced(by: .seconds(1)))
    clock.advance(by: .milliseconds(100))
    while world.client.calls(.createEventsBatch).isEmpty {
      try await Task.sleep(for: .milliseconds(1))
    }
    await engine.waitUntilQuiet()
    #expect(world.database.mutations.isEmpty)
  }

  @Test
  func `an edit after a failed sync starts one before the next attempt would (O4)`() async throws {
    world.client.fail(.getEventTypes, with: APIError.noConnection)
    await engine.performSync()
    try await store.createEventType(named: "Run")
    try await letTimerRing(after: 1)
    #expect(world.database.mutations.isEmpty)
  }

  @Test
  func `the published number of edits is the queue's, even while the breaker is open (O5)`()
    async throws
  {
    try await world.queueEvents(1)
    world.client.fail(.getEventTypes, with: APIError.http(status: 429, retryAfter: 600))
    await engine.performSync()
    for number in 2...6 {
      try await store.createEventType(named: "Type \(number)")
      guard case .rateLimited(_, let pending) = await engine.state else {
        Issue.record("the state is \(await engine.state)")
        return
      }
      #expect(pending == number)
      #expect(await engine.pendingCount == number)
    }
    let id = try #require(world.database.mutations.first?.entityId)
    try await engine.discardEdits(of: .event, id: id)
    guard case .rateLimited(_, 5) = await engine.state else {
      Issue.record("the state is \(await engine.state)")
      return
    }
  }

  @Test
  @MainActor func `a monitor shows the edits of an earlier launch, and each new one (O5)`()
    async throws
  {
    try await world.queueEvents(3)
    let monitor = SyncMonitor(engine)
    let following = Task { await monitor.follow() }
    try await eventually { monitor.pendingCount == 3 }
    try await store.createEventType(named: "Run")
    try await eventually { monitor.pendingCount == 4 }
    following.cancel()
    await following.value
  }

  @Test func `the quarantine is read a few times per sync, not for every page (O9)`() async throws {
    for number in 1...20 {
      database.seed(
        PendingMutation(
          id: "m\(number)", clientRequestId: "k\(number)", entityKind: .event,
          operation: .create, entityId: "e\(number)", createdAt: SyncWorld.start, attempts: 5,
          isQuarantined: true))
    }
    world.client.configure { contents in
      contents.add((1...3000).map { SyncWorld.change(Int64($0), SyncWorld.remote($0)) })
    }
    await engine.performSync()
    #expect(world.client.calls(.getChanges).count == 30)
    #expect(database.calls.count { $0 == "fetchQuarantinedMutations" } <= 3)
  }

  @Test
  func `changes that could not be applied are read again at the app's request (O13)`() async throws
  {
    let unknown = ChangeEntry(
      id: 3, entityType: EntityKind(rawValue: "calendar"), operation: .update, entityId: "c",
      createdAt: SyncWorld.start)
    world.client.configure { $0.add([unknown, SyncWorld.change(4, SyncWorld.remote(1))]) }
    await engine.performSync()
    #expect(try await engine.quarantinedChanges().map(\.id) == [3])
    #expect(try await engine.retryQuarantinedChanges() == 1)
    #expect(try await engine.quarantinedChanges().isEmpty)
    world.client.forgetCalls()
    await engine.performSync()
    #expect(world.client.calls(.getChanges).map(\.position) == [2])
    #expect(try await engine.quarantinedChanges().map(\.id) == [3], "it is still unknown")
    #expect(database.record.cursor == 4)
  }

  private var database: MockDatabase { world.database }
}
