internal import SQLiteAccess
public import Sync

extension LocalStore {
  /// Changes or creates an event type; a new one is called `Placeholder` until `configure` names
  /// it.
  public func upsertEventType(id: String, configure: (inout EventType) throws -> Void) throws {
    let placeholder = EventType(
      id: id, EventTypeContent(name: "Placeholder"), createdAt: Timestamp(milliseconds: 0))
    try upsert(placeholder, keeping: \.id, configure)
  }

  /// Deletes an event type, if it exists, together with its events and property definitions that
  /// have no mutations.
  public func deleteEventType(id: String) throws {
    try writeTogether {
      for (table, kind) in LocalStore.dependents {
        try write(
          SQL(
            "delete \(table) of event type",
            "DELETE FROM \(table) WHERE event_type_id = ? AND \(isUnedited(table))"),
          [.text(id), kind])
      }
      try delete(EventType.self, id)
    }
  }

  /// The event type with this id.
  public func findEventType(id: String) throws -> EventType? { try find(id) }

  /// All event types, by id.
  public func fetchAllEventTypes() throws -> [EventType] { try fetchAll() }

  /// Event types with the status `.pending`, by id. Those with edits in quarantine are `.failed`.
  public func fetchPendingEventTypes() throws -> [EventType] { try fetch(.pending) }

  /// Deletes all event types, with their events and property definitions.
  ///
  /// An event whose type is missing is kept.
  public func deleteAllEventTypes() throws {
    try writeTogether {
      for table in [Event.statements.table, PropertyDefinition.statements.table] {
        try write(
          SQL(
            "delete \(table) of event types",
            "DELETE FROM \(table) WHERE event_type_id IN (SELECT id FROM event_types)"))
      }
      try deleteAll(EventType.self)
    }
  }

  /// Sets an event type's status to `.synced`; throws `SyncStoreError.notFound` if it is missing.
  public func markEventTypeSynced(id: String) throws { try markSynced(EventType.self, id) }

  /// The ids of missing types that local events refer to, in order.
  public func fetchMissingEventTypeIds() throws -> [String] {
    try database.rows(
      SQL(
        "find missing event types",
        """
        SELECT DISTINCT event_type_id FROM events
        WHERE event_type_id IS NOT NULL AND event_type_id NOT IN (SELECT id FROM event_types)
        ORDER BY event_type_id
        """)
    ) { try $0.text(0) }
  }
}
