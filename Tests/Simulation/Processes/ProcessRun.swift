import Basics
import Sync
import SyncHTTP
import SyncSQLite
import SyncTestSupport

/// Devices of one account that edit and sync at once, against several processes of the server with
/// one PostgreSQL, while servers are killed and the database is restarted.
///
/// Engines, stores, sockets, processes and the database are real, so that a seed determines the
/// edits but not their order. At the end every device must have the rows of a new one byte for
/// byte, every entity must have been created once, and readers that have followed the change feed
/// must have found the changes that it has from its beginning.
package final class ProcessRun: Sendable {
  /// The figures of a run.
  package struct Figures: Sendable {
    /// The number of edits.
    package var edits = 0
    /// The number of killed servers.
    package var kills = 0
    /// The number of restarts of the database.
    package var restarts = 0
    /// The number of changes in the feed.
    package var changes = 0
    /// The number of rounds of syncs after the faults until all devices agreed.
    package var rounds = 0
    /// The violations.
    package var violations: [String] = []
  }

  struct Client {
    let device: Device
    let store: LocalStoreFactory
    let random: SyncRandom
  }

  let servers: ServerProcesses
  let clients: [Client]
  private let restart: @Sendable () throws -> Void
  let clock: VirtualSyncClock
  let figures = Locked(Figures())
  private let isEditing = Locked(true)
  /// Gives every event another time and every type another name, so that none is a duplicate.
  private let lastNumber = Locked(0)

  /// Creates a run with `clients` devices and `processes` servers. `restart` restarts the database.
  package init(
    clients: Int = 32, processes: Int = 4, database: String,
    restart: @escaping @Sendable () throws -> Void
  ) throws {
    // Sleeps advance this clock, and servers refuse identifiers from the future.
    let now = SystemSyncClock().now.advanced(by: .seconds(-90 * 86_400))
    let clock = VirtualSyncClock(now: now, sleepsInstantly: true)
    let servers = try ServerProcesses(processes, database: database)
    (self.clock, self.servers, self.restart) = (clock, servers, restart)
    self.clients = try (0..<clients).map {
      try ProcessRun.client(seed: UInt64($0), clock, servers)
    }
  }

  static func client(
    seed: UInt64, _ clock: VirtualSyncClock, _ servers: ServerProcesses
  ) throws -> Client {
    let store = try LocalStoreFactory(inMemory: UniqueName.next("client"))
    let device = Device(
      transport: BalancingTransport(servers: servers, random: SyncRandom(seed: seed &+ 500)),
      factory: store, clock: clock, random: SyncRandom(seed: seed))
    return Client(device: device, store: store, random: SyncRandom(seed: seed &+ 1000))
  }

  /// Makes edits, with kills and restarts meanwhile, and checks the outcome.
  package func run(operations: Int) async throws -> Figures {
    let readers = try await withThrowingTaskGroup(of: [Int64]?.self) { group -> [[Int64]] in
      for reader in 0..<4 { group.addTask { await self.followFeed(reader) } }
      group.addTask {
        try await self.disturb()
        return nil
      }
      try await edit(operations)
      isEditing.value = false
      var found: [[Int64]] = []
      for try await case let ids? in group { found.append(ids) }
      return found
    }
    try await settle()
    try await checkFeed(readers)
    return figures.value
  }

  private func edit(_ operations: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in clients {
        group.addTask {
          for number in 0..<max(1, operations / self.clients.count) {
            try await self.edit(client)
            if number % 4 == 3 { await client.device.engine.performSync() }
            // Long enough for many faults during the edits.
            try await Task.sleep(for: .milliseconds(client.random.next() % 200))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func edit(_ client: Client) async throws {
    let (store, random) = (client.device.eventStore, client.random)
    let number = lastNumber.withLock { number in
      number += 1
      return number
    }
    let events = try await store.events()
    let types = try await store.eventTypes()
    let event = events.isEmpty ? nil : events[Int(random.next() % UInt64(events.count))].id
    switch (random.next() % 20, event) {
    case (0...8, let event?): try await store.updateEvent(id: event) { $0.notes = "edit \(number)" }
    case (9...10, let event?): try await store.deleteEvent(id: event)
    case (11, _),
      (_, _) where types.isEmpty:
      _ = try await store.createEventType(named: "\(number)")
    default:
      let type = types[Int(random.next() % UInt64(types.count))].id
      try await store.createEvent(ofType: type, at: Timestamp(milliseconds: Int64(number) * 1000))
    }
    figures.withLock { $0.edits += 1 }
    // After failures, engines wait; without this, they would until the end.
    clock.advance(by: .seconds(60))
  }

  /// Kills a server after about half a second, again and again, and now and then restarts the
  /// database.
  private func disturb() async throws {
    let random = SyncRandom(seed: 7)
    while isEditing.value {
      try await Task.sleep(for: .milliseconds(200 + Int(random.next() % 600)))
      if random.next() % 5 == 0 {
        try restart()
        figures.withLock { $0.restarts += 1 }
      } else {
        try servers.kill(random.next())
        figures.withLock { $0.kills += 1 }
      }
    }
  }

  /// The numbers of all changes that a reader finds while others write, and after.
  private func followFeed(_ reader: Int) async -> [Int64] {
    let client = reading(seed: UInt64(reader))
    var ids: [Int64] = []
    while isEditing.value {
      guard let page = try? await client.getChanges(since: ids.last ?? 0, limit: 20) else {
        continue
      }
      ids += page.changes.map(\.id)
    }
    return ids
  }

  func reading(seed: UInt64) -> APIClient {
    let transport = BalancingTransport(servers: servers, random: SyncRandom(seed: seed))
    return APIClient(transport: transport, clock: clock) { "token" }
  }
}
