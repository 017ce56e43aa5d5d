/// An event of some type at a point in time.
public struct Event: SyncedEntity {
  /// A UUIDv7 in lower case, created on the device and also used by the server.
  public var id: String
  /// Whether the event agrees with the server's.
  public var syncStatus: SyncStatus
  /// Its id in the device's calendar, which is never sent.
  public var calendarEventId: String?
  /// The values that devices and the server share.
  public var content: EventContent

  /// Creates an event.
  public init(
    id: String, syncStatus: SyncStatus = .pending, calendarEventId: String? = nil,
    _ content: EventContent
  ) {
    self.id = id
    self.syncStatus = syncStatus
    self.calendarEventId = calendarEventId
    self.content = content
  }

  /// Creates an event from the server's row.
  public init(_ remote: APIEvent) {
    self.init(id: remote.id, syncStatus: .synced, remote.content)
  }

  /// The event as a row of any kind.
  public var row: EntityRow { .event(self) }
}

/// The values of an event that devices and the server share.
public struct EventContent: EntityContent {
  /// The id of its type, which may not have been fetched yet. On the server, every event has a
  /// type.
  public var eventTypeId: String?
  /// The time of the event or of its beginning.
  public var timestamp: Timestamp
  /// Free text.
  public var notes: String?
  /// Whether only the day counts.
  public var isAllDay: Bool
  /// The time of its end.
  public var endDate: Timestamp?
  /// The origin of the event.
  public var sourceType: EventSource
  /// Its id in the calendar from which it was imported.
  public var externalId: String?
  /// Its title in that calendar.
  public var originalTitle: String?
  /// The geofence that triggered it.
  public var geofenceId: String?
  /// Latitude in degrees, -90 to 90.
  public var locationLatitude: Double?
  /// Longitude in degrees, -180 to 180.
  public var locationLongitude: Double?
  /// Name of the place.
  public var locationName: String?
  /// The id of the health sample from which it was created.
  public var healthKitSampleId: String?
  /// Category of that sample.
  public var healthKitCategory: String?
  /// Values of the type's properties, by key.
  public var properties: [String: PropertyValue]

  /// Creates content; omitted values have their defaults.
  public init(
    eventTypeId: String? = nil, timestamp: Timestamp, notes: String? = nil, isAllDay: Bool = false,
    endDate: Timestamp? = nil, sourceType: EventSource = .manual, externalId: String? = nil,
    originalTitle: String? = nil, geofenceId: String? = nil, locationLatitude: Double? = nil,
    locationLongitude: Double? = nil, locationName: String? = nil, healthKitSampleId: String? = nil,
    healthKitCategory: String? = nil, properties: [String: PropertyValue] = [:]
  ) {
    self.eventTypeId = eventTypeId
    self.timestamp = timestamp
    self.notes = notes
    self.isAllDay = isAllDay
    self.endDate = endDate
    self.sourceType = sourceType
    self.externalId = externalId
    self.originalTitle = originalTitle
    self.geofenceId = geofenceId
    self.locationLatitude = locationLatitude
    self.locationLongitude = locationLongitude
    self.locationName = locationName
    self.healthKitSampleId = healthKitSampleId
    self.healthKitCategory = healthKitCategory
    self.properties = properties
  }

  /// The kind.
  public static var kind: EntityKind { .event }
  /// An event without a type, at time 0.
  public static var empty: EventContent { EventContent(timestamp: Timestamp(milliseconds: 0)) }

  /// Passes each field to a visitor.
  public mutating func visit<Visitor: FieldVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    try visitor.field("end_date", &endDate, default: nil)
    try visitor.field("event_type_id", &eventTypeId)
    try visitor.field("external_id", &externalId, default: nil)
    try visitor.field("geofence_id", &geofenceId, default: nil)
    try visitor.field("healthkit_category", &healthKitCategory, default: nil)
    try visitor.field("healthkit_sample_id", &healthKitSampleId, default: nil)
    try visitor.field("is_all_day", &isAllDay, default: false)
    try visitor.field("location_latitude", &locationLatitude, default: nil)
    try visitor.field("location_longitude", &locationLongitude, default: nil)
    try visitor.field("location_name", &locationName, default: nil)
    try visitor.field("notes", &notes, default: nil)
    try visitor.field("original_title", &originalTitle, default: nil)
    try visitor.field("properties", &properties, default: [:])
    try visitor.field("source_type", &sourceType, default: .manual)
    try visitor.field("timestamp", &timestamp)
  }
}
