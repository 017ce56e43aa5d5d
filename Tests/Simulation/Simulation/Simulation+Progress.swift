import Sync
import SyncSQLite

/// Checks of the progress during hours with or without a fault.
extension Simulation {
  /// Checks that every edit that depends on no fault is on the server, and that all remote changes
  /// are on the device.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - place: The last change of the server that the device has had time for.
  /// - Throws: `SimulationFailure`.
  func checkProgress(of device: SimulatedDevice, upTo place: Int64) throws {
    if !device.isAsked || wedges.contains(where: \.stopsEverything) { return }
    let index = device.index
    let blocked = try blockedEntities(on: device)
    let quarantined = Set(try device.probe.fetchQuarantinedMutations().map(\.entityId))
    let aside = try device.probe.fetchQuarantinedMutations()
    if let words = try unexpectedQuarantine(aside, on: device) {
      throw SimulationFailure("device \(index): \(words)")
    }
    // Edits that wait for a mutation in quarantine wait for the user.
    let waiting = try closure(of: blocked.union(quarantined), on: device)
    for edit in ledger.open[index]
    where !isSettled(edit) && !waiting.contains(edit.entity) {
      let queue = try device.probe.probeMutations().map {
        "\($0.operation.rawValue) \($0.entityId), \($0.lastError ?? "no error")"
      }
      throw SimulationFailure(
        "device \(index) has not delivered edit \(edit.number) of \(edit.entity) "
          + "(\(queue.joined(separator: "; "))), past \(wedges)")
    }
    let edited = Set(try device.probe.probeMutations().map(\.entityId))
    for (id, row) in ledger.server where !edited.contains(id) && !waiting.contains(id) {
      guard let last = row.versions.last, last.change <= place else { continue }
      let local = try device.probe.probeRow(row.kind, id: id)
      if local?.fields == last.row?.fields || isHidden(last.row, waiting) { continue }
      throw SimulationFailure("device \(index) has not pulled change \(last.change) of \(id)")
    }
  }

  /// Whether a row can be hidden with its type, whose deletion waits.
  private func isHidden(_ row: EntityRow?, _ waiting: Set<String>) -> Bool {
    row?.owningType.map(waiting.contains) ?? false
  }

  /// The entities whose edits a fault affects.
  private func blockedEntities(on device: SimulatedDevice) throws -> Set<String> {
    var blocked: Set<String> = []
    for fault in wedges {
      switch fault.target {
      case .entity(let id): blocked.insert(id)
      case .route(_, _, let kind):
        blocked.formUnion(ledger.made.filter { $0.value.kind == kind }.keys)
      case .clock(let index) where index == device.index:
        blocked.formUnion(
          ledger.made.filter { ledger.server[$0.key] == nil && $0.value.original == nil }.keys)
      case .clock, .everything, .body, .answer: break
      }
    }
    return blocked
  }

  /// The entities and everything that waits for them on a device: entities that belong or refer to
  /// them, and entities that these belong or refer to, whose deletion must not overtake them.
  private func closure(
    of blocked: Set<String>, on device: SimulatedDevice
  ) throws -> Set<String> {
    var (all, size) = (blocked, -1)
    let mutations = try device.probe.probeMutations()
    let deleted = Set(mutations.filter { $0.operation == .delete }.map(\.entityId))
    while size != all.count {
      size = all.count
      for (id, entity) in ledger.made where !all.contains(id) {
        if !entity.types.isDisjoint(with: all) {
          all.insert(id)
          continue
        }
        guard let row = try device.probe.probeRow(entity.kind, id: id) else { continue }
        let names = ["geofence_id", "event_type_entry_id", "event_type_exit_id", "event_type_id"]
        for case .text(let name)? in names.map({ row.fields[$0] }) where all.contains(name) {
          all.insert(id)
        }
      }
      for id in all where ledger.made[id]?.kind != .eventType {
        all.formUnion(ledger.made[id]?.types.filter(ledger.deleted.contains) ?? [])
      }
      for mutation in mutations {
        if mutation.dependencies.contains(where: all.contains) { all.insert(mutation.entityId) }
        guard all.contains(mutation.entityId) else { continue }
        all.formUnion((mutation.dependencies + mutation.releases).filter(deleted.contains))
      }
    }
    return all
  }
}
