/// A property that events of one type may have.
public struct PropertyDefinition: Hashable, Sendable {
  /// UUIDv7 in lower case, made here and used on the server too.
  public var id: String
  /// Whether it agrees with the server.
  public var syncStatus: SyncStatus
  /// The type it belongs to; never changes.
  public var eventTypeId: String
  /// Its key in an event's properties, unique within the type.
  public var key: String
  /// Its name for people.
  public var label: String
  /// The kind of its values.
  public var propertyType: PropertyType
  /// What can be chosen, for `select`.
  public var options: [String]
  /// The value of new events.
  public var defaultValue: JSONValue?
  /// Its place in a form.
  public var displayOrder: Int
  /// When it was made.
  public var createdAt: Timestamp
  /// When it was last changed.
  public var updatedAt: Timestamp

  /// Creates it; what is not given has its default.
  public init(
    id: String, syncStatus: SyncStatus = .pending, eventTypeId: String, key: String, label: String,
    propertyType: PropertyType = .text, options: [String] = [], defaultValue: JSONValue? = nil,
    displayOrder: Int = 0, createdAt: Timestamp, updatedAt: Timestamp
  ) {
    self.id = id
    self.syncStatus = syncStatus
    self.eventTypeId = eventTypeId
    self.key = key
    self.label = label
    self.propertyType = propertyType
    self.options = options
    self.defaultValue = defaultValue
    self.displayOrder = displayOrder
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
