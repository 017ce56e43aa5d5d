import SQLiteAccess
import Sync
import SyncHTTP
import SyncSQLite

/// A device whose process can end at any time; only its disk persists.
final class SimulatedDevice {
  let index: Int
  /// A separate store for checks; it never writes.
  let probe: LocalStore
  let clock: SimulatedClock
  private(set) var process: SimulatedProcess
  /// The last observed state of the engine.
  var state = SyncState.idle
  /// The number of mutations accepted in the running sync, according to the network traffic.
  var accepted = (events: 0, types: 0)
  /// Whether a sync was requested since the last edit.
  var isAsked = false
  /// Whether the store has failed during the running sync.
  var isTainted = false
  /// Whether the app's extension makes the running edit.
  var usesExtension = false
  /// Whether the extension has edited since the engine last counted its queue.
  var isEditedElsewhere = false
  /// The expected fields of edited entities at their last check, by id.
  private var expectations: [String: Expectation] = [:]
  /// The newest known history entry.
  var lastEntry: String?

  private let disk: LocalStoreFactory
  private let network: SimulatedNetwork
  private let seed: UInt64
  private let numbers: ProcessNumbers

  init(
    _ index: Int, name: String, network: SimulatedNetwork, seed: UInt64, numbers: ProcessNumbers
  ) throws {
    self.index = index
    self.network = network
    self.seed = seed
    self.numbers = numbers
    clock = SimulatedClock(network.clock)
    disk = try LocalStoreFactory(inMemory: name)
    probe = try disk.makeLocalStore()
    process = SimulatedProcess(index, disk, network, clock, seed, numbers.next())
  }

  private struct Expectation {
    let mutations: [PendingMutation]
    let base: EntityRow?
    let fields: EntityFields?
  }

  /// The fields of a base row after its mutations; `nil` if they delete it. The result is cached,
  /// because parsing the payloads after every step takes a third of a run's time, and they rarely
  /// change.
  func expectedFields(
    after mutations: [PendingMutation], from base: EntityRow?
  ) throws -> EntityFields? {
    guard let id = mutations.first?.entityId else { return base?.fields }
    if let known = expectations[id], known.base == base, known.mutations == mutations {
      return known.fields
    }
    let fields = try EntityRow.after(mutations, from: base)?.fields
    expectations[id] = Expectation(mutations: mutations, base: base, fields: fields)
    return fields
  }

  /// An extension of the app: another process with the same disk, which edits but never syncs.
  private var appExtension: SimulatedProcess?

  /// The store for the running edit.
  var eventStore: EventStore {
    guard usesExtension else { return process.eventStore }
    let running =
      appExtension
      ?? SimulatedProcess(index, disk, network, clock, seed, numbers.next(), syncs: false)
    appExtension = running
    return running.eventStore
  }

  /// Ends the process, if it has not ended.
  func end() {
    process.gate.close()
    process.watcher.cancel()
    appExtension?.watcher.cancel()
    appExtension = nil
    network.end(process: process.number)
    TaskThread.drain()
  }

  /// Ends the process and starts a new one.
  func restart() {
    end()
    process = SimulatedProcess(index, disk, network, clock, seed, numbers.next())
  }
}

/// Numbers the processes of a simulation.
final class ProcessNumbers {
  private var last = 0

  func next() -> Int {
    last += 1
    return last
  }
}

/// A running app: an engine and an event store with the device's disk.
struct SimulatedProcess: Sendable {
  let number: Int
  let gate = StoreGate()
  let engine: SyncEngine
  let eventStore: EventStore
  let published: PublishedState
  /// Follows the engine's published state.
  let watcher: Task<Void, Never>

  init(
    _ device: Int, _ disk: LocalStoreFactory, _ network: SimulatedNetwork,
    _ clock: SimulatedClock, _ seed: UInt64, _ number: Int, syncs: Bool = true
  ) {
    self.number = number
    let gate = gate
    let transport = SimulatedTransport(
      network: network, device: device, process: number, gate: gate)
    let random = SyncRandom(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
    let configuration = SyncEngineConfiguration(
      account: "user", clock: clock, random: random, retriesAfterBackoff: syncs)
    let stores = LocalStoreFactory(sharing: disk) { sql throws(DatabaseError) in
      try gate.pass(sql)
    }
    engine = SyncEngine(
      networkClient: APIClient(transport: transport, clock: clock) { "token" },
      dataStoreFactory: stores, configuration: configuration)
    eventStore = EventStore(
      dataStoreFactory: stores, syncEngine: engine, configuration: configuration,
      syncsAfterEdits: false)
    let (engine, published) = (engine, PublishedState())
    self.published = published
    watcher = Task.detached {
      for await state in await engine.stateUpdates() { published.state = state }
    }
  }
}

/// The last state that a watcher of an engine has received.
///
/// Unchecked `Sendable`: only the simulation's thread uses it.
final class PublishedState: @unchecked Sendable {
  var state: SyncState?
}
