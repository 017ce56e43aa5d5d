internal import SQLiteAccess
public import Sync

/// Rows of all four kinds of entities.
extension LocalStore {
  /// Stores `placeholder`, or the existing row with its id, changed by `configure`. An existing
  /// property definition keeps its type.
  public func upsert(
    _ placeholder: EntityRow, configure: (inout EntityRow) throws -> Void
  ) throws {
    var row = try findRow(placeholder.kind, id: placeholder.id) ?? placeholder
    row.syncStatus = .synced
    let type = row.owningType
    try configure(&row)
    row.id = placeholder.id
    if case .propertyDefinition(var definition) = row, let type {
      definition.eventTypeId = type
      row = .propertyDefinition(definition)
    }
    let entity = row.entity
    try write(Swift.type(of: entity).statements.upsert, try entity.storedValues())
  }

  /// The row with this id.
  public func findRow(_ kind: EntityKind, id: String) throws -> EntityRow? {
    try findRow(kind, id: id, by: \.find)
  }

  /// All rows of a kind, by id.
  public func fetchAll(_ kind: EntityKind) throws -> [EntityRow] {
    guard let type = LocalStore.entity(of: kind) else { return [] }
    return try database.rows(type.statements.fetchAll) { try type.init($0).row }
  }

  /// Deletes a row, if it exists; an event type together with its events and property definitions
  /// that have no mutations.
  public func delete(_ kind: EntityKind, id: String) throws {
    guard let statements = LocalStore.statements(of: kind) else { return }
    guard kind == .eventType else {
      try write(statements.delete, [.text(id)])
      return
    }
    try writeTogether {
      for (table, kind) in LocalStore.dependents {
        try write(
          SQL(
            "delete \(table) of event type",
            "DELETE FROM \(table) WHERE event_type_id = ? AND \(isUnedited(table))"),
          [.text(id), kind])
      }
      try write(statements.delete, [.text(id)])
    }
  }

  /// Deletes all rows of a kind, and with all event types their events and property definitions.
  ///
  /// An event whose type is missing is kept.
  public func deleteAll(_ kind: EntityKind) throws {
    guard let statements = LocalStore.statements(of: kind) else { return }
    try writeTogether {
      for (table, _) in kind == .eventType ? LocalStore.dependents : [] {
        try write(
          SQL(
            "delete \(table) of event types",
            "DELETE FROM \(table) WHERE event_type_id IN (SELECT id FROM event_types)"))
      }
      try write(statements.deleteAll)
    }
  }

  /// Sets a row's status to `.synced`; throws `SyncStoreError.notFound` if it is missing.
  public func markRowSynced(_ kind: EntityKind, id: String) throws {
    let status = SQLValue.text(SyncStatus.synced.rawValue)
    guard let statements = LocalStore.statements(of: kind),
      try write(statements.setStatus, [status, .text(id)]) > 0
    else { throw SyncStoreError.notFound(kind, id: id) }
  }

  /// The row of an entity in one of the tables of its kind.
  func findRow(
    _ kind: EntityKind, id: String, by statement: KeyPath<EntityStatements, SQL>
  ) throws -> EntityRow? {
    guard let type = LocalStore.entity(of: kind) else { return nil }
    return try database.first(type.statements[keyPath: statement], [.text(id)]) {
      try type.init($0).row
    }
  }

  static func entity(of kind: EntityKind) -> (any StoredEntity.Type)? {
    switch kind {
    case .event: Event.self
    case .eventType: EventType.self
    case .geofence: Geofence.self
    case .propertyDefinition: PropertyDefinition.self
    case .unrecognized: nil
    }
  }
}

extension EntityRow {
  /// The entity itself.
  var entity: any StoredEntity {
    switch self {
    case .event(let row): row
    case .eventType(let row): row
    case .geofence(let row): row
    case .propertyDefinition(let row): row
    }
  }
}
