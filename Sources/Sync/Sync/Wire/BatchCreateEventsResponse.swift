/// The response to `POST /events/batch`, whether all (201), some (207) or none (400) were created.
public struct BatchCreateEventsResponse: FieldList, Codable, WireReadable {
  /// The events that now exist; an event may be an older row with another id.
  public var created: [APIEvent]
  /// The refused items, with reasons.
  public var errors: [BatchItemError]
  /// The number of events in the request.
  public var total: Int
  /// The number of accepted events.
  public var success: Int
  /// The number of refused events.
  public var failed: Int

  /// Creates a response; omitted values have their defaults.
  public init(
    created: [APIEvent] = [], errors: [BatchItemError] = [], total: Int = 0, success: Int = 0,
    failed: Int = 0
  ) {
    self.created = created
    self.errors = errors
    self.total = total
    self.success = success
    self.failed = failed
  }

  /// A response without any events.
  public static var empty: Self { Self() }

  /// Passes each field to a visitor.
  public mutating func visit<Visitor: FieldVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    try visitor.field("created", &created, default: [])
    try visitor.field("errors", &errors, default: [])
    try visitor.field("failed", &failed, default: 0)
    try visitor.field("success", &success, default: 0)
    try visitor.field("total", &total, default: 0)
  }

  /// Reads the response; a missing or null field has its default.
  public init(from decoder: any Decoder) throws { try self.init(from: decoder, as: .row) }

  /// Writes the response.
  public func encode(to encoder: any Encoder) throws { try encode(to: encoder, as: .row) }

  /// Reads the response in its common form.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    try self.init(reading: &reader, as: .row)
  }
}

/// The reason why an item of a batch was refused.
public struct BatchItemError: FieldScalar {
  /// Its position in the request, from 0.
  public var index: Int
  /// The reason as a sentence.
  public var message: String
  /// The reason as a code, if the server sends one: `duplicate`.
  public var code: String?
  /// For a duplicate: the id of the existing entity, if the server sends it.
  public var existingId: String?

  /// Creates an error; omitted values have their defaults.
  public init(index: Int, message: String, code: String? = nil, existingId: String? = nil) {
    self.index = index
    self.message = message
    self.code = code
    self.existingId = existingId
  }

  private enum CodingKeys: String, CodingKey {
    case index
    case message
    case code
    case existingId = "existing_id"
  }
}
