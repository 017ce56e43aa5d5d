/// An event as the server sends it. A missing optional has no value there.
public struct APIEvent: Hashable, Codable, Sendable {
  /// UUIDv7, as made by the client.
  public var id: String
  /// The account it belongs to.
  public var userId: String?
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
  /// When the server first saw it.
  public var createdAt: Timestamp
  /// When the server last changed it.
  public var updatedAt: Timestamp

  /// Creates it; what is not given has its default.
  public init(
    id: String, userId: String? = nil, eventTypeId: String, timestamp: Timestamp,
    notes: String? = nil, isAllDay: Bool = false, endDate: Timestamp? = nil,
    sourceType: EventSource = .manual, externalId: String? = nil, originalTitle: String? = nil,
    geofenceId: String? = nil, locationLatitude: Double? = nil, locationLongitude: Double? = nil,
    locationName: String? = nil, healthKitSampleId: String? = nil, healthKitCategory: String? = nil,
    properties: [String: PropertyValue] = [:], createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    self.userId = userId
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
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case userId = "user_id"
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
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }

  /// Reads it; what is missing or null has its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    userId = try container.decodeIfPresent(String.self, forKey: .userId)
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
    createdAt = try container.decode(Timestamp.self, forKey: .createdAt)
    updatedAt = try container.decode(Timestamp.self, forKey: .updatedAt)
  }
}
