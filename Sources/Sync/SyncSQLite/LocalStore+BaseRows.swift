internal import SQLiteAccess
public import Sync

/// Base rows: the latest known server rows of entities with local edits.
extension LocalStore {
  /// The base row of an entity.
  public func findBaseRow(_ kind: EntityKind, id: String) throws -> EntityRow? {
    try findRow(kind, id: id, by: \.findBase)
  }

  /// Stores a base row, or replaces the one with the same id.
  public func writeBaseRow(_ row: EntityRow) throws {
    let entity = row.entity
    try write(type(of: entity).statements.upsertBase, try entity.storedValues())
  }

  /// Deletes a base row, if it exists.
  public func deleteBaseRow(_ kind: EntityKind, id: String) throws {
    guard let statements = LocalStore.statements(of: kind) else { return }
    try write(statements.deleteBase, [.text(id)])
  }

  /// Whether there are any base rows.
  public func hasBaseRows() throws -> Bool {
    try database.integer(
      SQL(
        "look for base rows",
        """
        SELECT EXISTS (SELECT 1 FROM base_events) OR EXISTS (SELECT 1 FROM base_event_types)
          OR EXISTS (SELECT 1 FROM base_geofences)
          OR EXISTS (SELECT 1 FROM base_property_definitions)
        """)) == 1
  }

  /// Converts the events and definitions of a type that have no mutations to base rows.
  public func hideDependents(ofType eventTypeId: String) throws {
    try move("hide", of: eventTypeId, from: "", to: "base_")
  }

  /// Converts the base rows of a type that have no mutations back to rows.
  public func restoreDependents(ofType eventTypeId: String) throws {
    try move("restore", of: eventTypeId, from: "base_", to: "")
  }

  /// Deletes the base rows of a type that have no mutations.
  public func forgetDependents(ofType eventTypeId: String) throws {
    try writeTogether {
      for (table, kind) in LocalStore.dependents {
        try write(
          SQL(
            "forget \(table) of event type",
            "DELETE FROM base_\(table) WHERE event_type_id = ? AND \(isUnedited("base_\(table)"))"),
          [.text(eventTypeId), kind])
      }
    }
  }

  private func move(
    _ verb: String, of eventTypeId: String, from source: String, to target: String
  ) throws {
    try writeTogether {
      for (table, kind) in LocalStore.dependents {
        let (from, to) = (source + table, target + table)
        let condition = "event_type_id = ? AND \(isUnedited(from))"
        let values = [.text(eventTypeId), kind]
        try write(
          SQL(
            "\(verb) \(table) of event type",
            "INSERT OR REPLACE INTO \(to) SELECT * FROM \(from) WHERE \(condition)"), values)
        try write(
          SQL("\(verb) \(table), then clear", "DELETE FROM \(from) WHERE \(condition)"), values)
      }
    }
  }

  /// The tables of entities that belong to a type, with the names of their kinds.
  static let dependents = [
    (Event.statements.table, SQLValue.text(EntityKind.event.rawValue)),
    (
      PropertyDefinition.statements.table,
      SQLValue.text(EntityKind.propertyDefinition.rawValue)
    ),
  ]

  /// The condition that a row of a table has no mutations; its parameter is the name of the kind.
  func isUnedited(_ table: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM mutation_keys WHERE key = \(table).id AND sequence > 0 AND value = ?)
    """
  }
}
