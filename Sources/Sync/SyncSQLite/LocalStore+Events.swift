internal import SQLiteAccess
public import Sync

extension LocalStore {
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
