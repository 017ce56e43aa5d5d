/// Answer to `POST /events/batch`, whether all (201), some (207) or none (400) were created.
public struct BatchCreateEventsResponse: FieldList, Codable, WireReadable {
  /// The events that exist now; one may be an older row with another id.
  public var created: [APIEvent]
  /// The refused items, with reasons.
  public var errors: [BatchItemError]
  /// How many were sent.
  public var total: Int
  /// How many were accepted.
  public var success: Int
  /// How many were refused.
  public var failed: Int

  /// Creates it; an omitted value has its default.
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

  /// An answer about no events.
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

  /// Reads it; a missing or null field has its default.
  public init(from decoder: any Decoder) throws { try self.init(from: decoder, as: .row) }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws { try encode(to: encoder, as: .row) }

  /// Reads it in its common form.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    try self.init(reading: &reader, as: .row)
  }
}

/// Why one item of a batch was refused.
public struct BatchItemError: FieldScalar {
  /// Its place in the request, from 0.
  public var index: Int
  /// The reason in words.
  public var message: String
  /// The reason by name, where the server gives one: `duplicate`.
  public var code: String?
  /// For a duplicate: the id of the existing entity, if the server gives it.
  public var existingId: String?

  /// Creates it; an omitted value has its default.
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
