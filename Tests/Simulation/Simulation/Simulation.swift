import Sync
import SyncBackend
import SyncTestSupport

/// Devices of one account and their server, under random edits, faults and crashes.
///
/// Engines, event stores, local stores, clients and the server's rules are real; the network, the
/// clock, disk failures and ends of processes are simulated. Everything runs on one thread, so that
/// it depends only on the seed: edits are made while requests are in transit, answers arrive in any
/// order, and a process may end between any two statements of its store.
///
/// After every step, the ledger defines the expected state. When the faults stop, `settle()`
/// expects that everything is sent and that all devices and the server have the same rows.
final class Simulation {
  let options: SimulationOptions
  let seed: UInt64
  let clock: VirtualSyncClock
  let server: BackendService
  let network: SimulatedNetwork
  var devices: [SimulatedDevice] = []
  var ledger: SimulationLedger
  var random: SeededRandomNumberGenerator
  var counts = SimulationCounts()
  /// A digest of all events: FNV-1a over the steps and their consequences.
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The steps so far.
  private(set) var script: [SimulationStep] = []
  /// The digest of the request under each idempotency key.
  var sent: [String: Int] = [:]

  /// The expected state of each device's breaker, derived from its answers.
  var breakers: [BreakerOracle]

  /// The lasting faults.
  var wedges: [WedgingFault] = []

  /// Whether the run has no faults, because it only checks the result of many edits.
  var isCalm = false

  /// The time at which every simulation, storm and proof begins.
  static let start = Timestamp(milliseconds: 1_767_603_600_000)

  /// Creates the world of a seed. Only the thread of a `TaskThread` may use it.
  ///
  /// - Throws: the error of SQLite.
  init(seed: UInt64, options: SimulationOptions) throws {
    self.seed = seed
    self.options = options
    clock = VirtualSyncClock(now: Simulation.start)
    random = SeededRandomNumberGenerator(seed: seed)
    network = SimulatedNetwork(clock: clock)
    ledger = SimulationLedger(devices: options.clients)
    breakers = Array(repeating: BreakerOracle(), count: options.clients)
    var configuration = BackendService.Configuration()
    configuration.rateLimit = .max
    configuration.isDurable = false
    server = try BackendService(clock: clock, configuration: configuration)
    let numbers = ProcessNumbers()
    let name = UniqueName.next("simulation")
    devices = try (0..<options.clients).map { index in
      try SimulatedDevice(
        index, name: "\(name) device \(index)", network: network,
        seed: seed &* 1_000_003 &+ UInt64(index), numbers: numbers)
    }
    network.inspect = { [unowned self] request, device in inspect(request, from: device) }
    network.willSend = { [unowned self] request, device in follow(request, from: device) }
    network.willEnd = { [unowned self] request, device, exchange in
      follow(request, from: device, answer: exchange)
    }
    TaskThread.drain()
  }

  /// Carries out random steps.
  ///
  /// - Throws: `SimulationFailure`, or an error that no fault explains.
  func run(steps: Int) throws {
    var weather = SimulationStep.Weather.calm
    for step in 0..<steps {
      if step % 80 == 40 {
        let turns = options.isStormy ? SimulationStep.Weather.stormy : SimulationStep.Weather.usual
        weather = turns[random.below(turns.count)]
      }
      let world = SimulationStep.World(
        devices: devices.count, exchanges: network.exchanges.count, sleepers: clock.sleeperCount,
        weather: weather)
      try take(SimulationStep.random(in: world, using: &random))
    }
  }

  /// Makes edits on devices that sync meanwhile, without faults. The account has a realistic number
  /// of types, however many edits there are.
  func edit(operations: Int) throws {
    isCalm = true
    while counts.edits < operations {
      let device = random.below(devices.count)
      var verb =
        random.below(40) == 0 ? SimulationStep.Verb.sync : SimulationStep.randomEdit(using: &random)
      if (verb == .createType && count(of: .eventType) >= 20)
        || (verb == .createDefinition && count(of: .propertyDefinition) >= 100)
      {
        verb = .createEvents
      }
      try take(SimulationStep(verb, device: device, number: random.below(1 << 20)))
      for _ in 0..<min(2, network.exchanges.count) {
        let isAnswer = network.exchanges.contains { $0.answer != nil } && random.below(2) == 0
        try take(SimulationStep(isAnswer ? .answer : .deliver, number: random.below(1 << 20)))
      }
    }
  }

  private func count(of kind: EntityKind) -> Int { ledger.known[kind, default: []].count }

  /// Carries out a step, runs everything that becomes ready, and checks all affected devices.
  func take(_ step: SimulationStep) throws {
    script.append(step)
    counts.steps += 1
    if step.verb.isFault || step.fault != nil { counts.faults += 1 }
    do {
      let touched = try perform(step)
      TaskThread.drain()
      if let violation = network.violation { throw SimulationFailure(violation) }
      for index in touched where devices[index].process.gate.isClosed {
        try restart(devices[index])
      }
      for index in touched { try check(devices[index]) }
    } catch {
      throw SimulationFailure("after step \(script.count), \(step): \(error)")
    }
    note(step.description)
  }

  /// Adds a text to the digest.
  func note(_ text: String) {
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }
}

/// The options of a simulation.
package struct SimulationOptions: Hashable, Sendable {
  /// The number of random steps before the faults stop.
  package var steps: Int
  /// The number of devices of the account.
  package var clients: Int
  /// Whether nearly everything fails most of the time.
  package var isStormy: Bool
  /// Whether the run has lasting faults instead of random steps.
  package var isLiveness: Bool

  /// Creates options.
  package init(
    steps: Int = 1000, clients: Int = 2, isStormy: Bool = false, isLiveness: Bool = false
  ) {
    self.steps = steps
    self.clients = clients
    self.isStormy = isStormy
    self.isLiveness = isLiveness
  }
}

/// The figures of a simulation.
package struct SimulationCounts: Hashable, Sendable {
  /// The number of steps, including those of the quiet end.
  package var steps = 0
  /// The number of faults.
  package var faults = 0
  /// The number of edits on disk.
  package var edits = 0
  /// The number of requests sent.
  package var requests = 0
  /// The number of ended processes.
  package var crashes = 0
  /// The number of rounds of syncs after the faults until all agreed.
  package var rounds = 0
  /// The number of requests in these rounds.
  package var quietRequests = 0
}

/// A violation that a simulation found.
struct SimulationFailure: Error, CustomStringConvertible {
  /// The violation in words.
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
