import Sync
import SyncHTTP
import SyncSQLite
import TestTools
import Testing

/// Devices whose clock is ahead of the server's.
@Suite("A wrong clock", .timeLimit(.minutes(testMinutes)))
struct WrongClockTests {
  /// A device whose clock is ahead, with a type, a geofence, a definition and three events, after
  /// six syncs.
  private func device(
    ahead: Duration
  ) async throws -> (bench: Bench, clock: VirtualSyncClock, device: GatewayDevice) {
    let bench = try Bench()
    let clock = VirtualSyncClock(now: bench.clock.now, sleepsInstantly: true)
    clock.setTimeOfDay(forwardBy: ahead)
    let device = try GatewayDevice(bench, Gateway(bench.network), clock: clock)
    let type = try await device.eventStore.createEventType(named: "Run")
    let home = try await device.eventStore.createGeofence(named: "Home", latitude: 1, longitude: 2)
    {
      $0.eventTypeEntryId = type.id
    }
    try await device.eventStore.createPropertyDefinition(ofType: type.id, key: "km", label: "l")
    let start = bench.clock.now
    try await device.eventStore.createEvents(
      (1...3).map { start.advanced(by: .seconds(-$0)) }, ofType: type.id
    ) { $0.geofenceId = home.id }
    for _ in 1...6 { await device.engine.performSync() }
    #expect(try await device.engine.getPendingCount() == 6)
    #expect(try await device.engine.quarantinedMutations().isEmpty)
    return (bench, clock, device)
  }

  private func expectAllThere(_ device: GatewayDevice) async throws {
    #expect(try await device.engine.getPendingCount() == 0)
    #expect(try await device.engine.quarantinedMutations().isEmpty)
    let types = try await device.client.getEventTypes()
    #expect(types.map(\.name) == ["Run"])
    let events = try await device.client.getAllEvents(batchSize: 100)
    #expect(events.count == 3)
    let geofences = try await device.client.getGeofences(activeOnly: false)
    #expect(geofences.map(\.eventTypeEntryId) == types.map(\.id))
    #expect(events.allSatisfy { $0.geofenceId == geofences.first?.id })
    let local = try await device.eventStore.events()
    #expect(Set(local.map(\.id)) == Set(events.map(\.id)))
    #expect(local.allSatisfy { $0.syncStatus == .synced })
    #expect(try await device.eventStore.eventTypes().map(\.id) == types.map(\.id))
  }

  @Test(arguments: [300, 31_536_000])
  func `once the clock is right again, everything is sent automatically (W10)`(seconds: Int)
    async throws
  {
    let (_, clock, device) = try await device(ahead: .seconds(seconds))
    clock.setTimeOfDay(forwardBy: .seconds(-seconds))
    for _ in 1...6 { await device.engine.performSync() }
    try await expectAllThere(device)
  }

  @Test func `a clock that stays ahead by minutes only causes delays (W10)`() async throws {
    let (bench, _, device) = try await device(ahead: .seconds(300))
    bench.clock.advance(by: .seconds(300))
    for _ in 1...6 { await device.engine.performSync() }
    try await expectAllThere(device)
  }

  @Test
  func `a waiting type that is renamed and then deleted leaves only its deletion (W10)`()
    async throws
  {
    let (_, _, device) = try await device(ahead: .seconds(300))
    let type = try #require(try await device.eventStore.eventTypes().first)
    try await device.eventStore.updateEventType(id: type.id) { $0.name = "Jog" }
    try await device.eventStore.deleteEventType(id: type.id)
    let left = try device.store.fetchMutations(entityKind: .eventType, entityId: type.id)
    #expect(left.map(\.operation) == [.delete])
    await device.engine.performSync()
    #expect(try device.store.fetchMutations(entityKind: .eventType, entityId: type.id).isEmpty)
    #expect(try await device.engine.quarantinedMutations().isEmpty)
    #expect(try await device.eventStore.eventTypes().isEmpty)
  }

  @Test func `mutations that an older version quarantined are released too (W10)`() async throws {
    let (_, clock, device) = try await device(ahead: .seconds(300))
    for var mutation in try device.store.fetchPendingMutations() where mutation.batchKey == nil {
      mutation.attempts = PendingMutation.retryLimit
      mutation.isQuarantined = true
      let changed = mutation
      try device.store.transaction { try device.store.updatePendingMutation(changed) }
    }
    clock.setTimeOfDay(forwardBy: .seconds(-300))
    for _ in 1...6 { await device.engine.performSync() }
    try await expectAllThere(device)
  }

  @Test
  func `a copy in quarantine waits for the user, and then gets a new identifier (W10)`()
    async throws
  {
    let bench = try Bench()
    let clock = VirtualSyncClock(now: bench.clock.now, sleepsInstantly: true)
    let device = try GatewayDevice(bench, Gateway(bench.network), clock: clock)
    let type = try await bench.client.createEventType(bench.eventType())
    let event = try await bench.client.createEvent(bench.event(type.id))
    await device.engine.performSync()
    clock.setTimeOfDay(forwardBy: .seconds(300))
    try await bench.client.deleteEvent(id: event.id)
    try await device.eventStore.updateEvent(id: event.id) { $0.notes = "mine" }
    await device.engine.performSync()
    clock.setTimeOfDay(forwardBy: .seconds(-300))
    for _ in 1...2 { await device.engine.performSync() }
    let aside = try await device.engine.quarantinedMutations()
    #expect(aside.count == 1)
    #expect(try await bench.client.getAllEvents(batchSize: 100).isEmpty)
    try await device.engine.retryQuarantinedMutation(id: #require(aside.first).id)
    for _ in 1...2 { await device.engine.performSync() }
    #expect(try await device.engine.getPendingCount() == 0)
    let remote = try await bench.client.getAllEvents(batchSize: 100)
    #expect(remote.map(\.notes) == ["mine"])
    #expect(try await device.eventStore.events().map(\.id) == remote.map(\.id))
  }

  @Test func `identifiers follow a clock that is set back, and keep their order otherwise (W10)`() {
    let clock = VirtualSyncClock(now: Timestamp(milliseconds: 1_767_000_000_000))
    let source = IdentifierSource(clock: clock, random: SyncRandom(seed: 1))
    let first = source.next()
    clock.setTimeOfDay(forwardBy: .seconds(-30))
    let second = source.next()
    #expect(first < second)
    clock.setTimeOfDay(forwardBy: .seconds(-300))
    #expect(source.next() < first)
  }
}
