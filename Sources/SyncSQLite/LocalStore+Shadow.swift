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

  /// Replaces the entities by the shadow tables and empties these.
  ///
  /// An entity with a mutation in the queue or in quarantine stays as it is here, also if that is
  /// absent; so do the events and definitions of a type whose deletion is queued: they are gone
  /// here, and must not come back. The device's own `calendarEventId` is kept.
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
    var condition = "NOT " + isEdited.replacing("id_of", with: "shadow_\(table)")
    if belongsToType {
      condition += """
         AND NOT EXISTS (
          SELECT 1 FROM mutations WHERE entity_id = shadow_\(table).event_type_id
            AND entity_kind = '\(EntityKind.eventType.rawValue)'
            AND operation = '\(MutationOperation.delete.rawValue)')
        """
    }
    try write(
      SQL(
        "swap in \(table)",
        """
        INSERT INTO \(table) (\(columns))
        SELECT \(columns) FROM shadow_\(table) WHERE \(condition)
        """
      ), [kind])
  }
}
