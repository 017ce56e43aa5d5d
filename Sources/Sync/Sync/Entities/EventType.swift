/// A kind of event. Deleting it deletes its events and property definitions.
public struct EventType: SyncedEntity {
  /// UUIDv7 in lower case, made here and used on the server too.
  public var id: String
  /// Whether it agrees with the server.
  public var syncStatus: SyncStatus
  /// The values that devices and server share.
  public var content: EventTypeContent
  /// When it was made.
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

  /// The type as the server has it.
  public init(_ remote: APIEventType) {
    self.init(id: remote.id, syncStatus: .synced, remote.content, createdAt: remote.createdAt)
  }

  /// The type as a row of any kind.
  public var row: EntityRow { .eventType(self) }
}

/// The values of an event type that devices and server share.
public struct EventTypeContent: EntityContent {
  /// Its name, unique for a user.
  public var name: String
  /// Color as `#RRGGBB`.
  public var color: String
  /// Name of its symbol.
  public var icon: String

  /// Creates it; an omitted value has its default.
  public init(name: String, color: String = "#007AFF", icon: String = "circle.fill") {
    self.name = name
    self.color = color
    self.icon = icon
  }

  /// The kind.
  public static var kind: EntityKind { .eventType }
  /// A type without a name.
  public static var empty: EventTypeContent { EventTypeContent(name: "") }

  /// Passes each field to a visitor. A field that is null in a change stays.
  public mutating func visit<Visitor: FieldVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    let isChange = visitor.form == .change
    try visitor.field("color", &color, absence: isChange ? .value(color) : .error)
    try visitor.field("icon", &icon, absence: isChange ? .value(icon) : .error)
    try visitor.field("name", &name, absence: isChange ? .value(name) : .error)
  }
}
