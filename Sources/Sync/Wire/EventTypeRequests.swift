/// Body of `POST /event-types`.
public struct CreateEventTypeRequest: Hashable, Codable, Sendable {
  /// UUIDv7, as made by the client.
  public var id: String
  /// Its name.
  public var name: String
  /// Colour as `#RRGGBB`.
  public var color: String
  /// Name of its symbol.
  public var icon: String

  /// Creates it; what is not given has its default.
  public init(
    id: String, name: String, color: String, icon: String
  ) {
    self.id = id
    self.name = name
    self.color = color
    self.icon = icon
  }
}

/// Body of `PUT /event-types/{id}`; null leaves a field as it is.
public struct UpdateEventTypeRequest: Hashable, Codable, Sendable {
  /// Its name.
  public var name: String?
  /// Colour as `#RRGGBB`.
  public var color: String?
  /// Name of its symbol.
  public var icon: String?

  /// Creates it; what is not given has its default.
  public init(
    name: String?, color: String?, icon: String?
  ) {
    self.name = name
    self.color = color
    self.icon = icon
  }

  private enum CodingKeys: String, CodingKey {
    case name
    case color
    case icon
  }

  /// Writes every key, null where there is no value, so that a cleared field clears.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(color, forKey: .color)
    try container.encode(icon, forKey: .icon)
  }
}
