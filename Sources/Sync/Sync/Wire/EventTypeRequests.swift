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

/// Body of `PUT /event-types/{id}`: the fields that change; the others stay, and so do those that
/// are null.
public struct UpdateEventTypeRequest: Hashable, Codable, Sendable {
  /// Its name.
  public var name: String?
  /// Colour as `#RRGGBB`.
  public var color: String?
  /// Name of its symbol.
  public var icon: String?

  /// The wire names of the fields that it changes; `nil` for all.
  public var changes: Set<String>?

  /// Creates it; what is not given has its default.
  public init(
    name: String?, color: String?, icon: String?
  ) {
    self.name = name
    self.color = color
    self.icon = icon
  }

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case name
    case color
    case icon
  }

  /// Reads it; what is missing is not changed.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    changes = container.partialNames
    name = try container.decodeIfPresent(String.self, forKey: .name)
    color = try container.decodeIfPresent(String.self, forKey: .color)
    icon = try container.decodeIfPresent(String.self, forKey: .icon)
  }

  /// Writes every key that it changes, null if there is no value, so that a cleared field clears.
  public func encode(to encoder: any Encoder) throws {
    var container = PartialEncodingContainer(encoder, keyedBy: CodingKeys.self, only: changes)
    try container.encode(name, forKey: .name)
    try container.encode(color, forKey: .color)
    try container.encode(icon, forKey: .icon)
  }
}
