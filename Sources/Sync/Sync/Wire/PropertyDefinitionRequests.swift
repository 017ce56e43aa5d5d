/// Body of `POST /event-types/{event_type_id}/properties`.
public struct CreatePropertyDefinitionRequest: Hashable, Codable, Sendable {
  /// UUIDv7, as made by the client.
  public var id: String
  /// The id of its type.
  public var eventTypeId: String
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

  /// Creates it; what is not given has its default.
  public init(
    id: String, eventTypeId: String, key: String, label: String, propertyType: PropertyType,
    options: [String]? = nil, defaultValue: JSONValue? = nil, displayOrder: Int = 0
  ) {
    self.id = id
    self.eventTypeId = eventTypeId
    self.key = key
    self.label = label
    self.propertyType = propertyType
    self.options = options
    self.defaultValue = defaultValue
    self.displayOrder = displayOrder
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case eventTypeId = "event_type_id"
    case key
    case label
    case propertyType = "property_type"
    case options
    case defaultValue = "default_value"
    case displayOrder = "display_order"
  }

  /// Reads it; what is missing or null has its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    eventTypeId = try container.decode(String.self, forKey: .eventTypeId)
    key = try container.decode(String.self, forKey: .key)
    label = try container.decode(String.self, forKey: .label)
    propertyType = try container.decode(PropertyType.self, forKey: .propertyType)
    options = try container.decodeIfPresent([String].self, forKey: .options)
    defaultValue = try container.decodeIfPresent(JSONValue.self, forKey: .defaultValue)
    displayOrder = try container.decodeIfPresent(Int.self, forKey: .displayOrder) ?? 0
  }
}

/// Body of `PUT /property-definitions/{id}`: the fields that change, null for no value; the others
/// stay.
public struct UpdatePropertyDefinitionRequest: Hashable, Codable, Sendable {
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

  /// The wire names of the fields that it changes; `nil` for all.
  public var changes: Set<String>?

  /// Creates it; what is not given has its default.
  public init(
    key: String, label: String, propertyType: PropertyType, options: [String]? = nil,
    defaultValue: JSONValue? = nil, displayOrder: Int = 0
  ) {
    self.key = key
    self.label = label
    self.propertyType = propertyType
    self.options = options
    self.defaultValue = defaultValue
    self.displayOrder = displayOrder
  }

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case key
    case label
    case propertyType = "property_type"
    case options
    case defaultValue = "default_value"
    case displayOrder = "display_order"
  }

  /// Reads it; what is null has its default, and what is missing is not changed.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    changes = container.partialNames
    key = try container.decode(String.self, forKey: .key, orMissing: "")
    label = try container.decode(String.self, forKey: .label, orMissing: "")
    propertyType = try container.decode(PropertyType.self, forKey: .propertyType, orMissing: .text)
    options = try container.decodeIfPresent([String].self, forKey: .options)
    defaultValue = try container.decodeIfPresent(JSONValue.self, forKey: .defaultValue)
    displayOrder = try container.decodeIfPresent(Int.self, forKey: .displayOrder) ?? 0
  }

  /// Writes every key that it changes, null if there is no value, so that a cleared field clears.
  public func encode(to encoder: any Encoder) throws {
    var container = PartialEncodingContainer(encoder, keyedBy: CodingKeys.self, only: changes)
    try container.encode(key, forKey: .key)
    try container.encode(label, forKey: .label)
    try container.encode(propertyType, forKey: .propertyType)
    try container.encode(options, forKey: .options)
    try container.encode(defaultValue, forKey: .defaultValue)
    try container.encode(displayOrder, forKey: .displayOrder)
  }
}
