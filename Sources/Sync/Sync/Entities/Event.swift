/// Something that happened, of a type, at a time.
public struct Event: Hashable, Sendable {
  /// UUIDv7 in lower case, made here and used on the server too.
  public var id: String
  /// Whether it agrees with the server.
  public var syncStatus: SyncStatus
  /// The id of its type; the type itself may not be here yet.
  public var eventTypeId: String?
  /// When it happened, or began.
  public var timestamp: Timestamp
  /// Free text.
  public var notes: String?
  /// Whether only the day counts.
  public var isAllDay: Bool
  /// When it ended.
  public var endDate: Timestamp?
  /// Where it came from.
  public var sourceType: EventSource
  /// Its id in the calendar it was imported from.
  public var externalId: String?
  /// Its title in that calendar.
  public var originalTitle: String?
  /// Its id in the device's calendar; never leaves the device.
  public var calendarEventId: String?
  /// The geofence that triggered it.
  public var geofenceId: String?
  /// Latitude in degrees.
  public var locationLatitude: Double?
  /// Longitude in degrees.
  public var locationLongitude: Double?
  /// Name of the place.
  public var locationName: String?
  /// Id of the health sample it was made from.
  public var healthKitSampleId: String?
  /// Category of that sample.
  public var healthKitCategory: String?
  /// Values of the type's properties, by key.
  public var properties: [String: PropertyValue]

  /// Creates it; what is not given has its default.
  public init(
    id: String, syncStatus: SyncStatus = .pending, eventTypeId: String? = nil, timestamp: Timestamp,
    notes: String? = nil, isAllDay: Bool = false, endDate: Timestamp? = nil,
    sourceType: EventSource = .manual, externalId: String? = nil, originalTitle: String? = nil,
    calendarEventId: String? = nil, geofenceId: String? = nil, locationLatitude: Double? = nil,
    locationLongitude: Double? = nil, locationName: String? = nil, healthKitSampleId: String? = nil,
    healthKitCategory: String? = nil, properties: [String: PropertyValue] = [:]
  ) {
    self.id = id
    self.syncStatus = syncStatus
    self.eventTypeId = eventTypeId
    self.timestamp = timestamp
    self.notes = notes
    self.isAllDay = isAllDay
    self.endDate = endDate
    self.sourceType = sourceType
    self.externalId = externalId
    self.originalTitle = originalTitle
    self.calendarEventId = calendarEventId
    self.geofenceId = geofenceId
    self.locationLatitude = locationLatitude
    self.locationLongitude = locationLongitude
    self.locationName = locationName
    self.healthKitSampleId = healthKitSampleId
    self.healthKitCategory = healthKitCategory
    self.properties = properties
  }
}
