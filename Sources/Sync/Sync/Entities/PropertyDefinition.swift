/// A property that events of one type may have.
public struct PropertyDefinition: SyncedEntity {
  /// UUIDv7 in lower case, made here and used on the server too.
  public var id: String
  /// Whether it agrees with the server.
  public var syncStatus: SyncStatus
  /// The values that devices and server share.
  public var content: PropertyDefinitionContent
  /// When it was made.
  public var createdAt: Timestamp
  /// When it was last changed.
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

  /// The definition as the server has it.
  public init(_ remote: APIPropertyDefinition) {
    self.init(
      id: remote.id, syncStatus: .synced, remote.content, createdAt: remote.createdAt,
      updatedAt: remote.updatedAt)
  }

  /// The definition as a row of any kind.
  public var row: EntityRow { .propertyDefinition(self) }
}

/// The values of a property definition that devices and server share.
public struct PropertyDefinitionContent: EntityContent {
  /// The type it belongs to; never changes.
  public var eventTypeId: String
  /// Its key in an event's properties, unique within the type.
  public var key: String
  /// Its name for people.
  public var label: String
  /// The kind of its values.
  public var propertyType: PropertyType
  /// The choices, for `select`.
  public var options: [String]
  /// The value of new events.
  public var defaultValue: JSONValue?
  /// Its place in a form.
  public var displayOrder: Int

  /// Creates it; an omitted value has its default.
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
    // On the wire, no options are null.
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
