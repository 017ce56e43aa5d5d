import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite

extension Simulation {
  /// Carries out a step, and returns the devices that it may have affected.
  func perform(_ step: SimulationStep) throws -> [Int] {
    switch step.verb {
    case .deliver: return try deliver(step)
    case .answer: return answer(step)
    case .lose: return lose(step)
    case .wait: return wait(step.number)
    case .narrow: narrow(step.number)
    case .newEpoch: try server.beginEpoch("epoch \(counts.steps)")
    case .forgetChanges: try forgetChanges(step.number)
    case .wedge: wedge(step)
    case .unwedge: unwedge()
    case .run: try run(milliseconds: step.number, isAsked: true)
    case .runAlone: try run(milliseconds: step.number, isAsked: false)
    default: break
    }
    guard step.verb.hasDevice else { return Array(devices.indices) }
    guard devices.indices.contains(step.device) else { return [] }
    let device = devices[step.device]
    switch step.verb {
    case .crash: device.process.gate.close()
    case .killAt: device.process.gate.arm(.crash, after: step.number)
    case .fillDisk: device.process.gate.arm(.full, after: step.number)
    case .setClock: setClock(step.number, of: device)
    case .drift: device.clock.setDrift(perMille: Int64(step.number % 101) - 50)
    case .cut: network.cut.insert(step.device)
    case .connect: network.cut.remove(step.device)
    case .sync, .resync, .cancel, .retry, .resetBreaker: try ask(step.verb, of: device)
    default: try edit(step, on: device)
    }
    return [step.device]
  }

  /// Calls an operation of an engine. Operations that wait for the network continue by themselves.
  private func ask(_ verb: SimulationStep.Verb, of device: SimulatedDevice) throws {
    let engine = device.process.engine
    try prepareBreaker(for: verb, on: device)
    switch verb {
    case .resync: Task.detached { try? await engine.forceFullResync() }
    case .cancel: Task.detached { await engine.cancelSync() }
    case .resetBreaker: Task.detached { await engine.resetCircuitBreaker() }
    case .retry:
      Task.detached {
        for mutation in try await engine.quarantinedMutations() {
          try await engine.retryQuarantinedMutation(id: mutation.id)
        }
      }
    default: Task.detached { await engine.requestSync() }
    }
    TaskThread.drain()
    if verb == .cancel { device.accepted = (0, 0) }
  }

  // MARK: Wires

  /// Delivers a request to the server.
  private func deliver(_ step: SimulationStep) throws -> [Int] {
    let places = network.places { $0.answer == nil }
    if places.isEmpty { return [] }
    let place = places[step.number % places.count]
    let exchange = network.exchanges[place]
    if step.fault == SimulationStep.lie {
      network.setAnswer(HTTPResponse(status: 204), isOwn: true, at: place)
      return []
    }
    if step.fault == SimulationStep.otherAccount {
      if let answer = try answerOfAnotherAccount(exchange) {
        network.setAnswer(answer, isOwn: false, at: place)
        return []
      }
    } else if let gateway = step.fault.flatMap({ GatewayAnswer($0) }) {
      let own = gateway.isAfterWork ? server.answer(exchange.request).response : nil
      try observeServer()
      let response = gateway.response(to: exchange.request, own: own)
      network.setAnswer(response, isOwn: false, at: place)
      return []
    }
    if let fault = step.fault, fault != SimulationStep.otherAccount {
      server.inject(try Fault(parsing: fault))
    }
    let answer = server.answer(exchange.request)
    try observeServer()
    if network.isTooLong(answer.response, to: exchange.request) {
      network.drop(at: place, .network("the connection was lost"))
      return [exchange.device]
    }
    switch answer.delivery {
    case .whole: network.setAnswer(answer.response, isOwn: true, at: place)
    case .dropped:
      network.drop(at: place, .network("the connection was lost"))
      return [exchange.device]
    case .truncated(let bytes):
      var response = answer.response
      let isOwn = response.body.count <= bytes
      response.body = Array(response.body.prefix(bytes))
      network.setAnswer(response, isOwn: isOwn, at: place)
    }
    // Until the answer arrives, the device is unaffected.
    return []
  }

