/// A circle on the map; entering or leaving it creates events.
public struct Geofence: SyncedEntity {
  /// A UUIDv7 in lower case, created on the device and also used by the server.
  public var id: String
  /// Whether the geofence agrees with the server's.
  public var syncStatus: SyncStatus
  /// The values that devices and the server share.
  public var content: GeofenceContent
  /// The time of its creation.
  public var createdAt: Timestamp

  /// Creates a geofence.
  public init(
    id: String, syncStatus: SyncStatus = .pending, _ content: GeofenceContent, createdAt: Timestamp
  ) {
    self.id = id
    self.syncStatus = syncStatus
    self.content = content
    self.createdAt = createdAt
  }

  /// Creates a geofence from the server's row. On the device, its id identifies the region.
  public init(_ remote: APIGeofence) {
    self.init(id: remote.id, syncStatus: .synced, remote.content, createdAt: remote.createdAt)
    content.iosRegionIdentifier = nil
  }

  /// The geofence as a row of any kind.
  public var row: EntityRow { .geofence(self) }
}

/// The values of a geofence that devices and the server share.
public struct GeofenceContent: EntityContent {
  /// Its name, unique among the geofences of a user.
  public var name: String
  /// Latitude of the center in degrees, -90 to 90.
  public var latitude: Double
  /// Longitude of the center in degrees, -180 to 180.
  public var longitude: Double
  /// Radius in meters, 50 to 10,000.
  public var radius: Double
  /// The type of the event created on entering.
  public var eventTypeEntryId: String?
  /// The type of the event created on leaving.
  public var eventTypeExitId: String?
  /// Whether the device monitors it.
  public var isActive: Bool
  /// Whether the user is notified on entering.
  public var notifyOnEntry: Bool
  /// Whether the user is notified on leaving.
  public var notifyOnExit: Bool
  /// The device's name for the monitored region. Devices do not store it.
  public var iosRegionIdentifier: String?

  /// Creates content; omitted values have their defaults.
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

  /// The kind.
  public static var kind: EntityKind { .geofence }
  /// A geofence without a name, at latitude and longitude 0.
  public static var empty: GeofenceContent { GeofenceContent(name: "", latitude: 0, longitude: 0) }

  /// Passes each field to a visitor.
  public mutating func visit<Visitor: FieldVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    try visitor.field("event_type_entry_id", &eventTypeEntryId, default: nil)
    try visitor.field("event_type_exit_id", &eventTypeExitId, default: nil)
    if visitor.form == .row || visitor.form == .change {
      try visitor.field("ios_region_identifier", &iosRegionIdentifier, default: nil)
    }
    try visitor.field("is_active", &isActive, default: true)
    try visitor.field("latitude", &latitude)
    try visitor.field("longitude", &longitude)
    try visitor.field("name", &name)
    try visitor.field("notify_on_entry", &notifyOnEntry, default: false)
    try visitor.field("notify_on_exit", &notifyOnExit, default: false)
    try visitor.field("radius", &radius, default: 100)
  }
}
