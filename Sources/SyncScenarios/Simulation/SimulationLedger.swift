import Sync
import SyncHTTP
import SyncSQLite

/// What a simulation did, as the oracle remembers it.
struct SimulationLedger {
  /// Every event ever made, with its type then.
  var created: [String: String] = [:]
  /// Events that some device deleted.
  var deleted: Set<String> = []
  /// Types that some device deleted, and with them their events.
  var deletedTypes: Set<String> = []
}

extension Simulation {
  /// What is wrong with the rows of devices and server, in words; nothing if all is well.
  func difference() async throws -> [String] {
    var found: [String] = []
    let client = devices[0].client
    let events = try await client.getAllEvents(batchSize: 100)
      .map { Event($0) }.sorted { $0.id < $1.id }
    let types = try await client.getEventTypes().map { EventType($0) }.sorted { $0.id < $1.id }
    let geofences = try await client.getGeofences(activeOnly: false)
      .map { Geofence($0) }.sorted { $0.id < $1.id }
    for (index, device) in devices.enumerated() {
      let local = try device.contents()
      if local.eventTypes != types { found.append("device \(index): types differ") }
      if local.geofences != geofences { found.append("device \(index): geofences differ") }
      found += local.pending.map { "device \(index): \(Simulation.words($0)) is queued" }
      let stuck = Set(local.quarantined.map(\.entityId))
      let settled = local.events.filter { !stuck.contains($0.id) }
      if settled != events {
        found.append("device \(index): \(Simulation.words(settled, events))")
      }
      let unexpected = local.quarantined.filter {
        $0.operation != .create || ledger.deletedTypes.isDisjoint(with: $0.dependencies)
      }
      found += unexpected.map { "device \(index): \(Simulation.words($0)) is in quarantine" }
    }
    return found + lostOrBack(Set(events.map(\.id)), types: Set(types.map(\.id)))
  }

  private func lostOrBack(_ there: Set<String>, types: Set<String>) -> [String] {
    var found: [String] = []
    for (id, type) in ledger.created.sorted(by: { $0.key < $1.key }) {
      let isDeleted = ledger.deleted.contains(id) || ledger.deletedTypes.contains(type)
      if !isDeleted && !there.contains(id) { found.append("event \(id) is lost") }
      if ledger.deleted.contains(id) && there.contains(id) { found.append("event \(id) is back") }
    }
    for id in ledger.deletedTypes.intersection(types) { found.append("type \(id) is back") }
    for id in there where ledger.created[id] == nil {
      found.append("event \(id) came from nowhere")
    }
    return found
  }

  private static func words(_ mutation: PendingMutation) -> String {
    "\(mutation.operation.rawValue) \(mutation.entityKind.rawValue) \(mutation.entityId) after "
      + "\(mutation.attempts) attempts (\(mutation.lastError ?? ""))"
  }

  private static func words(_ local: [Event], _ remote: [Event]) -> String {
    let here = Dictionary(uniqueKeysWithValues: local.map { ($0.id, $0) })
    let there = Dictionary(uniqueKeysWithValues: remote.map { ($0.id, $0) })
    let missing = there.keys.filter { here[$0] == nil }.count
    let extra = here.keys.filter { there[$0] == nil }.count
    let differing = here.filter { there[$0.key] != nil && there[$0.key] != $0.value }
    let unknown = local.first { there[$0.id] == nil }
    let sample = differing.min { $0.key < $1.key }
    return "\(missing) events missing, \(extra) too many, \(differing.count) differ"
      + (unknown.map { ": \($0)" } ?? "")
      + (sample.map { ": \($0.value) but \(String(describing: there[$0.key]))" } ?? "")
  }
}
