/// A property that events of one type may have.
public struct PropertyDefinition: SyncedEntity {
  /// A UUIDv7 in lower case, created on the device and also used by the server.
  public var id: String
  /// Whether the definition agrees with the server's.
  public var syncStatus: SyncStatus
  /// The values that devices and the server share.
  public var content: PropertyDefinitionContent
  /// The time of its creation.
  public var createdAt: Timestamp
  /// The time of its last change.
  public var updatedAt: Timestamp

  /// Creates a property definition.
  public init(
    id: String, syncStatus: SyncStatus = .pending, _ content: PropertyDefinitionContent,
    createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    self.syncStatus = syncStatus
    self.content = content
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// Creates a definition from the server's row.
  public init(_ remote: APIPropertyDefinition) {
    self.init(
      id: remote.id, syncStatus: .synced, remote.content, createdAt: remote.createdAt,
      updatedAt: remote.updatedAt)
  }

  /// The definition as a row of any kind.
  public var row: EntityRow { .propertyDefinition(self) }
}

/// The values of a property definition that devices and the server share.
public struct PropertyDefinitionContent: EntityContent {
  /// The event type of the definition, which never changes.
  public var eventTypeId: String
  /// Its key in an event's properties, unique within the type.
  public var key: String
  /// Its displayed name.
  public var label: String
  /// The type of its values.
  public var propertyType: PropertyType
  /// The choices, for `select`.
  public var options: [String]
  /// The default value for new events.
  public var defaultValue: JSONValue?
  /// Its position in a form.
  public var displayOrder: Int

  /// Creates content; omitted values have their defaults.
  public init(
    eventTypeId: String, key: String, label: String, propertyType: PropertyType = .text,
    options: [String] = [], defaultValue: JSONValue? = nil, displayOrder: Int = 0
  ) {
    self.eventTypeId = eventTypeId
    self.key = key
    self.label = label
    self.propertyType = propertyType
    self.options = options
    self.defaultValue = defaultValue
    self.displayOrder = displayOrder
  }

  /// The kind.
  public static var kind: EntityKind { .propertyDefinition }
  /// A definition without a type and a key.
  public static var empty: PropertyDefinitionContent {
    PropertyDefinitionContent(eventTypeId: "", key: "", label: "")
  }

  /// Passes each field to a visitor.
  public mutating func visit<Visitor: FieldVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    // On the wire, an empty list of options is null.
    var list = options.isEmpty ? nil : options
    try visitor.field("default_value", &defaultValue, default: nil)
    try visitor.field("display_order", &displayOrder, default: 0)
    if visitor.form == .row || visitor.form == .creation {
      try visitor.field("event_type_id", &eventTypeId)
    }
    try visitor.field("key", &key)
    try visitor.field("label", &label)
    try visitor.field("options", &list, default: nil)
    try visitor.field("property_type", &propertyType)
    options = list ?? []
  }
}
