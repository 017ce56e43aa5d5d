import Sync

/// What happened, as the oracle of a simulation remembers it.
///
/// Every edit leaves its number in the entity, as part of a name or a place: `Run ~17~`. So each
/// row, on a device or on the server, says which edit made it what it is.
struct SimulationLedger {
  /// An edit that reached a device's disk.
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
    /// The edit that made it what it is.
    var number: Int
    var isDeleted = false
    /// The last edit of each device that the server has taken.
    var taken: [Int: Int] = [:]
  }

  /// An entity that some device has made.
  struct Entity {
    var kind: EntityKind
    /// Its type, where it is an event or a property definition.
    var type: String?
    var isPoison = false
  }

  /// The number of the last edit that was tried.
  var lastNumber = 0
  /// Edits that are on some device's disk, by number.
  var edits: [Int: Edit] = [:]
  /// Entities that some device has made.
  var made: [String: Entity] = [:]
  /// Entities that some device has deleted, for their own sake or with their type.
  var deleted: Set<String> = []
  /// The rows of the server.
  var server: [String: ServerRow] = [:]
  /// The last change of the server that was looked at.
  var lastChange: Int64 = 0
  /// For each device, its last edit of each entity that the server does not have.
  var open: [[Edit]]
  /// Ids to choose from, in the order of their making, without those that were deleted.
  var known: [EntityKind: [String]] = [:]

  init(devices: Int) {
    open = Array(repeating: [], count: devices)
  }

  /// The label that carries an edit's number.
  static func label(_ word: String, _ number: Int) -> String { "\(word) ~\(number)~" }

  /// The number in a label, or in the JSON of an entity; nothing where there is none.
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

  /// An edit is on the disk of its device.
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

  /// An entity was made.
  mutating func make(_ id: String, _ entity: Entity) {
    made[id] = entity
    known[entity.kind, default: []].append(id)
  }

  /// Forgets what a device had left to send about the events and the property definitions of a
  /// type that it deletes.
  mutating func forgetDependents(onType type: String, device: Int) {
    open[device].removeAll { made[$0.entity]?.type == type }
  }
}

// MARK: - The server

extension SimulationLedger {
  /// Takes note of what the server has written; says what it should not have.
  mutating func observe(
    _ operation: String, _ kind: EntityKind, _ id: String, data: String?
  ) -> String? {
    switch operation {
    case "create", "update":
      guard let number = data.flatMap(SimulationLedger.number), let edit = edits[number],
        edit.entity == id
      else { return "the server has \(id) as nobody has written it: \(data ?? "")" }
      return write(kind, edit, isNew: operation == "create")
    case "delete": return erase(id)
    default: return "the server logs '\(operation)'"
    }
  }

  private mutating func write(_ kind: EntityKind, _ edit: Edit, isNew: Bool) -> String? {
    let id = edit.entity
    var row = server[id]
    if isNew, let row { return "\(id) \(row.isDeleted ? "is back" : "is made twice")" }
    if !isNew && row?.isDeleted != false { return "\(id) is changed without being there" }
    if let taken = row?.taken[edit.device], taken >= edit.number {
      return "edit \(edit.number) of \(id) is applied after edit \(taken)"
    }
    if row == nil { row = ServerRow(kind: kind, number: edit.number) }
    row?.number = edit.number
    row?.taken[edit.device] = edit.number
    server[id] = row
    open[edit.device].removeAll { $0.entity == id && $0.number <= edit.number }
    return nil
  }

  private mutating func erase(_ id: String) -> String? {
    guard let row = server[id], !row.isDeleted else {
      return "\(id) is deleted without being there"
    }
    let type = made[id]?.type
    if !deleted.contains(id), type == nil || !deleted.contains(type ?? "") {
      return "\(id) is deleted, which nobody wanted"
    }
    server[id]?.isDeleted = true
    for device in open.indices { open[device].removeAll { $0.entity == id } }
    return nil
  }
}
