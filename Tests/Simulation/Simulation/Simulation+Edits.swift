import Sync
import SyncSQLite

/// The user's edits. Edits on disk are added to the ledger, whatever the call returned: a process
/// that ends after a commit cannot report success.
extension Simulation {
  func edit(_ step: SimulationStep, on device: SimulatedDevice) throws {
    ledger.lastNumber += 1
    let number = ledger.lastNumber
    device.isAsked = false
    device.usesExtension = step.number % 16 == 5
    if device.usesExtension { device.isEditedElsewhere = true }
    defer { device.usesExtension = false }
    switch step.verb {
    case .createType, .createGeofence: try create(step, number, on: device)
    case .createEvents, .createPoison: try createEvents(step, number, on: device)
    case .createDefinition: try createDefinition(step, number, on: device)
    case .renameType: try change(.eventType, step, number, on: device)
    case .renameGeofence: try change(.geofence, step, number, on: device)
    case .renameDefinition: try change(.propertyDefinition, step, number, on: device)
    case .updateEvent, .moveEvent: try change(.event, step, number, on: device)
    case .deleteType: try delete(.eventType, step, number, on: device)
    case .deleteGeofence: try delete(.geofence, step, number, on: device)
    case .deleteDefinition: try delete(.propertyDefinition, step, number, on: device)
    case .deleteEvent: try delete(.event, step, number, on: device)
    default: break
    }
  }

  private func create(
    _ step: SimulationStep, _ number: Int, on device: SimulatedDevice
  ) throws {
    let eventStore = device.eventStore
    let isType = step.verb == .createType
    let label = SimulationLedger.label(isType ? "Type" : "Place", number)
    let values = try values(step.number, on: device)
    let id = attempt {
      isType
        ? try await eventStore.createEventType(named: label) { values.change(&$0) }.id
        : try await eventStore.createGeofence(named: label, latitude: 1, longitude: 2) {
          values.change(&$0)
        }.id
    }
    let kind = isType ? EntityKind.eventType : .geofence
    guard let id = try id ?? device.probe.id(of: kind, labelled: label) else { return }
    enterNew(id, SimulationLedger.Entity(kind: kind), number, on: device)
  }

  private func createDefinition(
    _ step: SimulationStep, _ number: Int, on device: SimulatedDevice
  ) throws {
    guard let type = try choose(.eventType, step.number, on: device) else { return }
    let eventStore = device.eventStore
    let label = SimulationLedger.label("Field", number)
    let values = try values(step.number, on: device)
    let made = attempt {
      try await eventStore.createPropertyDefinition(
        ofType: type, key: "field_\(number)", label: label
      ) { values.change(&$0) }.id
    }
    let kind = EntityKind.propertyDefinition
    guard let id = try made ?? device.probe.id(of: kind, labelled: label) else { return }
    enterNew(id, SimulationLedger.Entity(kind: kind, types: [type]), number, on: device)
  }

  /// Creates events with unique numbers, which determine their times. No two events of a type have
  /// the same time, because duplicates have separate tests.
  private func createEvents(
    _ step: SimulationStep, _ number: Int, on device: SimulatedDevice
  ) throws {
    guard let type = try choose(.eventType, step.number, on: device) else { return }
    let isPoison = step.verb == .createPoison
    let count = isPoison ? 1 : step.number % 97 == 0 ? 70 : 1 + step.number % 3
    ledger.lastNumber += count - 1
    let times = (number..<number + count).map { Timestamp(milliseconds: Int64($0) * 1000) }
    let eventStore = device.eventStore
    let values = try values(step.number, on: device)
    let made = attempt {
      try await eventStore.createEvents(times, ofType: type) {
        values.change(&$0)
        let number = Int($0.timestamp.milliseconds / 1000)
        $0.locationName = SimulationLedger.label("Spot", number)
        // The server refuses coordinates that do not exist.
        if isPoison { $0.locationLatitude = 999 }
      }.map(\.id)
    }
    for offset in 0..<count {
      let label = SimulationLedger.label("Spot", number + offset)
      let id = try made?[offset] ?? device.probe.id(of: .event, labelled: label)
      guard let id else { continue }
      let entity = SimulationLedger.Entity(kind: .event, types: [type], isPoison: isPoison)
      enterNew(id, entity, number + offset, on: device)
    }
  }

