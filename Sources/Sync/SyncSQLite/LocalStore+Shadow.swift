internal import SQLiteAccess
public import Sync

/// The bootstrap's second set of tables: filled page by page, invisible to readers, and swapped in
/// by renaming.
///
/// A swap must not block writers for long, whatever the number of rows. It therefore copies only
/// the rows of edited entities and exchanges the names of the tables. The former rows are deleted
/// afterwards, a limited number of them in each transaction.
extension LocalStore {
  /// Deletes at most `limit` rows of each shadow table; `releasePages(limit:)` returns their space.
  /// Returns whether all tables are empty; `false` also if a table had exactly `limit` rows.
  @discardableResult
  public func emptyShadow(limit: Int) throws -> Bool {
    try writeTogether {
      var isEmpty = true
      for statements in LocalStore.allStatements {
        let deleted = try write(statements.trimShadow, [SQLValue(limit)])
        if deleted == limit { isEmpty = false }
      }
      return isEmpty
    }
  }

  /// Returns unused pages to the file system, at most `limit`. A file that an earlier version
  /// created keeps its size. Also moves the log into the file, so that no other store has to do
  /// that with the commit of an edit.
  ///
  /// - Returns: whether none are left.
  public func releasePages(limit: Int) throws -> Bool {
    try save()
    let before = try freePages()
    try database.execute(SQL("release pages", "PRAGMA incremental_vacuum(\(max(1, limit)))"))
    let after = try freePages()
    try database.execute(SQL("move the log", "PRAGMA wal_checkpoint(PASSIVE)"))
    return after == 0 || after == before
  }

  private func freePages() throws -> Int64 {
    try database.integer(SQL("count free pages", "PRAGMA freelist_count")) ?? 0
  }

  /// Adds rows to the shadow tables, or replaces those with the same id. An event keeps its local
  /// `calendarEventId`.
  public func insertShadow(_ rows: ShadowRows) throws {
    try writeTogether {
      try insertShadow(rows.eventTypes)
      try insertShadow(rows.geofences)
      try insertShadow(keepingCalendars(rows.events))
      try insertShadow(rows.propertyDefinitions)
    }
  }

  /// Deletes a row of the shadow tables, if it exists; a type together with its dependents.
  public func deleteShadowRow(_ kind: EntityKind, id: String) throws {
    guard let statements = LocalStore.statements(of: kind) else { return }
    try writeTogether {
      try write(statements.deleteShadow, [.text(id)])
      guard kind == .eventType else { return }
      for (table, _) in LocalStore.dependents {
        try write(
          SQL(
            "delete shadow \(table) of event type",
            "DELETE FROM shadow_\(table) WHERE event_type_id = ?"), [.text(id)])
      }
    }
  }

  /// A row of the shadow tables.
  public func findShadowRow(_ kind: EntityKind, id: String) throws -> EntityRow? {
    try findRow(kind, id: id, by: \.findShadow)
  }

  /// Exchanges the entities and the shadow tables, which contain the former rows afterwards.
  ///
  /// An entity with a mutation in the queue or in quarantine keeps its local state, even if it is
  /// missing. The events and definitions of a type whose deletion is queued become base rows,
  /// because they are deleted locally and must not come back. The device's own `calendarEventId` is
  /// kept.
  public func swapShadow() throws {
    let here = "(SELECT calendar_event_id FROM events AS old WHERE old.id = shadow_events.id)"
    try writeTogether {
      try write(
        SQL(
          "keep calendar identifiers",
          """
          UPDATE shadow_events SET calendar_event_id = \(here)
          WHERE id IN (SELECT id FROM events WHERE calendar_event_id IS NOT NULL)
            AND calendar_event_id IS NOT \(here)
          """))
      try hideShadowDependents()
      for statements in LocalStore.allStatements { try swap(statements) }
    }
  }

  private func insertShadow<Entity: StoredEntity>(_ entities: [Entity]) throws {
    for entity in entities {
      try write(Entity.statements.upsertShadow, try entity.storedValues())
    }
  }

  private func keepingCalendars(_ events: [Event]) throws -> [Event] {
    let hasCalendars = try database.integer(
      SQL(
        "look for calendar identifiers",
        "SELECT EXISTS (SELECT 1 FROM events WHERE calendar_event_id IS NOT NULL)"))
    if events.isEmpty || hasCalendars != 1 { return events }
    return try events.map { event in
      var kept = event
      let here = try findEvent(id: event.id)
      kept.calendarEventId = here?.calendarEventId ?? event.calendarEventId
      return kept
    }
  }

  /// Converts the fetched rows of a type whose deletion is queued to base rows.
  private func hideShadowDependents() throws {
    let isHidden = """
      event_type_id IN (
        SELECT entity_id FROM mutations WHERE entity_kind = '\(EntityKind.eventType.rawValue)'
          AND operation = '\(MutationOperation.delete.rawValue)')
      """
    for (table, kind) in LocalStore.dependents {
      try write(
        SQL(
          "clear base \(table) for swap",
          "DELETE FROM base_\(table) WHERE \(isUnedited("base_\(table)"))"), [kind])
      try write(
        SQL(
          "hide shadow \(table)",
          """
          INSERT INTO base_\(table) SELECT * FROM shadow_\(table)
          WHERE \(isHidden) AND \(isUnedited("shadow_\(table)"))
          """), [kind])
      try write(SQL("clear hidden \(table)", "DELETE FROM shadow_\(table) WHERE \(isHidden)"))
    }
  }

  /// Copies the rows of edited entities and exchanges the names of the two tables.
  private func swap(_ statements: EntityStatements) throws {
    let table = statements.table
    let kind = SQLValue.text(statements.kind.rawValue)
    let isEdited = "id IN (SELECT entity_id FROM mutations WHERE entity_kind = ?)"
    try write(SQL("clear edited \(table)", "DELETE FROM shadow_\(table) WHERE \(isEdited)"), [kind])
    try write(
      SQL(
        "bring over edited \(table)",
        "INSERT INTO shadow_\(table) SELECT * FROM \(table) WHERE \(isEdited)"), [kind])
    // A rename makes SQLite parse the complete schema; two empty tables need no swap.
    guard try database.integer(statements.hasRowsToSwap) == 1 else { return }
    for (old, new) in [
      (table, "swapped_\(table)"), ("shadow_\(table)", table),
      ("swapped_\(table)", "shadow_\(table)"),
    ] {
      try write(SQL("rename \(old)", "ALTER TABLE \(old) RENAME TO \(new)"))
    }
  }
}
