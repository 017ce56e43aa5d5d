import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite
import SyncTestSupport

extension Proof {
  /// Every mutation takes effect exactly once, although one answer in five is lost.
  static let lostAnswers = Proof(
    name: "lost-answers", claim: "with 20 % of all answers lost, effects equal mutations",
    unit: "mutations", size: 1_000_000
  ) { size in
    let world = try LostAnswersWorld()
    let creations = max(1, size * 8 / 10)
    let events = try await world.createEvents(creations)
    try await world.drain()
    let changed = Array(events.prefix((size - creations) / 2))
    let deleted = Array(events.dropFirst(changed.count).prefix(size - creations - changed.count))
    try await world.change(changed)
    try await world.delete(deleted)
    try await world.drain()
    let effects = try world.effects()
    let expected = [
      "create": creations, "update": changed.count, "delete": deleted.count,
    ].filter { $0.value > 0 }
    let mutations = creations + changed.count + deleted.count
    return Outcome(
      figures: [
        "mutations": "\(mutations)", "requests": "\(world.wire.requests)",
        "answers lost": "\(world.wire.lost)", "effects": "\(effects.values.reduce(0, +))",
      ],
      objection: effects == expected ? nil : "effects \(effects), mutations \(expected)")
  }
}

/// One device and its server, with a network that loses one answer in five after the server has
/// processed the request.
private final class LostAnswersWorld {
  let wire: LosingTransport
  private let server: BackendService
  private let engine: SyncEngine
  private let eventStore: EventStore

  init() throws {
    let clock = VirtualSyncClock(now: Simulation.start, sleepsInstantly: true)
    var configuration = BackendService.Configuration()
    configuration.rateLimit = .max
    configuration.isDurable = false
    server = try BackendService(clock: clock, configuration: configuration)
    wire = LosingTransport(InProcessTransport(to: server, clock: clock), seed: 20)
    let device = Device(
      transport: wire,
      factory: try LocalStoreFactory(inMemory: UniqueName.next("proof")), clock: clock,
      random: SyncRandom(seed: 1))
    engine = device.engine
    eventStore = device.eventStore
  }

  func createEvents(_ count: Int) async throws -> [String] {
    let type = try await eventStore.createEventType(named: "Run")
    var ids: [String] = []
    while ids.count < count {
      let times = (ids.count..<min(ids.count + 1000, count)).map {
        Timestamp(milliseconds: Int64($0) * 1000)
      }
      ids += try await eventStore.createEvents(times, ofType: type.id).map(\.id)
    }
    return ids
  }

  func change(_ ids: [String]) async throws {
    for id in ids { try await eventStore.updateEvent(id: id) { $0.notes = "changed" } }
  }

  func delete(_ ids: [String]) async throws {
    for id in ids { try await eventStore.deleteEvent(id: id) }
  }

  /// Syncs until nothing is queued.
  func drain() async throws {
    var idle = 0
    while try await engine.getPendingCount() > 0 {
      let before = wire.requests
      await engine.performSync()
      idle = wire.requests == before ? idle + 1 : 0
      if idle > 100 { throw SimulationFailure("the queue does not drain") }
    }
  }

  /// The number of times that each operation was logged for an event; a repeated effect counts
  /// twice.
  func effects() throws -> [String: Int] {
    var counts: [String: Int] = [:]
    var last: Int64 = 0
    while true {
      let changes = try server.changes(after: last, limit: 10_000)
      guard let end = changes.last?.id else { return counts }
      last = end
      for change in changes where change.entityType == "event" {
        counts[change.operation, default: 0] += 1
      }
    }
  }
}
