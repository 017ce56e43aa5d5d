import Sync
import SyncBackend
import SyncHTTP

extension Simulation {
  /// Does what a step says, and names the devices that it can have touched.
  func perform(_ step: SimulationStep) throws -> [Int] {
    switch step.verb {
    case .deliver: return try deliver(step)
    case .answer: return answer(step)
    case .lose: return lose(step)
    case .wait: return wait(step.number)
    default: break
    }
    guard devices.indices.contains(step.device) else { return [] }
    let device = devices[step.device]
    switch step.verb {
    case .crash: device.process.gate.close()
    case .killAt: device.process.gate.arm(.crash, after: step.number)
    case .fillDisk: device.process.gate.arm(.full, after: step.number)
    case .cut: network.cut.insert(step.device)
    case .connect: network.cut.remove(step.device)
    case .sync, .resync, .cancel, .retry, .resetBreaker: try ask(step.verb, of: device)
    default: try edit(step, on: device)
    }
    return [step.device]
  }

  /// Asks an engine for something. What waits for the network goes on by itself.
  private func ask(_ verb: SimulationStep.Verb, of device: SimulatedDevice) throws {
    let engine = device.process.engine
    switch verb {
    case .resync: Task.detached { try? await engine.forceFullResync() }
    case .cancel: Task.detached { await engine.cancelSync() }
    case .resetBreaker:
      network.silentUntil[device.index] = nil
      Task.detached { await engine.resetCircuitBreaker() }
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

  /// A request reaches the server.
  private func deliver(_ step: SimulationStep) throws -> [Int] {
    let places = network.places { $0.answer == nil }
    if places.isEmpty { return [] }
    let place = places[step.number % places.count]
    let exchange = network.exchanges[place]
    if step.fault == SimulationStep.lie {
      network.setAnswer(HTTPResponse(status: 204), isWhole: true, at: place)
      return []
    }
    if let fault = step.fault { server.inject(try Fault(parsing: fault)) }
    let answer = server.answer(exchange.request)
    try observeServer()
    switch answer.delivery {
    case .whole: network.setAnswer(answer.response, isWhole: true, at: place)
    case .dropped:
      network.drop(at: place, .network("the connection was lost"))
      return [exchange.device]
    case .truncated(let bytes):
      var response = answer.response
      let isWhole = response.body.count <= bytes
      response.body = Array(response.body.prefix(bytes))
      network.setAnswer(response, isWhole: isWhole, at: place)
    }
    // Until the answer arrives, the device knows nothing of it.
    return []
  }

  /// Tells the ledger what the server has written.
  private func observeServer() throws {
    for change in try server.changes(after: ledger.lastChange) {
      ledger.lastChange = change.id
      if let objection = try ledger.observe(change) {
        throw SimulationFailure("change \(change.id): \(objection)")
      }
    }
  }

  /// An answer reaches its client.
  private func answer(_ step: SimulationStep) -> [Int] {
    let places = network.places { $0.answer != nil }
    if places.isEmpty { return [] }
    let place = places[step.number % places.count]
    let exchange = network.exchanges[place]
    countAccepted(exchange)
    network.deliverAnswer(at: place)
    return [exchange.device]
  }

  /// Counts the mutations that an answer accepts: what the history must say in the end.
  private func countAccepted(_ exchange: SimulatedNetwork.Exchange) {
    let request = exchange.request
    guard let answer = exchange.answer, request.method != "GET",
      exchange.process == devices[exchange.device].process.number
    else { return }
    let isSuccess = (200..<300).contains(answer.status)
    let isGone = request.method == "DELETE" && answer.status == 404 && exchange.isWhole
    guard
      (isSuccess && (exchange.isWhole || request.method == "DELETE")) || isGone
        || request.route == "/events/batch"
    else { return }
    switch request.route {
    case "/events/batch":
      let batch = try? WireCoding.decode(BatchCreateEventsResponse.self, from: answer.body)
      devices[exchange.device].accepted.events += batch?.created.count ?? 0
    case "/events", "/events/{id}": devices[exchange.device].accepted.events += 1
    case "/event-types", "/event-types/{id}": devices[exchange.device].accepted.types += 1
    default: break
    }
  }

  /// A request or an answer is lost. A request may still arrive, when nobody waits for it.
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

  private func wait(_ milliseconds: Int) -> [Int] {
    clock.advance(by: .milliseconds(Int64(milliseconds)))
    TaskThread.drain()
    network.expire()
    return Array(devices.indices)
  }
}
