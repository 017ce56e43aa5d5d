import Sync
import SyncBackend
import SyncHTTP
import SyncSQLite
import SyncTestSupport

/// The quiet end: without further faults, everything is sent, and all devices agree with the
/// server.
extension Simulation {
  /// The maximum number of rounds, of one sync for each device, until all agree.
  static let roundLimit = 12

  /// Ends the faults, and syncs until all agree.
  ///
  /// - Throws: `SimulationFailure` if that takes too many rounds or requests.
  func settle() throws {
    server.clearFaults()
    network.cut = []
    wedges = []
    network.longestPage = .max
    for device in devices {
      device.process.gate.disarm()
      device.clock.setDrift(perMille: 0)
      device.clock.set(ahead: 0)
    }
    // The longest Retry-After is 900 seconds, to which at most a fifth is added.
    try take(SimulationStep(.wait, number: 1_100_000))
    let start = network.requestCount
    let bound = requestBound
    for round in 1...Simulation.roundLimit {
      if round > 1 { try discardQuarantine() }
      for device in devices {
        try take(SimulationStep(.wait, number: 400_000))
        try take(SimulationStep(.sync, device: device.index))
        try runQuietly()
      }
      counts.rounds = round
      counts.quietRequests = network.requestCount - start
      if counts.quietRequests > bound {
        throw SimulationFailure(
          "\(counts.quietRequests) requests after the faults; expected at most \(bound)")
      }
      if try disagreement() == nil {
        counts.requests = network.requestCount
        return
      }
    }
    let words = try disagreement() ?? ""
    throw SimulationFailure("no agreement after \(Simulation.roundLimit) rounds: \(words)")
  }

  /// Withdraws mutations in quarantine, like a user, because deletions may wait for them.
  private func discardQuarantine() throws {
    for device in devices {
      let mutations = try device.probe.fetchQuarantinedMutations()
      if let words = try unexpectedQuarantine(mutations, on: device) {
        throw SimulationFailure("device \(device.index): \(words)")
      }
      let engine = device.process.engine
      for mutation in mutations {
        ledger.discard(mutation.entityId, device: device.index)
        _ = try TaskThread.wait {
          try await engine.discardEdits(of: mutation.entityKind, id: mutation.entityId)
        }
      }
      try check(device)
    }
  }

  /// Ends everything that still runs or waits, so that nothing is left of this world.
  func finish() {
    for device in devices { device.end() }
    clock.advance(by: .seconds(1_000_000))
    TaskThread.drain()
    devices = []
  }

  /// The maximum number of requests: each mutation alone, and again for each refusal; each change
  /// on a separate page, or a bootstrap; two for each sync.
  private var requestBound: Int {
    let edits = ledger.open.reduce(0) { $0 + $1.count }
    let pages = (Int(ledger.lastChange) + edits) / 50 + ledger.server.count / 50
    let types = ledger.known[.eventType]?.count ?? 0
    return edits * (PendingMutation.retryLimit + 1)
      + devices.count * (Simulation.roundLimit * 4 + pages + types + 20)
  }

  /// Delivers and answers all messages in order, until none is in transit.
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

  /// The first difference between devices and server or from the ledger; `nil` if there is none.
  func disagreement() throws -> String? {
    for device in devices {
      if let pending = try device.probe.fetchPendingMutations().first {
        return "device \(device.index) has \(pending.operation.rawValue) \(pending.entityId) "
          + "queued: " + (pending.lastError ?? "never refused")
      }
    }
    let copy = try copyOfServer()
    let expected = try LocalStore.storedKinds.map {
      ($0, try copy.probeRows(of: $0, inShadow: true))
    }
    var quarantined: Set<String> = []
    for device in devices {
      let mutations = try device.probe.fetchQuarantinedMutations()
      if let words = try unexpectedQuarantine(mutations, on: device) {
        return "device \(device.index): \(words)"
      }
      let aside = Set(mutations.map(\.entityId))
      quarantined.formUnion(aside)
      for (kind, rows) in expected {
        let local = try device.probe.probeRows(of: kind).filter { !aside.contains($0.id) }
        if local == rows { continue }
        let differing = Set(local).symmetricDifference(rows).map(\.id).min() ?? ""
        return "\(kind.rawValue) \(differing) of device \(device.index) differs from the server's"
      }
    }
    return lostEntity(quarantined: quarantined)
  }

  /// The contents of the server, in the form in which a bootstrap stores them before the swap;
  /// renaming the tables would take a tenth of a short run's time.
  private func copyOfServer() throws -> LocalStore {
    let wire = InProcessTransport(to: server, clock: clock)
    let client = APIClient(transport: wire, clock: clock) { "token" }
    let rows = try TaskThread.wait {
      let types = try await client.getEventTypes()
      var definitions: [APIPropertyDefinition] = []
      for type in types {
        definitions += try await client.getPropertyDefinitions(eventTypeId: type.id)
      }
      return ShadowRows(
        eventTypes: types.map(EventType.init),
        geofences: try await client.getGeofences(activeOnly: false).map(Geofence.init),
        events: try await client.getAllEvents(batchSize: 500).map(Event.init),
        propertyDefinitions: definitions.map(PropertyDefinition.init))
    }
    let name = UniqueName.next("copy of a server")
    let copy = try LocalStoreFactory(inMemory: name).makeLocalStore()
    try copy.transaction { try copy.insertShadow(rows) }
    return copy
  }

  /// Checks that quarantine contains only invalid events, copies of entities deleted elsewhere, and
  /// entities created for or moved to a deleted type.
  func unexpectedQuarantine(
    _ mutations: [PendingMutation], on device: SimulatedDevice
  ) throws -> String? {
    try noteNewIdentifiers(in: Dictionary(grouping: mutations, by: \.entityId), on: device)
    for mutation in mutations {
      let entity = ledger.made[mutation.entityId]
      if entity?.isPoison == true || entity?.original != nil { continue }
      if ledger.canBeGone(mutation.entityId) { continue }
      return "\(mutation.operation.rawValue) \(mutation.entityId) is in quarantine: "
        + (mutation.lastError ?? "")
    }
    return nil
  }

  /// Checks that all entities that were created and not deleted are on the server, and no others.
  private func lostEntity(quarantined: Set<String>) -> String? {
    for id in ledger.made.keys.sorted() {
      let isThere = ledger.server[id].map { !$0.isDeleted } ?? false
      let isGone = ledger.canBeGone(id) || ledger.discarded.contains(id)
      if ledger.deleted.contains(id) && isThere { return "\(id) was deleted but exists" }
      if !isThere && !isGone && !quarantined.contains(id) { return "\(id) is lost" }
    }
    return nil
  }
}
