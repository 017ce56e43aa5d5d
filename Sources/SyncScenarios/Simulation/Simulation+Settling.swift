import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite

/// The quiet end: when nothing goes wrong any more, everything drains, and all agree.
extension Simulation {
  /// Rounds of one sync for each device in which all must come to agree.
  static let roundLimit = 12

  /// Lets the faults stop, and syncs until all agree.
  ///
  /// - Throws: `SimulationFailure` where that takes too many rounds or requests.
  func settle() throws {
    server.clearFaults()
    network.cut = []
    for device in devices { device.process.gate.disarm() }
    let start = network.requestCount
    let bound = requestBound
    for round in 1...Simulation.roundLimit {
      for device in devices {
        try take(SimulationStep(.wait, number: 400_000))
        try take(SimulationStep(.sync, device: device.index))
        try runQuietly()
      }
      counts.rounds = round
      counts.quietRequests = network.requestCount - start
      if counts.quietRequests > bound {
        throw SimulationFailure(
          "\(counts.quietRequests) requests after the faults; \(bound) must do")
      }
      if try disagreement() == nil {
        counts.requests = network.requestCount
        return
      }
    }
    let words = try disagreement() ?? ""
    throw SimulationFailure("no agreement after \(Simulation.roundLimit) rounds: \(words)")
  }

  /// Ends everything that still runs or waits, so that nothing is left of this world.
  func finish() {
    for device in devices { device.end() }
    clock.advance(by: .seconds(1_000_000))
    TaskThread.drain()
    devices = []
  }

  /// Requests that must do: each mutation alone, and again for each refusal; each change by a
  /// page, or a bootstrap; two of each sync.
  private var requestBound: Int {
    let edits = ledger.open.reduce(0) { $0 + $1.count }
    let pages = (Int(ledger.lastChange) + edits) / 50 + ledger.server.count / 50
    let types = ledger.known[.eventType]?.count ?? 0
    return edits * (PendingMutation.retryLimit + 1)
      + devices.count * (Simulation.roundLimit * 4 + pages + types + 20)
  }

  /// Delivers and answers everything in its order, until nothing is on its way.
  private func runQuietly() throws {
    while true {
      if !network.places({ $0.answer == nil }).isEmpty {
        try take(SimulationStep(.deliver))
      } else if !network.exchanges.isEmpty {
        try take(SimulationStep(.answer))
      } else {
        return
      }
    }
  }

  /// Where devices and server differ, or something is not as the ledger has it; nothing if all is
  /// well.
  func disagreement() throws -> String? {
    let contents = try devices.map { try ScenarioRecording.LocalContents(of: $0.probe) }
    for (index, local) in contents.enumerated() {
      if let pending = local.pending.first {
        return "device \(index) has \(pending.operation.rawValue) \(pending.entityId) queued: "
          + (pending.lastError ?? "never refused")
      }
    }
    let server = try serverContents()
    for (index, local) in contents.enumerated() {
      let aside = Set(local.quarantined.map(\.entityId))
      let events = local.events.filter { !aside.contains($0.id) }
      if events != server.events { return "the events of device \(index) are not the server's" }
      let types = local.eventTypes.filter { !aside.contains($0.id) }
      if types != server.types { return "the types of device \(index) are not the server's" }
      let geofences = local.geofences.filter { !aside.contains($0.id) }
      if geofences != server.geofences {
        return "the geofences of device \(index) are not the server's"
      }
      if let words = unexpectedQuarantine(local.quarantined) { return "device \(index): \(words)" }
    }
    return lostEntity(quarantined: Set(contents.flatMap(\.quarantined).map(\.entityId)))
  }

  private func serverContents() throws -> (
    events: [Event], types: [EventType], geofences: [Geofence]
  ) {
    let wire = InProcessTransport(to: server, clock: clock)
    let client = APIClient(transport: wire, clock: clock) { "token" }
    return try TaskThread.wait {
      (
        try await client.getAllEvents(batchSize: 500).map(Event.init).sorted { $0.id < $1.id },
        try await client.getEventTypes().map(EventType.init).sorted { $0.id < $1.id },
        try await client.getGeofences(activeOnly: false).map(Geofence.init)
          .sorted { $0.id < $1.id }
      )
    }
  }

  /// Only poison may be in quarantine, and what was made for a type that is gone.
  private func unexpectedQuarantine(_ mutations: [PendingMutation]) -> String? {
    for mutation in mutations {
      let entity = ledger.made[mutation.entityId]
      if entity?.isPoison == true { continue }
      if let type = entity?.type, ledger.deleted.contains(type) { continue }
      return "\(mutation.operation.rawValue) \(mutation.entityId) is in quarantine: "
        + (mutation.lastError ?? "")
    }
    return nil
  }

  /// Everything that was made and not deleted is on the server, and nothing else.
  private func lostEntity(quarantined: Set<String>) -> String? {
    for (id, entity) in ledger.made.sorted(by: { $0.key < $1.key }) {
      let isThere = ledger.server[id].map { !$0.isDeleted } ?? false
      let isGone =
        ledger.deleted.contains(id) || entity.type.map(ledger.deleted.contains) ?? false
      if ledger.deleted.contains(id) && isThere { return "\(id) was deleted and is there" }
      if !isThere && !isGone && !quarantined.contains(id) { return "\(id) is lost" }
    }
    return nil
  }
}
