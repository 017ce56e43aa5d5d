internal import SQLiteAccess
public import Sync

extension LocalStore {
  /// Changes or creates an event. A new one has the timestamp 0 until `configure` sets it.
  public func upsertEvent(id: String, configure: (inout Event) throws -> Void) throws {
    let placeholder = Event(id: id, EventContent(timestamp: Timestamp(milliseconds: 0)))
    try upsert(placeholder, keeping: \.id, configure)
  }

  /// Deletes an event, if it exists.
  public func deleteEvent(id: String) throws { try delete(Event.self, id) }

  /// The event with this id.
  public func findEvent(id: String) throws -> Event? { try find(id) }

  /// All events, by id.
  public func fetchAllEvents() throws -> [Event] { try fetchAll() }

  /// The events of a type, by id.
  public func fetchEvents(ofType eventTypeId: String) throws -> [Event] {
    try events("of event type", where: "event_type_id = ?", [.text(eventTypeId)])
  }

  /// The events of a type at a point in time, by id.
  public func fetchEvents(ofType eventTypeId: String, at timestamp: Timestamp) throws -> [Event] {
    try events(
      "of event type at a moment", where: "event_type_id = ? AND timestamp = ?",
      [.text(eventTypeId), SQLValue(timestamp)])
  }

  /// The events that a geofence triggered, by id.
  public func fetchEvents(atGeofence geofenceId: String) throws -> [Event] {
    try events("at geofence", where: "geofence_id = ?", [.text(geofenceId)])
  }

  private func events(
    _ which: String, where condition: String, _ values: [SQLValue]
  ) throws -> [Event] {
    let columns = Event.statements.columns.joined(separator: ", ")
    return try database.rows(
      SQL(
        "fetch events \(which)",
        "SELECT \(columns) FROM events WHERE \(condition) ORDER BY id"), values
    ) { try Event($0) }
  }

  /// Events with the status `.pending`, by id. Those with edits in quarantine are `.failed`.
  public func fetchPendingEvents() throws -> [Event] { try fetch(.pending) }

  /// Deletes all events.
  public func deleteAllEvents() throws { try deleteAll(Event.self) }

  /// Sets an event's status to `.synced`; throws `SyncStoreError.notFound` if it is missing.
  public func markEventSynced(id: String) throws { try markSynced(Event.self, id) }
}
