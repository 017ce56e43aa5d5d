import Sync
import SyncHTTP
import SyncSQLite

/// Compares the state of each device's breaker, as derived from network traffic, with the device's
/// actions and published state.
extension Simulation {
  var uptime: Int64 { clock.uptime.wholeMilliseconds }

  /// Follows a sent request. Returns the objection, if there is one.
  func follow(_ request: HTTPRequest, from index: Int) -> String? {
    if devices[index].process.gate.hasFailed { breakers[index].blur(at: uptime) }
    return breakers[index].send(at: uptime)
  }

  /// Follows the answer that a client gets, or its absence.
  func follow(
    _ request: HTTPRequest, from index: Int, answer exchange: SimulatedNetwork.Exchange?
  ) {
    let entities = Simulation.entities(of: request)
    guard let exchange, let answer = exchange.answer else {
      breakers[index].troubled.formUnion(entities)
      return breakers[index].silence()
    }
    let retryAfter = RetryAfterOracle.seconds(in: answer)
    if answer.status == 429 || (answer.status >= 500 && retryAfter != nil) {
      return breakers[index].rateLimit(
        retryAfter: retryAfter, entities: entities, at: uptime,
        wall: devices[index].clock.now.milliseconds)
    }
    let accepted = acceptedMutations(by: exchange)
    let count = accepted.events + accepted.types + accepted.others
    breakers[index].troubled.formUnion(entities)
    if count > 0 {
      breakers[index].troubled.subtract(Simulation.created(by: answer, to: request) ?? entities)
    }
    let isRead = request.method == "GET"
    if isRead && !(exchange.isOwn && answer.status == 200) { return breakers[index].silence() }
    breakers[index].answer(
      accepted: count, readsAll: isRead && request.route != "/event-types")
  }

  /// Records a call of an engine, and the breaker that a new process finds.
  func prepareBreaker(for verb: SimulationStep.Verb, on device: SimulatedDevice) throws {
    let index = device.index
    if verb != .retry && verb != .cancel {
      breakers[index].load(at: uptime, wall: device.clock.now.milliseconds)
      device.isAsked = true
    }
    switch verb {
    case .resetBreaker: breakers[index].reset()
    case .cancel: breakers[index].cancel()
    case .retry:
      // The last error of the mutation is kept, so the next failure can look like the second one.
      for mutation in try device.probe.fetchQuarantinedMutations() {
        breakers[index].troubled.insert(mutation.entityId)
      }
    default: break
    }
  }

  /// Checks that the published state of a device agrees with its breaker.
  func checkBreaker(of device: SimulatedDevice) throws {
    let engine = device.process.engine
    try checkBreaker(of: device, try TaskThread.wait { await engine.state })
  }

  /// Checks that the published state of a device agrees with its breaker, and that it continues by
  /// itself when a backoff is over.
  func checkBreaker(of device: SimulatedDevice, _ state: SyncState) throws {
    let (index, now) = (device.index, uptime)
    let oracle = breakers[index]
    var isOpen = false
    if case .rateLimited = state { isOpen = true }
    if isOpen && !oracle.canBeOpen(at: now) {
      throw SimulationFailure("device \(index) is rateLimited, but its breaker cannot be open")
    }
    if !isOpen && oracle.isOpen(at: now) {
      throw SimulationFailure("device \(index) is \(state.traceName), but its breaker must be open")
    }
    guard let end = oracle.latestEnd, now > end, !oracle.hasSent, !device.isTainted,
      oracle.phase == .open || oracle.phase == .halfOpen, !oracle.isRestarted
    else { return }
    throw SimulationFailure(
      "device \(index) sends nothing, \(now - end) ms after the latest end of its backoff")
  }

  /// The entities that a request would change.
  static func entities(of request: HTTPRequest) -> Set<String> {
    if request.method == "GET" { return [] }
    if request.route == "/events/batch" {
      let batch = try? WireCoding.decode(CreateEventsBatchRequest.self, from: request.body)
      return Set(batch?.events.map(\.id) ?? [])
    }
    if request.method == "POST" {
      let body = try? WireCoding.decode(CreatedEntity.self, from: request.body)
      return Set([body?.id].compactMap(\.self))
    }
    return Set(request.path.split(separator: "/").last.map { [String($0)] } ?? [])
  }

  /// The events that a batch answer has accepted; `nil` for another answer.
  private static func created(by answer: HTTPResponse, to request: HTTPRequest) -> Set<String>? {
    guard request.route == "/events/batch" else { return nil }
    let batch = try? WireCoding.decode(BatchCreateEventsResponse.self, from: answer.body)
    return Set(batch?.created.map(\.id) ?? [])
  }

  private struct CreatedEntity: Decodable {
    var id: String
  }
}

/// Reads the header `Retry-After`, independently of the client.
enum RetryAfterOracle {
  /// The seconds that an answer asks to wait; `nil` if they are missing or unreadable.
  static func seconds(in answer: HTTPResponse) -> Double? {
    guard let text = answer.header("Retry-After") else { return nil }
    if !text.isEmpty && text.utf8.allSatisfy({ (48...57).contains($0) }) { return Double(text) }
    guard let later = seconds(ofDate: text),
      let sent = answer.header("Date").flatMap(seconds(ofDate:))
    else { return nil }
    return max(0, later - sent)
  }

  /// The second of the day in a date such as `Sun, 06 Nov 2016 08:49:37 GMT`; all dates of the
  /// simulation are on one day.
  private static func seconds(ofDate text: String) -> Double? {
    let words = text.split(separator: " ")
    guard words.count == 6 else { return nil }
    let time = words[4].split(separator: ":").compactMap { Double($0) }
    return time.count == 3 ? time[0] * 3600 + time[1] * 60 + time[2] : nil
  }
}
