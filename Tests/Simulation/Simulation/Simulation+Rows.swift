import Sync
import SyncSQLite

/// Compares rows and base rows of a device with the rows that the server has had.
///
/// A row may differ from the server's only if it has mutations in the queue or in quarantine. In
/// each field, a row without mutations has a value that the server had when the device last read
/// the feed, or later. The same is true of a base row. A row with mutations is its base row with
/// these applied.
extension Simulation {
  /// Checks the base rows of a device, and its rows by turns.
  ///
  /// - Throws: `SimulationFailure`.
  func checkRows(
    of device: SimulatedDevice, _ mutations: [String: [PendingMutation]]
  ) throws {
    let probe = device.probe
    let record = try probe.readEngineRecord()
    let place = min(record.cursor, record.rereadFrom ?? .max)
    let hidden = Set(
      mutations.values.joined().filter { $0.entityKind == .eventType && $0.operation == .delete }
        .map(\.entityId))
    func fail(_ row: String, _ what: String) -> SimulationFailure {
      SimulationFailure("device \(device.index): \(row) \(what)")
    }
    for base in try probe.probeBaseRows() {
      let isHidden = base.owningType.map(hidden.contains) ?? false
      if mutations[base.id] == nil && !isHidden {
        throw fail("the base row of \(base.id)", "is left without a mutation")
      }
      if let objection = objection(to: base, at: place) {
        throw fail("the base row of \(base.id)", objection)
      }
    }
    for id in turn(of: mutations.keys.sorted()) {
      guard let all = mutations[id], let objection = try objection(to: all, on: device) else {
        continue
      }
      throw fail(id, objection)
    }
    for id in turn(of: ledger.order) where mutations[id] == nil {
      guard let kind = ledger.made[id]?.kind else { continue }
      if let row = try probe.probeRow(kind, id: id) {
        if row.syncStatus != .synced { throw fail(id, "is \(row.syncStatus.rawValue)") }
        if let objection = objection(to: row, at: place) { throw fail(id, objection) }
      } else if record.isBootstrapped
        && mustExist(id, at: place),
        try probe.findBaseRow(kind, id: id) == nil
      {
        throw fail(id, "is missing without a deletion")
      }
    }
  }

  /// A few of many ids; each has its turn after some steps.
  private func turn(of ids: [String]) -> [String] {
    if ids.isEmpty { return [] }
    return (0..<min(4, ids.count)).map { ids[(counts.steps &* 4 &+ $0) % ids.count] }
  }

  /// Records the copies that a device has made of entities deleted elsewhere, and the new
  /// identifiers of entities created with a wrong clock.
  func noteNewIdentifiers(
    in mutations: [String: [PendingMutation]], on device: SimulatedDevice
  ) throws {
    for (id, all) in mutations.sorted(by: { $0.key < $1.key }) where ledger.made[id] == nil {
      guard let kind = all.first?.entityKind,
        let number = try device.probe.label(of: kind, id: id).flatMap(SimulationLedger.number),
        let edit = ledger.edits[number]
      else { continue }
      if ledger.server[edit.entity] == nil && mutations[edit.entity] == nil {
        ledger.rename(edit.entity, to: id)
      } else {
        ledger.copy(edit.entity, to: id, number: number, device: device.index)
      }
    }
  }

  /// The reason why the row of an entity does not match its mutations; `nil` while one has no
  /// answer.
  private func objection(
    to mutations: [PendingMutation], on device: SimulatedDevice
  ) throws -> String? {
    guard let first = mutations.first, mutations.allSatisfy({ $0.batchKey == nil }) else {
      return nil
    }
    let base = try device.probe.findBaseRow(first.entityKind, id: first.entityId)
    // A creation that was refused may have become a deletion.
    guard base != nil || first.operation != .update else {
      let operations = mutations.map(\.operation.rawValue).joined(separator: ", ")
      return "is edited without a base row: \(operations)"
    }
    let expected = try device.expectedFields(after: mutations, from: base)
    let row = try device.probe.probeRow(first.entityKind, id: first.entityId)
    if row?.syncStatus == .synced { return "is synced although it has mutations" }
    let fields = row?.fields
    for (name, value) in expected ?? [:] where fields?[name] != value {
      return "has a different \(name) than its base row with its mutations"
    }
    return expected == nil && row != nil ? "exists although it is deleted" : nil
  }

  /// The reason why the server cannot have had a row since a position in the feed.
  private func objection(to row: EntityRow, at place: Int64) -> String? {
    let versions = versions(of: row.id, since: place)
    if versions.contains(where: { $0.row == row }) { return nil }
    if versions.isEmpty { return "differs from the server's without a mutation" }
    let known = versions.compactMap { $0.row?.fields }
    for (name, value) in row.fields where !known.contains(where: { $0[name] == value }) {
      return "has a \(name) that the server has not had"
    }
    return nil
  }

  /// Whether the server has always had an entity since a position in the feed.
  ///
  /// An event whose type is deleted later in the feed can be deleted with it, until its move to
  /// another type arrives: the device has deleted the type itself, or rereads the feed.
  private func mustExist(_ id: String, at place: Int64) -> Bool {
    let versions = versions(of: id, since: place)
    return versions.first.map { $0.change <= place } ?? false
      && versions.allSatisfy { version in
        guard let row = version.row else { return false }
        guard let type = row.owningType, let last = ledger.server[type]?.versions.last else {
          return true
        }
        return last.row != nil || last.change <= place
      }
  }

  /// The versions of an entity at a position in the feed, and later.
  private func versions(of id: String, since place: Int64) -> [SimulationLedger.Version] {
    guard let all = ledger.server[id]?.versions else { return [] }
    let current = all.lastIndex { $0.change <= place } ?? 0
    return Array(all[current...])
  }
}
