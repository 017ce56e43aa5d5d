/// The body of `POST /events`, and an item of `POST /events/batch`.
public typealias CreateEventRequest = CreateRequest<EventContent>
/// The body of `PUT /events/{id}`.
public typealias UpdateEventRequest = UpdateRequest<EventContent>
/// The body of `POST /event-types`.
public typealias CreateEventTypeRequest = CreateRequest<EventTypeContent>
/// The body of `PUT /event-types/{id}`.
public typealias UpdateEventTypeRequest = UpdateRequest<EventTypeContent>
/// The body of `POST /geofences`.
public typealias CreateGeofenceRequest = CreateRequest<GeofenceContent>
/// The body of `PUT /geofences/{id}`.
public typealias UpdateGeofenceRequest = UpdateRequest<GeofenceContent>
/// The body of `POST /event-types/{event_type_id}/properties`.
public typealias CreatePropertyDefinitionRequest = CreateRequest<PropertyDefinitionContent>
/// The body of `PUT /property-definitions/{id}`.
public typealias UpdatePropertyDefinitionRequest = UpdateRequest<PropertyDefinitionContent>

/// The body of a request that creates an entity.
public struct CreateRequest<Content: EntityContent>: FieldList, FieldScalar, ContentHolder {
  /// A UUIDv7 created by the client.
  public var id: String
  /// The values that devices and the server share.
  public var content: Content

  /// Creates a body.
  public init(id: String, _ content: Content) {
    self.id = id
    self.content = content
  }

  /// A body without an id.
  public static var empty: Self { Self(id: "", .empty) }

  /// Passes each field to a visitor.
  public mutating func visit<Visitor: FieldVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    try visitor.field("id", &id)
    try content.visit(&visitor)
  }

  /// Reads a body; a missing or null field has its default.
  public init(from decoder: any Decoder) throws { try self.init(from: decoder, as: .creation) }

  /// Writes a body, without missing values.
  public func encode(to encoder: any Encoder) throws { try encode(to: encoder, as: .creation) }

  /// Reads a body in the form that this library writes.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    try self.init(reading: &reader, as: .creation)
  }

  /// Writes a body.
  public func write(to writer: inout WireWriter) throws {
    var (copy, visitor) = (content, WritingVisitor(id: id))
    // Swapping avoids a copy: the bytes so far are those of up to 500 events.
    swap(&writer, &visitor.writer)
    defer { swap(&writer, &visitor.writer) }
    visitor.writer.beginObject()
    try copy.visit(&visitor)
    visitor.writeId()
    visitor.writer.endObject()
  }
}

/// The body of a request that changes an entity: the changed fields, null for a cleared one.
public struct UpdateRequest<Content: EntityContent>: Hashable, Codable, Sendable, ContentHolder {
  /// The values, including those of unchanged fields.
  public var content: Content
  /// The wire names of the changed fields; `nil` for all.
  public var changes: Set<String>?

  /// Creates a body that changes all fields.
  public init(_ content: Content) {
    self.content = content
  }

  /// Reads a body; a null field has its default, and a missing one is unchanged.
  public init(from decoder: any Decoder) throws {
    content = .empty
    var visitor = try DecodingVisitor(decoder, form: .change)
    try content.visit(&visitor)
    changes = visitor.partialNames
  }

  /// Writes every changed field; a cleared field is null.
  public func encode(to encoder: any Encoder) throws {
    var copy = content
    var visitor = EncodingVisitor(encoder, form: .change, only: changes)
    try copy.visit(&visitor)
  }
}

/// The body of `POST /events/batch`: 1 to 500 events.
public struct CreateEventsBatchRequest: Hashable, Codable, WireWritable, Sendable {
  /// The events, in order.
  public var events: [CreateEventRequest]

  /// Creates a body.
  public init(events: [CreateEventRequest]) {
    self.events = events
  }

  /// Writes a body.
  public func write(to writer: inout WireWriter) throws {
    writer.beginObject()
    writer.key("events")
    try events.write(to: &writer)
    writer.endObject()
  }
}
