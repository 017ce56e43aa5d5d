/// An event type as the server sends it.
public struct APIEventType: Hashable, Codable, Sendable {
  /// UUIDv7, as made by the client.
  public var id: String
  /// The account it belongs to.
  public var userId: String?
  /// Its name.
  public var name: String
  /// Colour as `#RRGGBB`.
  public var color: String
  /// Name of its symbol.
  public var icon: String
  /// When the server first saw it.
  public var createdAt: Timestamp
  /// When the server last changed it.
  public var updatedAt: Timestamp

  /// Creates it; what is not given has its default.
  public init(
    id: String, userId: String? = nil, name: String, color: String, icon: String,
    createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    self.userId = userId
    self.name = name
    self.color = color
    self.icon = icon
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case userId = "user_id"
    case name
    case color
    case icon
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}
