import Sync
import SyncBackend
import SyncSQLite

/// Runs with faults that last for hours, in which the engines must continue by themselves.
///
/// While a fault lasts, every edit that does not depend on it must be sent, and the pull must
/// happen. Once it is removed, everything must be sent without a call, because an engine has its
/// own alarm.
extension Simulation {
  /// The duration of a fault in milliseconds; longer than all waits of the engine together.
  static let wedgedTime = 7_200_000
  /// The time within which everything must be sent after the end of the fault.
  static let drainTime = 3_600_000
  /// The interval in milliseconds at which an app requests a sync during a fault.
  private static let callInterval = 900_000

  /// Makes edits without faults, adds lasting faults, makes further edits, and removes the faults.
  ///
  /// - Throws: `SimulationFailure`.
  func runLiveness() throws {
    try edit(count: 6 + random.below(20))
    for device in devices.indices { try take(SimulationStep(.sync, device: device)) }
    try take(SimulationStep(.run, number: 40_000))
    try edit(count: 3 + random.below(15))
    if random.below(3) == 0 {
      // A batch that is halved several times until the invalid event is alone.
      let many = 97 * random.below(1 << 12)
      try take(
        SimulationStep(.createEvents, device: random.below(devices.count), number: many))
    }
    for _ in 0..<1 + random.below(2) {
      let outcomes = WedgingFault.outcomes
      try take(
        SimulationStep(
          .wedge, number: random.below(1 << 20), fault: outcomes[random.below(outcomes.count)]))
    }
    for device in devices.indices { try take(SimulationStep(.sync, device: device)) }
    try edit(count: random.below(12))
    for device in devices.indices { try take(SimulationStep(.sync, device: device)) }
    let verb = random.below(2) == 0 ? SimulationStep.Verb.run : .runAlone
    try take(SimulationStep(verb, number: Simulation.wedgedTime))
    if random.below(4) == 0 {
      let device = random.below(devices.count)
      try take(SimulationStep(.crash, device: device))
      try take(SimulationStep(.sync, device: device))
    }
    try take(SimulationStep(.unwedge))
    try take(SimulationStep(.runAlone, number: Simulation.drainTime))
  }

  private func edit(count: Int) throws {
    for _ in 0..<count {
      let verb = SimulationStep.randomEdit(using: &random)
      let device = random.below(devices.count)
      try take(SimulationStep(verb, device: device, number: random.below(1 << 20)))
    }
  }

  // MARK: Steps

  /// Adds a lasting fault.
  func wedge(_ step: SimulationStep) {
    guard let outcome = step.fault.flatMap(WedgingFault.outcome) else { return }
    let number = step.number / 8
    switch step.number % 8 {
    case 0...2:
      let edits = ledger.open.joined().sorted { $0.number < $1.number }
      guard !edits.isEmpty else { return }
      wedges.append(
        WedgingFault(target: .entity(edits[number % edits.count].entity), outcome: outcome))
    case 3:
      let (method, route, kind) = WedgingFault.routes[number % WedgingFault.routes.count]
      wedges.append(
        WedgingFault(target: .route(method: method, route: route, kind), outcome: outcome))
    case 4: wedges.append(WedgingFault(target: .everything, outcome: outcome))
    case 5:
      wedges.append(WedgingFault(target: .body(bytes: 1500 + number % 3000), outcome: .reset))
    case 6:
      wedges.append(WedgingFault(target: .answer(bytes: 3000 + number % 9000), outcome: .reset))
    default:
      let device = number % devices.count
      devices[device].clock.set(ahead: number % 3 == 0 ? 86_400_000 : 3_600_000)
      wedges.append(WedgingFault(target: .clock(device: device), outcome: .reset))
    }
  }

  /// Removes all lasting faults.
  func unwedge() {
    wedges = []
    for device in devices { device.clock.set(ahead: 0) }
  }

  /// Lets time pass. All messages arrive at once unless a fault prevents that. The apps request a
  /// sync at times, or never.
  func run(milliseconds: Int, isAsked: Bool) throws {
    let (start, first) = (uptime, network.requestCount)
    var nextCall = start + Int64(Simulation.callInterval)
    var halfway: Int64?
    while uptime < start + Int64(milliseconds) {
      try runWires()
      clock.advance(by: .seconds(5))
      TaskThread.drain()
      network.expire()
      TaskThread.drain()
      if isAsked && uptime >= nextCall {
        nextCall += Int64(Simulation.callInterval)
        for device in devices {
          try prepareBreaker(for: .sync, on: device)
          let engine = device.process.engine
          Task.detached { await engine.requestSync() }
        }
        TaskThread.drain()
      }
      if halfway == nil && uptime >= start + Int64(milliseconds) / 2 {
        halfway = ledger.lastChange
      }
      for device in devices { try checkBreaker(of: device) }
    }
    try runWires()
    for device in devices { try check(device) }
    let bound = 60 + 6 * ledger.edits.count + milliseconds / 120_000 * 20
    if network.requestCount - first > bound {
      throw SimulationFailure(
        "\(network.requestCount - first) requests in \(milliseconds) ms; expected at most \(bound)")
    }
    if milliseconds >= Simulation.drainTime {
      for device in devices { try checkProgress(of: device, upTo: isAsked ? halfway ?? 0 : 0) }
    }
  }

  /// Delivers and answers all messages, unless a fault prevents that.
  private func runWires() throws {
    var waiting: Set<Int> = []
    while let place = network.exchanges.firstIndex(where: { !waiting.contains($0.number) }) {
      let exchange = network.exchanges[place]
      let device = exchange.device
      if exchange.answer != nil {
        _ = try perform(SimulationStep(.answer))
      } else if let fault = wedges.first(where: { fault in
        fault.meets(exchange.request) { server.respond(to: exchange.request).body.count }
      }) {
        try apply(fault, at: place, &waiting)
      } else {
        network.setAnswer(server.answer(exchange.request).response, isOwn: true, at: place)
        try observeServer()
      }
      TaskThread.drain()
      if let violation = network.violation { throw SimulationFailure(violation) }
      if devices[device].process.gate.isClosed { try restart(devices[device]) }
      try check(devices[device])
    }
  }

  private func apply(_ fault: WedgingFault, at place: Int, _ waiting: inout Set<Int>) throws {
    let exchange = network.exchanges[place]
    switch fault.outcome {
    case .reset: network.drop(at: place, .network("the connection was reset"))
    case .timeout: waiting.insert(exchange.number)
    case .lostAnswer:
      _ = server.answer(exchange.request)
      try observeServer()
      network.drop(at: place, .network("the connection was lost"))
    case .answer(let gateway):
      let own = gateway.isAfterWork ? server.answer(exchange.request).response : nil
      try observeServer()
      network.setAnswer(
        gateway.response(to: exchange.request, own: own), isOwn: false, at: place)
    }
  }
}
