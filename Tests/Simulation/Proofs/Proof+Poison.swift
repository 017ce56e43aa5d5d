import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite
import SyncTestSupport
import Synchronization

extension Proof {
  /// One event that makes every batch fail does not block the others.
  static let poison = Proof(
    name: "poison",
    claim: "one poison mutation is delivered around with at most 12 extra requests",
    unit: "mutations", size: 10_000
  ) { size in
    let plain = try await PoisonedWire.deliver(size, poison: nil)
    let poisoned = try await PoisonedWire.deliver(size, poison: size / 2)
    let extra = poisoned.requests - plain.requests
    var objection: String?
    if poisoned.delivered != size - 1 {
      objection = "\(poisoned.delivered) of \(size - 1) healthy events were delivered"
    } else if extra > 12 {
      objection = "\(extra) extra requests"
    } else if poisoned.quarantined != 1 {
      objection = "\(poisoned.quarantined) mutations are in quarantine in the end"
    }
    return Outcome(
      figures: [
        "mutations": "\(size)", "requests without": "\(plain.requests)",
        "requests with": "\(poisoned.requests)", "extra requests": "\(extra)",
      ], objection: objection)
  }
}

/// A network that refuses every request with the invalid event completely.
private final class PoisonedWire: HTTPTransport {
  struct Delivery {
    var requests = 0
    var delivered = 0
    var quarantined = 0
  }

  private let inner: any HTTPTransport
  private let requests = Mutex(0)

  init(_ inner: any HTTPTransport) {
    self.inner = inner
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    requests.withLock { $0 += 1 }
    if request.method == "POST", String(decoding: request.body, as: UTF8.self).contains("poison") {
      return HTTPResponse(
        status: 422, headers: [HTTPField("Content-Type", "application/problem+json")],
        body: Array(#"{"code":"validation","title":"Validation"}"#.utf8))
    }
    return try await inner.send(request)
  }

  /// Queues events, one of them invalid, and syncs once; returns the figures and the accepted
  /// events. Then syncs until the invalid event is in quarantine.
  static func deliver(_ size: Int, poison: Int?) async throws -> Delivery {
    let clock = VirtualSyncClock(now: Simulation.start, sleepsInstantly: true)
    var configuration = BackendService.Configuration()
    configuration.rateLimit = .max
    configuration.isDurable = false
    let server = try BackendService(clock: clock, configuration: configuration)
    let wire = PoisonedWire(InProcessTransport(to: server, clock: clock))
    let device = Device(
      transport: wire,
      factory: try LocalStoreFactory(inMemory: UniqueName.next("proof")), clock: clock,
      random: SyncRandom(seed: 1))
    let type = try await device.eventStore.createEventType(named: "Run")
    let times = (0..<size).map { Timestamp(milliseconds: Int64($0) * 1000) }
    try await device.eventStore.createEvents(times, ofType: type.id) {
      if let poison, $0.timestamp == times[poison] { $0.notes = "poison" }
    }
    await device.engine.performSync()
    var delivery = Delivery(requests: wire.requests.withLock { $0 })
    delivery.delivered = try server.changes(after: 0, limit: size + 10)
      .count { $0.entityType == "event" && $0.operation == "create" }
    for _ in 0..<PendingMutation.retryLimit { await device.engine.performSync() }
    delivery.quarantined = try await device.engine.quarantinedMutations().count
    return delivery
  }
}
