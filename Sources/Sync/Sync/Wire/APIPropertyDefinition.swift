/// A property definition as the server sends it.
public struct APIPropertyDefinition: Hashable, Codable, Sendable {
  /// UUIDv7, as made by the client.
  public var id: String
  /// The id of its type.
  public var eventTypeId: String
  /// The account it belongs to.
  public var userId: String?
  /// Its key in an event's properties.
  public var key: String
  /// Its name for people.
  public var label: String
  /// The kind of its values.
  public var propertyType: PropertyType
  /// What can be chosen, for `select`.
  public var options: [String]?
  /// The value of new events.
  public var defaultValue: JSONValue?
  /// Its place in a form.
  public var displayOrder: Int
  /// When the server first saw it.
  public var createdAt: Timestamp
  /// When the server last changed it.
  public var updatedAt: Timestamp

  /// Creates it; what is not given has its default.
  public init(
    id: String, eventTypeId: String, userId: String? = nil, key: String, label: String,
    propertyType: PropertyType, options: [String]? = nil, defaultValue: JSONValue? = nil,
    displayOrder: Int = 0, createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    self.eventTypeId = eventTypeId
    self.userId = userId
    self.key = key
    self.label = label
    self.propertyType = propertyType
    self.options = options
    self.defaultValue = defaultValue
    self.displayOrder = displayOrder
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case eventTypeId = "event_type_id"
    case userId = "user_id"
    case key
    case label
    case propertyType = "property_type"
    case options
    case defaultValue = "default_value"
    case displayOrder = "display_order"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }

  /// Reads it; what is missing or null has its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    eventTypeId = try container.decode(String.self, forKey: .eventTypeId)
    userId = try container.decodeIfPresent(String.self, forKey: .userId)
    key = try container.decode(String.self, forKey: .key)
    label = try container.decode(String.self, forKey: .label)
    propertyType = try container.decode(PropertyType.self, forKey: .propertyType)
    options = try container.decodeIfPresent([String].self, forKey: .options)
    defaultValue = try container.decodeIfPresent(JSONValue.self, forKey: .defaultValue)
    displayOrder = try container.decodeIfPresent(Int.self, forKey: .displayOrder) ?? 0
    createdAt = try container.decode(Timestamp.self, forKey: .createdAt)
    updatedAt = try container.decode(Timestamp.self, forKey: .updatedAt)
  }
}
