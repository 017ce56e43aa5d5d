/// A geofence as the server sends it.
public struct APIGeofence: Hashable, Codable, Sendable {
  /// UUIDv7, as made by the client.
  public var id: String
  /// The account it belongs to.
  public var userId: String?
  /// Its name.
  public var name: String
  /// Latitude of the centre in degrees.
  public var latitude: Double
  /// Longitude of the centre in degrees.
  public var longitude: Double
  /// Radius in metres, 50 to 10,000.
  public var radius: Double
  /// Type of the event made on entering.
  public var eventTypeEntryId: String?
  /// Type of the event made on leaving.
  public var eventTypeExitId: String?
  /// Whether it is watched.
  public var isActive: Bool
  /// Whether entering is announced.
  public var notifyOnEntry: Bool
  /// Whether leaving is announced.
  public var notifyOnExit: Bool
  /// The device's name for the watched region.
  public var iosRegionIdentifier: String?
  /// When the server first saw it.
  public var createdAt: Timestamp
  /// When the server last changed it.
  public var updatedAt: Timestamp

  /// Creates it; what is not given has its default.
  public init(
    id: String, userId: String? = nil, name: String, latitude: Double, longitude: Double,
    radius: Double = 100, eventTypeEntryId: String? = nil, eventTypeExitId: String? = nil,
    isActive: Bool = true, notifyOnEntry: Bool = false, notifyOnExit: Bool = false,
    iosRegionIdentifier: String? = nil, createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    self.userId = userId
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
    self.eventTypeEntryId = eventTypeEntryId
    self.eventTypeExitId = eventTypeExitId
    self.isActive = isActive
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
    self.iosRegionIdentifier = iosRegionIdentifier
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case userId = "user_id"
    case name
    case latitude
    case longitude
    case radius
    case eventTypeEntryId = "event_type_entry_id"
    case eventTypeExitId = "event_type_exit_id"
    case isActive = "is_active"
    case notifyOnEntry = "notify_on_entry"
    case notifyOnExit = "notify_on_exit"
    case iosRegionIdentifier = "ios_region_identifier"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }

  /// Reads it; what is missing or null has its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    userId = try container.decodeIfPresent(String.self, forKey: .userId)
    name = try container.decode(String.self, forKey: .name)
    latitude = try container.decode(Double.self, forKey: .latitude)
    longitude = try container.decode(Double.self, forKey: .longitude)
    radius = try container.decodeIfPresent(Double.self, forKey: .radius) ?? 100
    eventTypeEntryId = try container.decodeIfPresent(String.self, forKey: .eventTypeEntryId)
    eventTypeExitId = try container.decodeIfPresent(String.self, forKey: .eventTypeExitId)
    isActive = try container.decodeIfPresent(Bool.self, forKey: .isActive) ?? true
    notifyOnEntry = try container.decodeIfPresent(Bool.self, forKey: .notifyOnEntry) ?? false
    notifyOnExit = try container.decodeIfPresent(Bool.self, forKey: .notifyOnExit) ?? false
    iosRegionIdentifier = try container.decodeIfPresent(String.self, forKey: .iosRegionIdentifier)
    createdAt = try container.decode(Timestamp.self, forKey: .createdAt)
    updatedAt = try container.decode(Timestamp.self, forKey: .updatedAt)
  }
}
