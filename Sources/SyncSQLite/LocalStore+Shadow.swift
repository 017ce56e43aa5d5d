internal import SQLiteAccess
public import Sync

/// The bootstrap's second set of tables: filled page by page, seen by nobody, swapped in at once.
extension LocalStore {
  /// Empties the shadow tables.
  public func beginShadow() throws {
    try writeTogether { try emptyShadow() }
  }

  /// Adds rows to the shadow tables, or replaces those with the same id.
  public func insertShadow(_ rows: ShadowRows) throws {
    try writeTogether {
      try insertShadow(rows.eventTypes)
      try insertShadow(rows.geofences)
      try insertShadow(rows.events)
      try insertShadow(rows.propertyDefinitions)
    }
  }

  /// A row of the shadow tables.
  public func findShadowRow(_ kind: EntityKind, id: String) throws -> EntityRow? {
    try findRow(kind, id: id, by: \.findShadow)
  }

  /// Replaces the entities by the shadow tables and empties these.
  ///
  /// An entity with a mutation in the queue or in quarantine stays as it is here, also if that is
  /// absent. The events and definitions of a type whose deletion is queued become base rows: they
  /// are deleted here, and must not come back. The device's own `calendarEventId` is kept.
  public func swapShadow() throws {
    try writeTogether {
      try write(
        SQL(
          "keep calendar identifiers",
          """
          UPDATE shadow_events SET calendar_event_id = old.calendar_event_id
          FROM events AS old
          WHERE old.id = shadow_events.id AND old.calendar_event_id IS NOT NULL
          """))
      try swap(EventType.self)
      try swap(Geofence.self)
      try swap(Event.self, belongsToType: true)
      try swap(PropertyDefinition.self, belongsToType: true)
      try emptyShadow()
    }
  }

  private func emptyShadow() throws {
    try write(EventType.statements.deleteShadow)
    try write(Geofence.statements.deleteShadow)
    try write(Event.statements.deleteShadow)
    try write(PropertyDefinition.statements.deleteShadow)
  }

  private func insertShadow<Entity: StoredEntity>(_ entities: [Entity]) throws {
    for entity in entities {
      try write(Entity.statements.upsertShadow, try entity.storedValues())
    }
  }

  private func swap<Entity: StoredEntity>(
    _ type: Entity.Type, belongsToType: Bool = false
  ) throws {
    let table = type.statements.table
    let columns = type.statements.columns.joined(separator: ", ")
    let kind = SQLiteValue.text(type.kind.rawValue)
    let isEdited = "EXISTS (SELECT 1 FROM mutations WHERE entity_id = id_of.id AND entity_kind = ?)"
    let edited = isEdited.replacing("id_of", with: table)
    try write(SQL("clear \(table) for swap", "DELETE FROM \(table) WHERE NOT \(edited)"), [kind])
    let condition = "NOT " + isEdited.replacing("id_of", with: "shadow_\(table)")
    func copy(to target: String, where isWanted: String) throws {
      try write(
        SQL(
          "swap in \(target)",
          """
          INSERT INTO \(target) (\(columns))
          SELECT \(columns) FROM shadow_\(table) WHERE \(condition)\(isWanted)
          """
        ), [kind])
    }
    guard belongsToType else { return try copy(to: table, where: "") }
    let isHidden = """
      EXISTS (
        SELECT 1 FROM mutations WHERE entity_id = shadow_\(table).event_type_id
          AND entity_kind = '\(EntityKind.eventType.rawValue)'
          AND operation = '\(MutationOperation.delete.rawValue)')
      """
    try copy(to: table, where: " AND NOT \(isHidden)")
    let stale = isEdited.replacing("id_of", with: "base_\(table)")
    try write(
      SQL("clear base \(table) for swap", "DELETE FROM base_\(table) WHERE NOT \(stale)"), [kind])
    try copy(to: "base_\(table)", where: " AND \(isHidden)")
  }
}
