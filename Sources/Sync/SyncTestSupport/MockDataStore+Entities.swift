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
    try database.call("fetchAll\(kind.typeName)s") { $0.all(kind) }
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
        let types = contents.rows[.eventType, default: [:]]
        contents.rows[.event] = contents.rows[.event]?.filter { _, event in
          types[event.owningType ?? ""] == nil
        }
        contents.rows[.propertyDefinition] = nil
      }
      contents.rows[kind] = nil
    }
  }
}

extension MockDatabase.Contents {
  subscript(kind: EntityKind, id: String) -> EntityRow? {
    get { rows[kind]?[id] }
    set { rows[kind, default: [:]][id] = newValue }
  }

  /// All rows of a kind, by id.
  func all(_ kind: EntityKind) -> [EntityRow] {
    rows[kind, default: [:]].sorted { $0.key < $1.key }.map(\.value)
  }

  /// The events, by id.
  func events(where isWanted: (Event) -> Bool = { _ in true }) -> [Event] {
    rows[.event, default: [:]].values.compactMap { row -> Event? in
      if case .event(let event) = row, isWanted(event) { event } else { nil }
    }.sorted { $0.id < $1.id }
  }
}