  /// The answer of a faulty cache, with the rows of another account for a device that knows its
  /// own; `nil` if the answer contains no rows.
  private func answerOfAnotherAccount(
    _ exchange: SimulatedNetwork.Exchange
  ) throws -> HTTPResponse? {
    guard exchange.request.method == "GET",
      try devices[exchange.device].probe.readEngineRecord().userId != nil
    else { return nil }
    var answer = server.respond(to: exchange.request)
    let text = String(decoding: answer.body, as: UTF8.self)
    let others = text.replacing("\"user_id\":\"user\"", with: "\"user_id\":\"other\"")
    answer.body = Array(others.replacing("~", with: "~0").utf8)
    return others == text ? nil : answer
  }

  /// Adds the server's changes to the ledger.
  func observeServer() throws {
    for change in try server.changes(after: ledger.lastChange) {
      ledger.lastChange = change.id
      if let objection = try ledger.observe(change) {
        throw SimulationFailure("change \(change.id): \(objection)")
      }
    }
  }

  /// Delivers an answer to its client.
  private func answer(_ step: SimulationStep) -> [Int] {
    let places = network.places { $0.answer != nil }
    if places.isEmpty { return [] }
    let place = places[step.number % places.count]
    let exchange = network.exchanges[place]
    let accepted = acceptedMutations(by: exchange)
    devices[exchange.device].accepted.events += accepted.events
    devices[exchange.device].accepted.types += accepted.types
    network.deliverAnswer(at: place)
    return [exchange.device]
  }

  /// The mutations that an answer accepts, which the history must contain at the end.
  func acceptedMutations(
    by exchange: SimulatedNetwork.Exchange
  ) -> (events: Int, types: Int, others: Int) {
    let request = exchange.request
    guard let answer = exchange.answer, exchange.isOwn, request.method != "GET",
      exchange.process == devices[exchange.device].process.number
    else { return (0, 0, 0) }
    if request.route == "/events/batch" {
      let batch = try? WireCoding.decode(BatchCreateEventsResponse.self, from: answer.body)
      return (batch?.created.count ?? 0, 0, 0)
    }
    let isGone = request.method == "DELETE" && answer.status == 404
    guard (200..<300).contains(answer.status) || isGone else { return (0, 0, 0) }
    switch request.route {
    case "/events", "/events/{id}": return (1, 0, 0)
    case "/event-types", "/event-types/{id}": return (0, 1, 0)
    default: return (0, 0, 1)
    }
  }

  /// Loses a request or an answer. A request may still arrive after its client has given up.
  private func lose(_ step: SimulationStep) -> [Int] {
    let places = network.places { $0.client != nil }
    if places.isEmpty { return [] }
    let place = places[(step.number / 2) % places.count]
    let device = network.exchanges[place].device
    if step.number.isMultiple(of: 2) {
      network.drop(at: place, .network("the connection was lost"))
    } else {
      network.fail(at: place, .network("the connection was lost"))
    }
    return [device]
  }

  /// Limits the size of delivered pages, or removes the limit.
  private func narrow(_ number: Int) {
    let lengths = [Int.max, Int.max, 1_500, 3_000, 6_000]
    network.longestPage = lengths[number % lengths.count]
  }

  /// Drops some of the last changes, and all before them.
  private func forgetChanges(_ number: Int) throws {
    try observeServer()
    try server.forgetChanges(upTo: max(0, ledger.lastChange - Int64(number % 40)))
  }

  private func setClock(_ number: Int, of device: SimulatedDevice) {
    let errors = SimulatedClock.errors
    device.clock.set(ahead: errors[number % errors.count])
  }

  private func wait(_ milliseconds: Int) -> [Int] {
    clock.advance(by: .milliseconds(Int64(milliseconds)))
    TaskThread.drain()
    network.expire()
    return Array(devices.indices)
  }
}
