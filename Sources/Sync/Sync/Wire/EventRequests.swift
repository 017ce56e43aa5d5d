/// Body of `POST /events`, and an item of `POST /events/batch`.
public struct CreateEventRequest: Hashable, Codable, Sendable {
  /// UUIDv7, as made by the client.
  public var id: String
  /// The id of its type.
  public var eventTypeId: String
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
  /// The geofence that triggered it.
  public var geofenceId: String?
  /// Latitude in degrees.
  public var locationLatitude: Double?
  /// Longitude in degrees.
  public var locationLongitude: Double?
  /// Name of the place.
  public var locationName: String?
  /// Id of the health sample.
  public var healthKitSampleId: String?
  /// Category of that sample.
  public var healthKitCategory: String?
  /// Values of the type's properties, by key.
  public var properties: [String: PropertyValue]

  /// Creates it; what is not given has its default.
  public init(
    id: String, eventTypeId: String, timestamp: Timestamp, notes: String? = nil,
    isAllDay: Bool = false, endDate: Timestamp? = nil, sourceType: EventSource = .manual,
    externalId: String? = nil, originalTitle: String? = nil, geofenceId: String? = nil,
    locationLatitude: Double? = nil, locationLongitude: Double? = nil, locationName: String? = nil,
    healthKitSampleId: String? = nil, healthKitCategory: String? = nil,
    properties: [String: PropertyValue] = [:]
  ) {
    self.id = id
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

  private enum CodingKeys: String, CodingKey {
    case id
    case eventTypeId = "event_type_id"
    case timestamp
    case notes
    case isAllDay = "is_all_day"
    case endDate = "end_date"
    case sourceType = "source_type"
    case externalId = "external_id"
    case originalTitle = "original_title"
    case geofenceId = "geofence_id"
    case locationLatitude = "location_latitude"
    case locationLongitude = "location_longitude"
    case locationName = "location_name"
    case healthKitSampleId = "healthkit_sample_id"
    case healthKitCategory = "healthkit_category"
    case properties
  }

  /// Reads it; what is missing or null has its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    eventTypeId = try container.decode(String.self, forKey: .eventTypeId)
    timestamp = try container.decode(Timestamp.self, forKey: .timestamp)
    notes = try container.decodeIfPresent(String.self, forKey: .notes)
    isAllDay = try container.decodeIfPresent(Bool.self, forKey: .isAllDay) ?? false
    endDate = try container.decodeIfPresent(Timestamp.self, forKey: .endDate)
    sourceType = try container.decodeIfPresent(EventSource.self, forKey: .sourceType) ?? .manual
    externalId = try container.decodeIfPresent(String.self, forKey: .externalId)
    originalTitle = try container.decodeIfPresent(String.self, forKey: .originalTitle)
    geofenceId = try container.decodeIfPresent(String.self, forKey: .geofenceId)
    locationLatitude = try container.decodeIfPresent(Double.self, forKey: .locationLatitude)
    locationLongitude = try container.decodeIfPresent(Double.self, forKey: .locationLongitude)
    locationName = try container.decodeIfPresent(String.self, forKey: .locationName)
    healthKitSampleId = try container.decodeIfPresent(String.self, forKey: .healthKitSampleId)
    healthKitCategory = try container.decodeIfPresent(String.self, forKey: .healthKitCategory)
    properties =
      try container.decodeIfPresent([String: PropertyValue].self, forKey: .properties) ?? [:]
  }
}

/// Body of `PUT /events/{id}`: the fields that change, null for no value; the others stay.
public struct UpdateEventRequest: Hashable, Codable, Sendable {
  /// The id of its type.
  public var eventTypeId: String
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
  /// The geofence that triggered it.
  public var geofenceId: String?
  /// Latitude in degrees.
  public var locationLatitude: Double?
  /// Longitude in degrees.
  public var locationLongitude: Double?
  /// Name of the place.
  public var locationName: String?
  /// Id of the health sample.
  public var healthKitSampleId: String?
  /// Category of that sample.
  public var healthKitCategory: String?
  /// Values of the type's properties, by key.
  public var properties: [String: PropertyValue]

