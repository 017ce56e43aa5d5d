import Sync
import SyncBackend

/// The history of a simulation, which serves as its oracle.
///
/// Every edit leaves its number in the entity, as part of a name or a place: `Run ~17~`. Each row,
/// on a device or on the server, therefore reveals the edit that it resulted from.
struct SimulationLedger {
  /// An edit on a device's disk.
  struct Edit: Hashable {
    var device: Int
    var kind: EntityKind
    var entity: String
    var isDeletion = false
    /// Its number.
    var number: Int
  }

  /// An entity on the server.
  struct ServerRow {
    var kind: EntityKind
    /// The edit that the row resulted from.
    var number: Int
    var isDeleted = false
    /// The last edit of each device that the server has accepted.
    var taken: [Int: Int] = [:]
    /// The versions of the entity, oldest first.
    var versions: [Version] = []
  }

  /// An entity of the server after one of its changes.
  struct Version {
    /// The number of the change.
    var change: Int64
    /// The row; `nil` if the change deleted it.
    var row: EntityRow?
  }

  /// An entity that a device has created.
  struct Entity {
    var kind: EntityKind
    /// The types to which an event or property definition belonged, on any device.
    var types: Set<String> = []
    var isPoison = false
    /// The entity of which it is a copy: an edited one that was deleted elsewhere.
    var original: String?
  }

  /// The number of the last attempted edit.
  var lastNumber = 0
  /// Edits on any device's disk, by number.
  var edits: [Int: Edit] = [:]
  /// Entities that any device has created.
  var made: [String: Entity] = [:]
  /// Their ids, in the order of creation.
  var order: [String] = []
  /// Entities that any device has deleted, directly or with their type.
  var deleted: Set<String> = []
  /// For each deleted type, by device: the events that were moved away from it there, with their
  /// types at that time. They must not be deleted with the first type.
  var rescued: [String: [Int: [String: String]]] = [:]
  /// Entities whose edits were withdrawn.
  var discarded: Set<String> = []
  /// The rows of the server.
  var server: [String: ServerRow] = [:]
  /// The last examined change of the server.
  var lastChange: Int64 = 0
  /// For each device, its last edit of each entity that the server does not have.
  var open: [[Edit]]
  /// Ids to choose from, in the order of creation, without deleted ones.
  var known: [EntityKind: [String]] = [:]

  init(devices: Int) {
    open = Array(repeating: [], count: devices)
  }

  /// A label that contains an edit's number.
  static func label(_ word: String, _ number: Int) -> String { "\(word) ~\(number)~" }

