import Sync
import SyncBackend
import SyncTestSupport

/// Devices of one account and their server, under random edits, faults and crashes.
///
/// Engines, event stores, local stores, clients and the server's rules are the real ones; wires,
/// clock, disks' failures and the ends of processes are simulated. All of it runs on one thread, so
/// that everything follows from the seed: edits are made while requests are on their way, answers
/// come in any order, a process ends between any two statements of its store.
///
/// After every step the ledger says what must be true. When the faults stop, `settle()` expects
/// that everything drains and that all devices and the server hold the same rows.
final class Simulation {
  let options: SimulationOptions
  let seed: UInt64
  let clock: VirtualSyncClock
  let server: RuleBook
  let network: SimulatedNetwork
  var devices: [SimulatedDevice] = []
  var ledger: SimulationLedger
  var random: SeededRandomNumberGenerator
  var counts = SimulationCounts()
  /// Everything that happened, in short: FNV-1a over the steps and what they led to.
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  /// What was done so far.
  private(set) var script: [SimulationStep] = []
  /// What was sent under each idempotency key, as a hash.
  var sent: [String: Int] = [:]

  /// What each device's breaker must do, by the answers that it got.
  var breakers: [BreakerOracle]

  /// The faults that last.
  var wedges: [WedgingFault] = []

  /// Nothing goes wrong in this run: it is about what many edits come to.
  var isCalm = false

  /// When every simulation, storm and proof begins.
  static let start = Timestamp(milliseconds: 1_767_603_600_000)

  /// Creates the world of a seed. Only the thread of a `TaskThread` can use it.
  ///
  /// - Throws: what SQLite refuses.
  init(seed: UInt64, options: SimulationOptions) throws {
    self.seed = seed
    self.options = options
    clock = VirtualSyncClock(now: Simulation.start)
    random = SeededRandomNumberGenerator(seed: seed)
    network = SimulatedNetwork(clock: clock)
    ledger = SimulationLedger(devices: options.clients)
    breakers = Array(repeating: BreakerOracle(), count: options.clients)
    var configuration = RuleBook.Configuration()
    configuration.rateLimit = .max
    configuration.isDurable = false
    server = try RuleBook(clock: clock, configuration: configuration)
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

  /// Does so many random things.
  ///
  /// - Throws: `SimulationFailure`, or what no fault explains.
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

  /// Makes so many edits on devices that sync meanwhile; nothing goes wrong. The account has as many
  /// types as a person has, not as many as there are edits.
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

  /// Takes one step, runs what becomes ready by it, and looks at everything that it touched.
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

  /// Mixes a text into the hash.
  func note(_ text: String) {
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }
}

/// How a simulation is set up.
package struct SimulationOptions: Hashable, Sendable {
  /// Random steps before the faults stop.
  package var steps: Int
  /// Devices of the account.
  package var clients: Int
  /// Whether nearly everything fails most of the time.
  package var isStormy: Bool
  /// Whether the run is about faults that last, instead of random steps.
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

/// What a simulation counted.
package struct SimulationCounts: Hashable, Sendable {
  /// Steps taken, those of the quiet end included.
  package var steps = 0
  /// Steps that make things worse.
  package var faults = 0
  /// Edits that reached a disk.
  package var edits = 0
  /// Requests sent.
  package var requests = 0
  /// Processes ended.
  package var crashes = 0
  /// Rounds of syncs, after the faults, until all agreed.
  package var rounds = 0
  /// Requests sent in these rounds.
  package var quietRequests = 0
}

/// A simulation found what must not be.
struct SimulationFailure: Error, CustomStringConvertible {
  /// What was found.
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
