/// A kind of event. Deleting it deletes its events and property definitions.
public struct EventType: SyncedEntity {
  /// A UUIDv7 in lower case, created on the device and also used by the server.
  public var id: String
  /// Whether the type agrees with the server's.
  public var syncStatus: SyncStatus
  /// The values that devices and the server share.
  public var content: EventTypeContent
  /// The time of its creation.
  public var createdAt: Timestamp

  /// Creates an event type.
  public init(
    id: String, syncStatus: SyncStatus = .pending, _ content: EventTypeContent, createdAt: Timestamp
  ) {
    self.id = id
    self.syncStatus = syncStatus
    self.content = content
    self.createdAt = createdAt
  }

  /// Creates a type from the server's row.
  public init(_ remote: APIEventType) {
    self.init(id: remote.id, syncStatus: .synced, remote.content, createdAt: remote.createdAt)
  }

  /// The type as a row of any kind.
  public var row: EntityRow { .eventType(self) }
}

/// The values of an event type that devices and the server share.
public struct EventTypeContent: EntityContent {
  /// Its name, unique among the types of a user.
  public var name: String
  /// The color as `#RRGGBB`.
  public var color: String
  /// The name of its symbol.
  public var icon: String

  /// Creates content; omitted values have their defaults.
  public init(name: String, color: String = "#007AFF", icon: String = "circle.fill") {
    self.name = name
    self.color = color
    self.icon = icon
  }

  /// The kind.
  public static var kind: EntityKind { .eventType }
  /// A type without a name.
  public static var empty: EventTypeContent { EventTypeContent(name: "") }

  /// Passes each field to a visitor. In a change, null leaves a field unchanged.
  public mutating func visit<Visitor: FieldVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    let isChange = visitor.form == .change
    try visitor.field("color", &color, absence: isChange ? .value(color) : .error)
    try visitor.field("icon", &icon, absence: isChange ? .value(icon) : .error)
    try visitor.field("name", &name, absence: isChange ? .value(name) : .error)
  }
}