  /// The number in a label, or in the JSON of an entity; `nil` if there is none.
  static func number(in text: String) -> Int? {
    var number: Int?
    for byte in text.utf8 {
      if byte == UInt8(ascii: "~") {
        if let number { return number }
        number = 0
      } else if let found = number {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        number = found * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    return nil
  }

  /// Records an edit that is on the disk of its device.
  mutating func enter(_ edit: Edit) {
    edits[edit.number] = edit
    let place = open[edit.device].firstIndex { $0.entity == edit.entity }
    if let place { open[edit.device].remove(at: place) }
    if edit.isDeletion {
      deleted.insert(edit.entity)
      if let place = known[edit.kind]?.lastIndex(of: edit.entity) {
        known[edit.kind]?.remove(at: place)
      }
    }
    open[edit.device].append(edit)
  }

  /// Records a created entity.
  mutating func make(_ id: String, _ entity: Entity) {
    made[id] = entity
    order.append(id)
    known[entity.kind, default: []].append(id)
  }

  /// Whether an entity was deleted, or belonged to a deleted type.
  func canBeGone(_ id: String) -> Bool {
    deleted.contains(id) || made[id]?.types.isDisjoint(with: deleted) == false
  }

  /// Records that a device withdraws its edits of an entity.
  mutating func discard(_ id: String, device: Int) {
    discarded.insert(id)
    // Withdrawing a type also withdraws the entities that were created for it and that the server
    // lacks.
    for (other, entity) in made where entity.types.contains(id) && server[other] == nil {
      discarded.insert(other)
    }
    open[device].removeAll {
      $0.entity == id
        || discarded.contains($0.entity) && made[$0.entity]?.types.contains(id) == true
    }
    for type in rescued.keys { rescued[type]?[device]?[id] = nil }
  }

  /// Records the new identifier of an entity that the server has never had.
  mutating func rename(_ old: String, to new: String) {
    guard let entity = made.removeValue(forKey: old) else { return }
    made[new] = entity
    for (id, other) in made where other.types.contains(old) {
      made[id]?.types.remove(old)
      made[id]?.types.insert(new)
    }
    for (number, edit) in edits where edit.entity == old { edits[number]?.entity = new }
    for device in open.indices {
      for place in open[device].indices where open[device][place].entity == old {
        open[device][place].entity = new
      }
    }
    order = order.map { $0 == old ? new : $0 }
    known[entity.kind] = known[entity.kind]?.map { $0 == old ? new : $0 }
    for (type, rescues) in rescued {
      for (device, events) in rescues {
        for (event, target) in events where event == old || target == old {
          rescued[type]?[device]?[event] = nil
          rescued[type]?[device]?[event == old ? new : event] = target == old ? new : target
        }
      }
    }
  }

  /// Records the copy that a device keeps of an edited entity that was deleted elsewhere.
  mutating func copy(_ original: String, to id: String, number: Int, device: Int) {
    guard let entity = made[original], made[id] == nil else { return }
    make(
      id,
      Entity(kind: entity.kind, types: entity.types, isPoison: entity.isPoison, original: original))
    enter(Edit(device: device, kind: entity.kind, entity: id, number: number))
    // Entities that referred to the type there refer to the copy.
    for (other, entity) in made where entity.types.contains(original) {
      made[other]?.types.insert(id)
    }
  }
}

// MARK: - The server

extension SimulationLedger {
  /// Records a change of the server; returns the objection if the change is unexpected.
  mutating func observe(_ change: BackendService.LoggedChange) throws -> String? {
    let (kind, id) = (EntityKind(rawValue: change.entityType), change.entityId)
    switch change.operation {
    case "create", "update":
      guard let number = change.data.flatMap(SimulationLedger.number), let edit = edits[number],
        edit.entity == id || made[edit.entity]?.original == id || made[id]?.original == edit.entity
      else { return "the server has an unknown version of \(id): \(change.data ?? "")" }
      if let objection = write(kind, id, edit, isNew: change.operation == "create") {
        return objection
      }
      let row = try change.data.flatMap { try EntityRow(kind, json: Array($0.utf8)) }
      server[id]?.versions.append(Version(change: change.id, row: row))
      return nil
    case "delete":
      let objection = erase(id)
      server[id]?.versions.append(Version(change: change.id, row: nil))
      return objection
    default: return "the server logs '\(change.operation)'"
    }
  }

  private mutating func write(
    _ kind: EntityKind, _ id: String, _ edit: Edit, isNew: Bool
  ) -> String? {
    var row = server[id]
    if isNew, let row { return "\(id) \(row.isDeleted ? "is back" : "is made twice")" }
    if !isNew && row?.isDeleted != false { return "\(id) is changed but does not exist" }
    // The server itself changes a geofence whose type is deleted.
    let isOld = row?.taken[edit.device].map {
      $0 > edit.number || $0 == edit.number && kind != .geofence
    }
    if isOld == true { return "edit \(edit.number) of \(id) is applied after a later one" }
    if row == nil { row = ServerRow(kind: kind, number: edit.number) }
    row?.number = edit.number
    row?.taken[edit.device] = edit.number
    server[id] = row
    open[edit.device].removeAll { $0.entity == id && $0.number <= edit.number }
    return nil
  }

  private mutating func erase(_ id: String) -> String? {
    guard let row = server[id], !row.isDeleted else {
      return "\(id) is deleted but does not exist"
    }
    let type = row.versions.last?.row?.owningType
    if !deleted.contains(id) {
      guard let type, deleted.contains(type) else { return "\(id) is deleted unexpectedly" }
      // Each device that deleted the type had moved the event away before, to a type that is not
      // deleted.
      if let devices = rescued[type]?.keys, !devices.isEmpty,
        devices.allSatisfy({ isSafe(id, from: type, on: $0) })
      {
        return "\(id) is deleted with \(type), which it had been moved away from"
      }
    }
    server[id]?.isDeleted = true
    for device in open.indices { open[device].removeAll { $0.entity == id } }
    return nil
  }
}

extension SimulationLedger {
  /// Whether a device moved an event away from a type that it deleted, to one that is not deleted.
  /// A deleted type counts if the device moved the event on before it deleted that type too.
  private func isSafe(_ id: String, from type: String, on device: Int) -> Bool {
    var left: Set<String> = []
    var type = type
    while let next = rescued[type]?[device]?[id], left.insert(type).inserted {
      if !deleted.contains(next) { return true }
      type = next
    }
    return false
  }
}

extension EntityRow {
  /// Reads the row of an entity from the JSON in the server's change log.
  fileprivate init?(_ kind: EntityKind, json: [UInt8]) throws {
    switch kind {
    case .event: self = .event(Event(try WireCoding.decode(APIEvent.self, from: json)))
    case .eventType:
      self = .eventType(EventType(try WireCoding.decode(APIEventType.self, from: json)))
    case .geofence:
      self = .geofence(Geofence(try WireCoding.decode(APIGeofence.self, from: json)))
    case .propertyDefinition:
      self = .propertyDefinition(
        PropertyDefinition(try WireCoding.decode(APIPropertyDefinition.self, from: json)))
    case .unrecognized: return nil
    }
  }
}
