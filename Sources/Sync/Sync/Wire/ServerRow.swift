/// An event in the server's format.
public typealias APIEvent = ServerRow<EventContent>
/// An event type in the server's format.
public typealias APIEventType = ServerRow<EventTypeContent>
/// A geofence in the server's format.
public typealias APIGeofence = ServerRow<GeofenceContent>
/// A property definition in the server's format.
public typealias APIPropertyDefinition = ServerRow<PropertyDefinitionContent>

/// An entity in the server's format, which leaves out optional fields without a value.
public struct ServerRow<Content: EntityContent>: FieldList, FieldScalar, ContentHolder {
  /// A UUIDv7 created by the client.
  public var id: String
  /// The account of the entity.
  public var userId: String?
  /// The values that devices and the server share.
  public var content: Content
  /// The time at which the server received it.
  public var createdAt: Timestamp
  /// The time of its last change on the server.
  public var updatedAt: Timestamp

  /// Creates a row.
  public init(
    id: String, userId: String? = nil, _ content: Content, createdAt: Timestamp,
    updatedAt: Timestamp
  ) {
    self.id = id
    self.userId = userId
    self.content = content
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  /// A row without an id, at time 0.
  public static var empty: Self {
    let zero = Timestamp(milliseconds: 0)
    return Self(id: "", .empty, createdAt: zero, updatedAt: zero)
  }

  /// Passes each field to a visitor.
  public mutating func visit<Visitor: FieldVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    try visitor.field("id", &id)
    try visitor.field("user_id", &userId, default: nil)
    try content.visit(&visitor)
    try visitor.field("created_at", &createdAt)
    try visitor.field("updated_at", &updatedAt)
  }

  /// Reads a row; a missing or null field has its default.
  public init(from decoder: any Decoder) throws { try self.init(from: decoder, as: .row) }

  /// Writes a row, without missing values.
  public func encode(to encoder: any Encoder) throws { try encode(to: encoder, as: .row) }

  /// Reads a row in its common form.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    try self.init(reading: &reader, as: .row)
  }
}
