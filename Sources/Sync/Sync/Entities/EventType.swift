/// A kind of event. Deleting it deletes its events and property definitions.
public struct EventType: Hashable, Sendable {
  /// UUIDv7 in lower case, made here and used on the server too.
  public var id: String
  /// Whether it agrees with the server.
  public var syncStatus: SyncStatus
  /// Its name, unique for a user.
  public var name: String
  /// Colour as `#RRGGBB`.
  public var colorHex: String
  /// Name of its symbol.
  public var iconName: String
  /// When it was made.
  public var createdAt: Timestamp

  /// Creates it; what is not given has its default.
  public init(
    id: String, syncStatus: SyncStatus = .pending, name: String, colorHex: String = "#007AFF",
    iconName: String = "circle.fill", createdAt: Timestamp
  ) {
    self.id = id
    self.syncStatus = syncStatus
    self.name = name
    self.colorHex = colorHex
    self.iconName = iconName
    self.createdAt = createdAt
  }
}
