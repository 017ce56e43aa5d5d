/// A circle on the map whose entering and leaving make events.
public struct Geofence: Hashable, Sendable {
  /// UUIDv7 in lower case, made here and used on the server too.
  public var id: String
  /// Whether it agrees with the server.
  public var syncStatus: SyncStatus
  /// Its name, unique for a user.
  public var name: String
  /// Latitude of the centre in degrees.
  public var latitude: Double
  /// Longitude of the centre in degrees.
  public var longitude: Double
  /// Radius in metres.
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
  /// When it was made.
  public var createdAt: Timestamp

  /// Creates it; what is not given has its default.
  public init(
    id: String, syncStatus: SyncStatus = .pending, name: String, latitude: Double,
    longitude: Double, radius: Double = 100, eventTypeEntryId: String? = nil,
    eventTypeExitId: String? = nil, isActive: Bool = true, notifyOnEntry: Bool = false,
    notifyOnExit: Bool = false, createdAt: Timestamp
  ) {
    self.id = id
    self.syncStatus = syncStatus
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    self.radius = radius
    self.eventTypeEntryId = eventTypeEntryId
    self.eventTypeExitId = eventTypeExitId
    self.isActive = isActive
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
    self.createdAt = createdAt
  }
}
