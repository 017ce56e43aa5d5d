import JSON
internal import SQLiteAccess
internal import Sync

/// A field of an entity: its name on the wire and in its table, and its valid values.
struct Field: Sendable {
  /// The valid values of a field.
  enum Kind: Sendable {
    /// A text of at most `maximum` characters; with `isFilled`, it must not be blank.
    case text(maximum: Int, isFilled: Bool)
    /// One of these words.
    case choice([String])
    /// A time in RFC 3339 format; stored in milliseconds since 1970.
    case timestamp
    /// A number within these bounds.
    case number(ClosedRange<Double>)
    /// A whole number.
    case integer
    /// A Boolean.
    case boolean
    /// A list of texts.
    case strings
    /// Any value but null.
    case anything
    /// `{"key": {"type": "number", "value": 3}}`.
    case properties
    /// The identifier of an event type of the same user.
    case eventType
  }

  /// The meaning of a missing field on creation.
  enum Presence: Sendable {
    /// It must be present, and cannot be cleared.
    case required
    /// It may be missing, and null clears it.
    case optional
    /// If it is missing, it has this value; it cannot be cleared.
    case defaults(SQLValue)
  }

  let name: String
  let kind: Kind
  let presence: Presence
  /// Whether the field cannot be changed after creation.
  let isFixed: Bool

  init(_ name: String, _ kind: Kind, presence: Presence = .optional, isFixed: Bool = false) {
    self.name = name
    self.kind = kind
    self.presence = presence
    self.isFixed = isFixed
  }

  /// The type of its column, in SQL.
  var columnType: String {
    switch kind {
    case .timestamp, .integer, .boolean: "BIGINT"
    case .number: "DOUBLE PRECISION"
    case .text, .choice, .strings, .anything, .properties, .eventType: "TEXT"
    }
  }

  /// Converts a wire value to a stored value.
  ///
  /// - Throws: `FieldError` if the value is not valid for the field.
  func stored(_ value: JSON) throws(Problem.FieldError) -> SQLValue {
    switch (kind, value) {
    case (.text, .text(let text)) where text.unicodeScalars.contains("\0"),
      (.eventType, .text(let text)) where text.unicodeScalars.contains("\0"):
      // PostgreSQL stores no such text.
      throw refusal("contains the character U+0000")
    case (.text(let maximum, let isFilled), .text(let text)):
      guard text.count <= maximum else { throw refusal("has more than \(maximum) characters") }
      guard !isFilled || text.contains(where: { !$0.isWhitespace }) else {
        throw refusal("must not be empty")
      }
      return .text(text)
    case (.eventType, .text(let text)): return .text(text)
    case (.choice(let words), .text(let text)):
      guard words.contains(text) else {
        throw refusal("is '\(text)', not one of \(words.joined(separator: ", "))")
      }
      return .text(text)
    case (.timestamp, .text(let text)):
      guard let timestamp = Timestamp(rfc3339: text) else {
        throw refusal("is '\(text.prefix(40))', not a time as in 2026-03-01T08:15:30Z")
      }
      return .integer(timestamp.milliseconds)
    case (.number(let bounds), .number(let spelling)):
      guard let number = Double(spelling), bounds.contains(number) else {
        throw refusal("is \(spelling), not from \(bounds.lowerBound) to \(bounds.upperBound)")
      }
      return .real(number)
    case (.integer, .number(let spelling)):
      guard let number = Int64(spelling) ?? Double(spelling).flatMap(Int64.init(exactly:)) else {
        throw refusal("is \(spelling), not a whole number")
      }
      return .integer(number)
    case (.boolean, .boolean(let truth)): return SQLValue(truth)
    case (.strings, .array(let elements)):
      for case let element in elements {
        guard case .text = element else { throw refusal("holds \(element.kind), not a string") }
      }
      return .text(value.encoded)
    case (.anything, _): return .text(value.encoded)
    case (.properties, .object(let properties)):
      try check(properties)
      return .text(value.encoded)
    default: throw refusal("is \(value.kind), not \(expectation)")
    }
  }

  /// The value on the wire; `nil` for NULL and for an empty list or object, which are left out.
  func wire(_ stored: SQLValue) -> JSON? {
    switch (kind, stored) {
    case (_, .null): nil
    case (.timestamp, .integer(let number)): .text(Timestamp(milliseconds: number).rfc3339)
    case (.boolean, .integer(let number)): .boolean(number != 0)
    case (.strings, .text("[]")), (.properties, .text("{}")): nil
    case (.strings, .text(let text)), (.anything, .text(let text)), (.properties, .text(let text)):
      .encoded(text)
    case (_, .text(let text)): .text(text)
    case (_, .integer(let number)): .integer(number)
    case (_, .real(let number)): JSON(number)
    case (_, .blob): nil
    }
  }

  func refusal(_ message: String) -> Problem.FieldError {
    Problem.FieldError(field: name, message: message)
  }

  private func check(_ properties: JSONObject) throws(Problem.FieldError) {
    for member in properties.members {
      let (key, property) = (member.key, member.value)
      guard case .object(let content) = property else {
        throw refusal("has \(property.kind) for '\(key)', not an object with type and value")
      }
      guard case .text(let type)? = content["type"], propertyTypes.contains(type) else {
        let types = propertyTypes.joined(separator: ", ")
        throw refusal("has no type for '\(key)' out of \(types)")
      }
      guard content["value"] != nil else { throw refusal("has no value for '\(key)'") }
    }
  }

  private var expectation: String {
    switch kind {
    case .text, .choice, .eventType: "a string"
    case .timestamp: "a time as a string"
    case .number: "a number"
    case .integer: "a whole number"
    case .boolean: "true or false"
    case .strings: "an array of strings"
    case .anything: "a value"
    case .properties: "an object"
    }
  }
}

extension Problem.FieldError: Error {}

/// The kinds of property that an event may have.
let propertyTypes = ["text", "number", "boolean", "date", "select", "duration", "url", "email"]
