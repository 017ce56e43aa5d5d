/// Body of `POST /geofences`.
public struct CreateGeofenceRequest: Hashable, Codable, Sendable {
  /// UUIDv7, as made by the client.
  public var id: String
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

  /// Creates it; what is not given has its default.
  public init(
    id: String, name: String, latitude: Double, longitude: Double, radius: Double = 100,
    eventTypeEntryId: String? = nil, eventTypeExitId: String? = nil, isActive: Bool = true,
    notifyOnEntry: Bool = false, notifyOnExit: Bool = false
  ) {
    self.id = id
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
    self.eventTypeEntryId = eventTypeEntryId
    self.eventTypeExitId = eventTypeExitId
    self.isActive = isActive
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case name
    case latitude
    case longitude
    case radius
    case eventTypeEntryId = "event_type_entry_id"
    case eventTypeExitId = "event_type_exit_id"
    case isActive = "is_active"
    case notifyOnEntry = "notify_on_entry"
    case notifyOnExit = "notify_on_exit"
  }

  /// Reads it; what is missing or null has its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    latitude = try container.decode(Double.self, forKey: .latitude)
    longitude = try container.decode(Double.self, forKey: .longitude)
    radius = try container.decodeIfPresent(Double.self, forKey: .radius) ?? 100
    eventTypeEntryId = try container.decodeIfPresent(String.self, forKey: .eventTypeEntryId)
    eventTypeExitId = try container.decodeIfPresent(String.self, forKey: .eventTypeExitId)
    isActive = try container.decodeIfPresent(Bool.self, forKey: .isActive) ?? true
    notifyOnEntry = try container.decodeIfPresent(Bool.self, forKey: .notifyOnEntry) ?? false
    notifyOnExit = try container.decodeIfPresent(Bool.self, forKey: .notifyOnExit) ?? false
  }
}

/// Body of `PUT /geofences/{id}`: the fields that change, null for no value; the others stay.
public struct UpdateGeofenceRequest: Hashable, Codable, Sendable {
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

  /// The wire names of the fields that it changes; `nil` for all.
  public var changes: Set<String>?

  /// Creates it; what is not given has its default.
  public init(
    name: String, latitude: Double, longitude: Double, radius: Double = 100,
    eventTypeEntryId: String? = nil, eventTypeExitId: String? = nil, isActive: Bool = true,
    notifyOnEntry: Bool = false, notifyOnExit: Bool = false, iosRegionIdentifier: String? = nil
  ) {
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
  }

  private enum CodingKeys: String, CodingKey, CaseIterable {
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
  }

  /// Reads it; what is null has its default, and what is missing is not changed.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    changes = container.partialNames
    name = try container.decode(String.self, forKey: .name, orMissing: "")
    latitude = try container.decode(Double.self, forKey: .latitude, orMissing: 0)
    longitude = try container.decode(Double.self, forKey: .longitude, orMissing: 0)
    radius = try container.decodeIfPresent(Double.self, forKey: .radius) ?? 100
    eventTypeEntryId = try container.decodeIfPresent(String.self, forKey: .eventTypeEntryId)
    eventTypeExitId = try container.decodeIfPresent(String.self, forKey: .eventTypeExitId)
    isActive = try container.decodeIfPresent(Bool.self, forKey: .isActive) ?? true
    notifyOnEntry = try container.decodeIfPresent(Bool.self, forKey: .notifyOnEntry) ?? false
    notifyOnExit = try container.decodeIfPresent(Bool.self, forKey: .notifyOnExit) ?? false
    iosRegionIdentifier = try container.decodeIfPresent(String.self, forKey: .iosRegionIdentifier)
  }

  /// Writes every key that it changes, null if there is no value, so that a cleared field clears.
  public func encode(to encoder: any Encoder) throws {
    var container = PartialEncodingContainer(encoder, keyedBy: CodingKeys.self, only: changes)
    try container.encode(name, forKey: .name)
    try container.encode(latitude, forKey: .latitude)
    try container.encode(longitude, forKey: .longitude)
    try container.encode(radius, forKey: .radius)
    try container.encode(eventTypeEntryId, forKey: .eventTypeEntryId)
    try container.encode(eventTypeExitId, forKey: .eventTypeExitId)
    try container.encode(isActive, forKey: .isActive)
    try container.encode(notifyOnEntry, forKey: .notifyOnEntry)
    try container.encode(notifyOnExit, forKey: .notifyOnExit)
    try container.encode(iosRegionIdentifier, forKey: .iosRegionIdentifier)
  }
}
