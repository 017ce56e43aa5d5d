/// Any JSON value.
///
/// Numbers are `number`, whole or not, so that 1 and 1.0 are equal before and after transmission.
/// Only a whole number that a `Double` cannot represent exactly is an `integer`.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A number.
  case number(Double)
  /// A whole number that a `Double` cannot represent exactly.
  case integer(Int64)
  /// A string.
  case text(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object([String: JSONValue])
}

extension JSONValue: Codable {
  /// Reads a value of any type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self), Int64(exactly: Double(value)) != value
    {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the value; a whole number has no fraction.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .number(let value):
      if let whole = Int64(exactly: value) {
        try container.encode(whole)
      } else {
        try container.encode(value)
      }
    case .integer(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
