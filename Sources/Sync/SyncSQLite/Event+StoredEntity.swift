internal import SQLiteAccess
internal import Sync

extension Event: StoredEntity {
  static let statements = EntityStatements(
    kind,
    table: "events",
    columns: [
      "id", "sync_status", "event_type_id", "timestamp", "notes", "is_all_day", "end_date",
      "source_type", "external_id", "original_title", "calendar_event_id", "geofence_id",
      "location_latitude", "location_longitude", "location_name", "healthkit_sample_id",
      "healthkit_category", "properties",
    ])

  init(_ row: borrowing Row) throws {
    let properties = try row.text(17)
    self.init(
      id: try row.text(0), syncStatus: try row.named(1),
      calendarEventId: try row.optionalText(10),
      EventContent(
        eventTypeId: try row.optionalText(2),
        timestamp: try row.timestamp(3), notes: try row.optionalText(4), isAllDay: try row.truth(5),
        endDate: try row.optionalTimestamp(6), sourceType: try row.named(7),
        externalId: try row.optionalText(8), originalTitle: try row.optionalText(9),
        geofenceId: try row.optionalText(11),
        locationLatitude: try row.optionalReal(12), locationLongitude: try row.optionalReal(13),
        locationName: try row.optionalText(14), healthKitSampleId: try row.optionalText(15),
        healthKitCategory: try row.optionalText(16),
        properties: properties == "{}" ? [:] : try row.json([String: PropertyValue].self, 17)))
  }

  func storedValues() throws -> [SQLValue] {
    [
      .text(id), .text(syncStatus.rawValue), SQLValue(content.eventTypeId),
      SQLValue(content.timestamp),
      SQLValue(content.notes), SQLValue(content.isAllDay), SQLValue(content.endDate),
      .text(content.sourceType.rawValue),
      SQLValue(content.externalId), SQLValue(content.originalTitle),
      SQLValue(calendarEventId),
      SQLValue(content.geofenceId), SQLValue(content.locationLatitude),
      SQLValue(content.locationLongitude),
      SQLValue(content.locationName), SQLValue(content.healthKitSampleId),
      SQLValue(content.healthKitCategory),
      content.properties.isEmpty ? "{}" : try SQLValue(json: content.properties),
    ]
  }
}