  /// The wire names of the fields that it changes; `nil` for all.
  public var changes: Set<String>?

  /// Creates it; what is not given has its default.
  public init(
    eventTypeId: String, timestamp: Timestamp, notes: String? = nil, isAllDay: Bool = false,
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

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case eventTypeId = "event_type_id"
    case timestamp
    case notes
    case isAllDay = "is_all_day"
    case endDate = "end_date"
    case sourceType = "source_type"
    case externalId = "external_id"
    case originalTitle = "original_title"
    case geofenceId = "geofence_id"
    case locationLatitude = "location_latitude"
    case locationLongitude = "location_longitude"
    case locationName = "location_name"
    case healthKitSampleId = "healthkit_sample_id"
    case healthKitCategory = "healthkit_category"
    case properties
  }

  /// Reads it; what is null has its default, and what is missing is not changed.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    changes = container.partialNames
    eventTypeId = try container.decode(String.self, forKey: .eventTypeId, orMissing: "")
    timestamp = try container.decode(
      Timestamp.self, forKey: .timestamp, orMissing: Timestamp(milliseconds: 0))
    notes = try container.decodeIfPresent(String.self, forKey: .notes)
    isAllDay = try container.decodeIfPresent(Bool.self, forKey: .isAllDay) ?? false
    endDate = try container.decodeIfPresent(Timestamp.self, forKey: .endDate)
    sourceType = try container.decodeIfPresent(EventSource.self, forKey: .sourceType) ?? .manual
    externalId = try container.decodeIfPresent(String.self, forKey: .externalId)
    originalTitle = try container.decodeIfPresent(String.self, forKey: .originalTitle)
    geofenceId = try container.decodeIfPresent(String.self, forKey: .geofenceId)
    locationLatitude = try container.decodeIfPresent(Double.self, forKey: .locationLatitude)
    locationLongitude = try container.decodeIfPresent(Double.self, forKey: .locationLongitude)
    locationName = try container.decodeIfPresent(String.self, forKey: .locationName)
    healthKitSampleId = try container.decodeIfPresent(String.self, forKey: .healthKitSampleId)
    healthKitCategory = try container.decodeIfPresent(String.self, forKey: .healthKitCategory)
    properties =
      try container.decodeIfPresent([String: PropertyValue].self, forKey: .properties) ?? [:]
  }

  /// Writes every key that it changes, null if there is no value, so that a cleared field clears.
  public func encode(to encoder: any Encoder) throws {
    var container = PartialEncodingContainer(encoder, keyedBy: CodingKeys.self, only: changes)
    try container.encode(eventTypeId, forKey: .eventTypeId)
    try container.encode(timestamp, forKey: .timestamp)
    try container.encode(notes, forKey: .notes)
    try container.encode(isAllDay, forKey: .isAllDay)
    try container.encode(endDate, forKey: .endDate)
    try container.encode(sourceType, forKey: .sourceType)
    try container.encode(externalId, forKey: .externalId)
    try container.encode(originalTitle, forKey: .originalTitle)
    try container.encode(geofenceId, forKey: .geofenceId)
    try container.encode(locationLatitude, forKey: .locationLatitude)
    try container.encode(locationLongitude, forKey: .locationLongitude)
    try container.encode(locationName, forKey: .locationName)
    try container.encode(healthKitSampleId, forKey: .healthKitSampleId)
    try container.encode(healthKitCategory, forKey: .healthKitCategory)
    try container.encode(properties, forKey: .properties)
  }
}

/// Body of `POST /events/batch`: 1 to 500 events.
public struct CreateEventsBatchRequest: Hashable, Codable, Sendable {
  /// The events, in order.
  public var events: [CreateEventRequest]

  /// Creates it; what is not given has its default.
  public init(
    events: [CreateEventRequest]
  ) {
    self.events = events
  }
}
