import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite
import Synchronization

/// Devices of one account and their server, under random edits, faults and crashes.
///
/// Everything follows from the seed: one task, a virtual clock, seeded identifiers. `run(steps:)`
/// does something random again and again; `drain()` lets the faults stop and expects that all
/// devices and the server come to hold the same rows, that nothing is lost, and that nothing
/// comes back.
package final class Simulation {
  private static let count = Atomic(0)

  let clock: VirtualSyncClock
  let server: RuleBook
  var devices: [SimulatedDevice] = []
  var random: SeededRandomNumberGenerator
  var ledger = SimulationLedger()
  /// What was done so far, for a person who looks for the step that went wrong.
  package private(set) var script: [String] = []

  /// Creates a simulation of so many devices.
  ///
  /// - Throws: what SQLite refuses.
  package init(seed: UInt64, devices count: Int = 2) throws {
    clock = VirtualSyncClock(now: ScenarioWorld.start, sleepsInstantly: true)
    random = SeededRandomNumberGenerator(seed: seed)
    var configuration = RuleBook.Configuration()
    configuration.rateLimit = 100_000
    configuration.isDurable = false
    server = try RuleBook(clock: clock, configuration: configuration)
    let number = Simulation.count.add(1, ordering: .relaxed).newValue
    devices = try (0..<count).map { index in
      try SimulatedDevice(
        name: "simulation \(number) device \(index)", server: server, clock: clock,
        seed: seed &* 31 &+ UInt64(index))
    }
  }

  /// Does so many random things.
  package func run(steps: Int) async throws {
    for _ in 0..<steps {
      let index = Int.random(in: devices.indices, using: &random)
      let action = SimulatedAction.random(using: &random)
      script.append("device \(index): \(action)")
      try await perform(action, on: index)
    }
  }

  /// Lets the faults stop, synchronises in rounds until nothing moves, and compares.
  ///
  /// - Returns: how many rounds it took.
  /// - Throws: `SimulationFailure`.
  package func drain(limit: Int = 12) async throws -> Int {
    server.clearFaults()
    for device in devices { device.network.isConnected = true }
    for round in 1...limit {
      for device in devices {
        clock.advance(by: .seconds(400))
        await device.engine.performSync()
      }
      if try await difference().isEmpty { return round }
    }
    throw SimulationFailure("not settled after \(limit) rounds: \(try await difference())")
  }

}

/// A simulation found what must not be.
package struct SimulationFailure: Error, CustomStringConvertible {
  /// What was found.
  package var description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A device whose process can end at any time.
final class SimulatedDevice {
  let network: InProcessTransport
  let client: APIClient
  let factory: LocalStoreFactory
  let clock: VirtualSyncClock
  private var device: Device
  private let seed: UInt64
  private var starts: UInt64 = 0

  var engine: SyncEngine { device.engine }
  var eventStore: EventStore { device.eventStore }

  init(name: String, server: RuleBook, clock: VirtualSyncClock, seed: UInt64) throws {
    self.clock = clock
    self.seed = seed
    network = InProcessTransport(to: server, clock: clock, latency: .milliseconds(20))
    client = APIClient(transport: network, clock: clock) { "token" }
    factory = try LocalStoreFactory(inMemory: name)
    device = Device(
      transport: network, factory: factory, clock: clock, random: SyncRandom(seed: seed),
      recorder: nil)
  }

  /// Ends the process and starts it anew: only the store is left.
  func restart() {
    starts += 1
    device = Device(
      transport: network, factory: factory, clock: clock,
      random: SyncRandom(seed: seed &+ starts &* 0x9E37_79B9), recorder: nil)
  }

  func contents() throws -> ScenarioRecording.LocalContents {
    try ScenarioRecording.LocalContents(of: factory.makeDataStore())
  }
}
