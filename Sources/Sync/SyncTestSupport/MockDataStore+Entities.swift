public import Sync

/// Entities.
extension MockDataStore {
  /// Changes or creates a row.
  public func upsert(
    _ placeholder: EntityRow, configure: (inout EntityRow) throws -> Void
  ) throws {
    let (kind, id) = (placeholder.kind, placeholder.id)
    try database.call("upsert\(kind.typeName)") { contents in
      if id.isEmpty { throw MockContractError("upsert of \(kind.typeName): empty id") }
      var row = contents[kind, id] ?? placeholder
      row.syncStatus = .synced
      try configure(&row)
      guard row.id == id else {
        throw MockContractError("upsert of \(kind.typeName): the id was changed")
      }
      contents[kind, id] = row
    }
  }

  /// The row with this id.
  public func findRow(_ kind: EntityKind, id: String) throws -> EntityRow? {
    try database.call("find\(kind.typeName)") { $0[kind, id] }
  }

  /// All rows, by id.
  public func fetchAll(_ kind: EntityKind) throws -> [EntityRow] {
    try database.call("fetchAll\(kind.typeName)s") { contents in
      contents.ids(of: kind).sorted().compactMap { contents[kind, $0] }
    }
  }

  /// Sets the status of a row, which must exist.
  public func markRowSynced(_ kind: EntityKind, id: String) throws {
    try database.call("mark\(kind.typeName)Synced") { contents in
      guard let row = contents[kind, id] else { throw SyncStoreError.notFound(kind, id: id) }
      contents[kind, id] = row.marked(.synced)
    }
  }

  /// Deletes a row, if it exists; a type together with its dependents without mutations.
  public func delete(_ kind: EntityKind, id: String) throws {
    try database.call("delete\(kind.typeName)") { contents in
      contents[kind, id] = nil
      if kind == .eventType { contents.removeUnedited(ofType: id) }
    }
  }

  /// Deletes all rows; all types together with their dependents.
  public func deleteAll(_ kind: EntityKind) throws {
    try database.call("deleteAll\(kind.typeName)s") { contents in
      if kind == .eventType {
        let types = contents.eventTypes
        contents.events = contents.events.filter { types[$0.value.eventTypeId ?? ""] == nil }
        contents.propertyDefinitions = [:]
      }
      for id in contents.ids(of: kind) { contents[kind, id] = nil }
    }
  }
}

extension MockDatabase.Contents {
  subscript(kind: EntityKind, id: String) -> EntityRow? {
    get {
      switch kind {
      case .event: events[id].map { .event($0) }
      case .eventType: eventTypes[id].map { .eventType($0) }
      case .geofence: geofences[id].map { .geofence($0) }
      case .propertyDefinition: propertyDefinitions[id].map { .propertyDefinition($0) }
      case .unrecognized: nil
      }
    }
    set {
      switch newValue {
      case .event(let row): events[id] = row
      case .eventType(let row): eventTypes[id] = row
      case .geofence(let row): geofences[id] = row
      case .propertyDefinition(let row): propertyDefinitions[id] = row
      case nil:
        switch kind {
        case .event: events[id] = nil
        case .eventType: eventTypes[id] = nil
        case .geofence: geofences[id] = nil
        case .propertyDefinition: propertyDefinitions[id] = nil
        case .unrecognized: break
        }
      }
    }
  }

  fileprivate func ids(of kind: EntityKind) -> [String] {
    switch kind {
    case .event: Array(events.keys)
    case .eventType: Array(eventTypes.keys)
    case .geofence: Array(geofences.keys)
    case .propertyDefinition: Array(propertyDefinitions.keys)
    case .unrecognized: []
    }
  }

  func sorted<Entity: SyncedEntity>(_ table: KeyPath<Self, [String: Entity]>) -> [Entity] {
    self[keyPath: table].values.sorted { $0.id < $1.id }
  }
}