  private func change(
    _ kind: EntityKind, _ step: SimulationStep, _ number: Int, on device: SimulatedDevice
  ) throws {
    guard let id = try choose(kind, step.number, on: device) else { return }
    let eventStore = device.eventStore
    let label = SimulationLedger.label("New", number)
    let values = try values(step.number, on: device)
    let type = step.verb == .moveEvent ? values.type : nil
    _ = attempt {
      switch kind {
      case .eventType:
        try await eventStore.updateEventType(id: id) {
          values.change(&$0)
          $0.name = label
        }
      case .geofence:
        try await eventStore.updateGeofence(id: id) {
          values.change(&$0)
          $0.name = label
        }
      case .propertyDefinition:
        try await eventStore.updatePropertyDefinition(id: id) {
          values.change(&$0)
          $0.label = label
        }
      default:
        try await eventStore.updateEvent(id: id) {
          values.change(&$0)
          $0.locationName = label
          // No two events have the same time, whatever their later types.
          if values.changesTime { $0.timestamp = Timestamp(milliseconds: Int64(number) * 1000) }
          if let type { $0.eventTypeId = type }
        }
      }
    }
    if try device.probe.label(of: kind, id: id) != label { return }
    if let type { ledger.made[id]?.types.insert(type) }
    enter(SimulationLedger.Edit(device: device.index, kind: kind, entity: id, number: number))
  }

  private func delete(
    _ kind: EntityKind, _ step: SimulationStep, _ number: Int, on device: SimulatedDevice
  ) throws {
    guard let id = try choose(kind, step.number, on: device) else { return }
    let eventStore = device.eventStore
    let kept = kind == .eventType ? try eventsMovedAway(from: id, on: device) : [:]
    _ = attempt {
      switch kind {
      case .eventType: try await eventStore.deleteEventType(id: id)
      case .geofence: try await eventStore.deleteGeofence(id: id)
      case .propertyDefinition: try await eventStore.deletePropertyDefinition(id: id)
      default: try await eventStore.deleteEvent(id: id)
      }
    }
    if try device.probe.label(of: kind, id: id) != nil { return }
    if kind == .eventType {
      ledger.rescued[id, default: [:]][device.index] = kept
      try forgetDependents(onType: id, of: device)
    }
    enter(
      SimulationLedger.Edit(
        device: device.index, kind: kind, entity: id, isDeletion: true, number: number))
  }

  /// The events that were moved away from a type on a device, which the server does not know yet,
  /// with their current types.
  private func eventsMovedAway(
    from type: String, on device: SimulatedDevice
  ) throws -> [String: String] {
    var moved: [String: String] = [:]
    for mutation in try device.probe.probeMutations()
    where mutation.entityKind == .event && mutation.releases.contains(type) {
      let id = mutation.entityId
      if let now = try device.probe.findEvent(id: id)?.eventTypeId, now != type { moved[id] = now }
    }
    return moved
  }

  /// Removes the unsent edits of the events and definitions that a device has just deleted with
  /// their type.
  private func forgetDependents(onType type: String, of device: SimulatedDevice) throws {
    for edit in ledger.open[device.index]
    where ledger.made[edit.entity]?.types.contains(type) == true {
      if try device.probe.label(of: edit.kind, id: edit.entity) != nil { continue }
      ledger.open[device.index].removeAll { $0 == edit }
      let isDeletedItself = try device.probe.hasPendingMutation(
        entityId: edit.entity, entityKind: edit.kind, operation: .delete)
      if isDeletedItself { ledger.deleted.insert(edit.entity) }
    }
  }

  private func values(_ seed: Int, on device: SimulatedDevice) throws -> SimulatedValues {
    SimulatedValues(
      seed: seed, type: try choose(.eventType, seed / 7, on: device),
      geofence: try choose(.geofence, seed / 11, on: device))
  }

  /// Makes an edit; `nil` if it failed, although it may be on disk.
  private func attempt<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) -> Result? {
    try? TaskThread.wait(work)
  }

  /// An entity on a device; `nil` if a few attempts find none.
  private func choose(
    _ kind: EntityKind, _ number: Int, on device: SimulatedDevice
  ) throws -> String? {
    guard let ids = ledger.known[kind], !ids.isEmpty else { return nil }
    for offset in 0..<min(4, ids.count) {
      // Prefers new entities, so that several devices edit the same ones.
      let back = (number / (offset + 1)) % min(ids.count, 12)
      let id = ids[ids.count - 1 - back]
      if try device.probe.label(of: kind, id: id) != nil { return id }
    }
    return nil
  }

  private func enterNew(
    _ id: String, _ entity: SimulationLedger.Entity, _ number: Int, on device: SimulatedDevice
  ) {
    ledger.make(id, entity)
    enter(
      SimulationLedger.Edit(
        device: device.index, kind: entity.kind, entity: id, number: number))
  }

  private func enter(_ edit: SimulationLedger.Edit) {
    counts.edits += 1
    ledger.enter(edit)
    // An engine counts its queue after an edit, which reads its store.
    let wall = devices[edit.device].clock.now.milliseconds
    if devices[edit.device].usesExtension {
      breakers[edit.device].loadElsewhere(wall: wall)
    } else {
      breakers[edit.device].load(at: uptime, wall: wall)
    }
  }
}
