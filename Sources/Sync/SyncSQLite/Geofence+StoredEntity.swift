internal import SQLiteAccess
internal import Sync

extension Geofence: StoredEntity {
  static let statements = EntityStatements(
    kind,
    table: "geofences",
    columns: [
      "id", "sync_status", "name", "latitude", "longitude", "radius", "event_type_entry_id",
      "event_type_exit_id", "is_active", "notify_on_entry", "notify_on_exit", "created_at",
    ])

  init(_ row: borrowing Row) throws {
    self.init(
      id: try row.text(0), syncStatus: try row.named(1),
      GeofenceContent(
        name: try row.text(2),
        latitude: try row.real(3), longitude: try row.real(4), radius: try row.real(5),
        eventTypeEntryId: try row.optionalText(6), eventTypeExitId: try row.optionalText(7),
        isActive: try row.truth(8), notifyOnEntry: try row.truth(9),
        notifyOnExit: try row.truth(10)), createdAt: try row.timestamp(11))
  }

  func storedValues() -> [SQLValue] {
    [
      .text(id), .text(syncStatus.rawValue), .text(content.name), .real(content.latitude),
      .real(content.longitude),
      .real(content.radius), SQLValue(content.eventTypeEntryId),
      SQLValue(content.eventTypeExitId),
      SQLValue(content.isActive), SQLValue(content.notifyOnEntry),
      SQLValue(content.notifyOnExit),
      SQLValue(createdAt),
    ]
  }
}
