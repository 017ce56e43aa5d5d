import Sync
import SyncSQLite

/// The invariants of a device after every step.
extension Simulation {
  /// Checks a device against the ledger.
  ///
  /// - Throws: `SimulationFailure`.
  func check(_ device: SimulatedDevice) throws {
    let (engine, index) = (device.process.engine, device.index)
    let (state, pending) = try TaskThread.wait {
      (await engine.state, await engine.hasLoadedState ? await engine.pendingCount : nil)
    }
    if let published = device.process.published.state, published != state {
      throw SimulationFailure(
        "device \(index) is \(state.traceName), but has published \(published.traceName)")
    }
    if device.process.gate.takeFailure() {
      device.isTainted = true
      breakers[index].blur(at: uptime)
      try noteEarlierErrors(of: device)
    }
    try checkBreaker(of: device, state)
    // Without faults, a long queue is checked only from time to time.
    let isDue = !isCalm || counts.steps % 16 == 0
    let mutations = isDue ? try device.probe.probeMutations() : []
    let byEntity = Dictionary(grouping: mutations, by: \.entityId)
    try noteNewIdentifiers(in: byEntity, on: device)
    try checkQueue(of: device)
    if isDue { try checkRows(of: device, byEntity) }
    try checkPending(of: device, pending)
    try checkHistory(of: device, state)
    device.state = state
    note(state.traceName)
  }

  /// Checks that a request with a key is fixed on disk, and always the same under that key.
  func inspect(_ request: HTTPRequest, from index: Int) -> String? {
    guard let key = request.header("Idempotency-Key") else { return nil }
    let hash = request.body.hashValue
    if sent.updateValue(hash, forKey: key) ?? hash != hash {
      return "device \(index) sends a different request under the key \(key)"
    }
    let isFixed = try? devices[index].probe.fetchBatches().contains { $0.key == key }
    return isFixed == true ? nil : "device \(index) sends a request that is not fixed on its disk"
  }

  /// Ends a process and starts the next.
  func restart(_ device: SimulatedDevice) throws {
    counts.crashes += 1
    if device.process.gate.takeFailure() { breakers[device.index].blur(at: uptime) }
    breakers[device.index].restart()
    try noteEarlierErrors(of: device)
    device.restart()
    TaskThread.drain()
    device.state = .idle
    device.isAsked = false
    device.accepted = (0, 0)
    device.isTainted = false
    device.isEditedElsewhere = false
    device.lastEntry = try device.probe.fetchHistory().first?.id
  }

  /// If an acceptance could not be stored, the earlier errors remain.
  private func noteEarlierErrors(of device: SimulatedDevice) throws {
    for mutation in try device.probe.probeMutations() where mutation.lastError != nil {
      breakers[device.index].troubled.insert(mutation.entityId)
    }
  }

  /// Checks that nothing is lost on the device: an edit that the server does not have is in the
  /// queue or in quarantine, and a reader sees its result.
  private func checkQueue(of device: SimulatedDevice) throws {
    let open = ledger.open[device.index]
    // Without faults, a long queue is checked only from time to time; with faults, at every step.
    if isCalm && open.count > 128 && counts.steps % 16 != 0 { return }
    let queue = try device.probe.probeQueue()
    if queue.length != queue.counted {
      throw SimulationFailure(
        "device \(device.index) counts \(queue.length) mutations and has \(queue.counted)")
    }
    let turn = isCalm ? counts.steps + counts.steps / 16 : counts.steps
    for (place, edit) in open.enumerated() where !isSettled(edit) {
      if !queue.entityIds.contains(edit.entity) {
        throw SimulationFailure(
          "device \(device.index) has lost edit \(edit.number) of \(edit.entity)")
      }
      if open.count > 24 && (place + turn) % 8 != 0 { continue }
      try checkRow(of: edit, on: device)
    }
  }

  /// Whether an edit does not have to be sent: its entity was deleted, on the server or before it
  /// was sent.
  func isSettled(_ edit: SimulationLedger.Edit) -> Bool {
    if let row = ledger.server[edit.entity] { return row.isDeleted }
    if edit.isDeletion { return true }
    return ledger.canBeGone(edit.entity)
  }

  private func checkRow(of edit: SimulationLedger.Edit, on device: SimulatedDevice) throws {
    let label = try device.probe.label(of: edit.kind, id: edit.entity)
    let number = label.flatMap(SimulationLedger.number)
    if edit.isDeletion ? label == nil : number == edit.number { return }
    throw SimulationFailure(
      "device \(device.index) shows '\(label ?? "nothing")' for \(edit.entity) after its edit "
        + "\(edit.number)")
  }

  /// Checks that a sync that has ended is in the history with the right result.
  private func checkHistory(
    of device: SimulatedDevice, _ state: SyncState
  ) throws {
    let entries = try device.probe.fetchHistory().prefix { $0.id != device.lastEntry }
    guard let entry = entries.first else { return }
    device.lastEntry = entry.id
    device.isEditedElsewhere = false
    let (accepted, isTainted) = (device.accepted, device.isTainted)
    device.accepted = (0, 0)
    device.isTainted = false
    if let id = try device.probe.probeForgottenEvents().first {
      throw SimulationFailure("device \(device.index) shows \(id) as pending without an edit")
    }
    if isTainted { return }
    let remembered = entries.reduce(into: (events: 0, types: 0)) {
      $0 = ($0.events + $1.eventsCount, $0.types + $1.eventTypesCount)
    }
    if remembered != accepted {
      throw SimulationFailure(
        "device \(device.index) remembers \(remembered); the server accepted \(accepted)")
    }
    switch (state, entry.status) {
    case (.error, .success), (.error, .partialSuccess),
      (.rateLimited, .success), (.rateLimited, .partialSuccess):
      throw SimulationFailure(
        "device \(device.index) is \(state.traceName) after a sync that is remembered as "
          + entry.status.rawValue)
    default: break
    }
  }

  /// Checks that the published number of mutations is the queue's, once the engine has read it and
  /// unless its store has just failed or another process has edited.
  private func checkPending(of device: SimulatedDevice, _ pending: Int?) throws {
    guard let pending, !device.isTainted else { return }
    let length = try device.probe.countPendingMutations()
    if pending == length || device.isEditedElsewhere { return }
    throw SimulationFailure(
      "device \(device.index) shows \(pending) pending mutations instead of \(length)")
  }
}
