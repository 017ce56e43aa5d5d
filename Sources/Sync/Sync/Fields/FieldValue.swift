/// The value of a field: a scalar, or an optional one.
public protocol FieldValue: Hashable, Sendable {
  /// The type of its non-null values on the wire.
  associatedtype Wrapped: FieldScalar
  /// Creates a non-null value.
  init(wrapping value: Wrapped)
  /// The value; `nil` if it is null.
  var wrapped: Wrapped? { get }
}

/// A value that is never null on the wire.
///
/// Frequent types have their own reading and writing code; the others use Foundation's coders.
public protocol FieldScalar: FieldValue, Codable, WireReadable, WireWritable where Wrapped == Self {
  /// The value as JSON.
  var json: JSONValue { get }
}

extension FieldScalar {
  /// Creates the value itself.
  public init(wrapping value: Self) { self = value }
  /// The value itself.
  public var wrapped: Self? { self }

  /// Reads the value with Foundation's decoder.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    self = try reader.value(Self.self)
  }

  /// Writes the value with Foundation's encoder.
  public func write(to writer: inout WireWriter) throws {
    writer.append(json: try WireCoding.encodeThoroughly(self))
  }

  /// The value as JSON; null for a number that JSON cannot represent.
  public var json: JSONValue {
    let bytes = try? WireCoding.encodeThoroughly(self)
    return bytes.flatMap { try? WireCoding.decodeThoroughly(JSONValue.self, from: $0) } ?? .null
  }
}

extension Optional: FieldValue where Wrapped: FieldScalar {
  /// Creates a non-null value.
  public init(wrapping value: Wrapped) { self = value }
  /// The value itself.
  public var wrapped: Wrapped? { self }
}

extension String: FieldScalar {
  /// Reads a text without escapes.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    self = try reader.string()
  }
  /// Writes the text.
  public func write(to writer: inout WireWriter) { writer.string(self) }
  /// The text as JSON.
  public var json: JSONValue { .text(self) }
}

extension Timestamp: FieldScalar {
  /// Reads an RFC 3339 string.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    self = try reader.timestamp()
  }
  /// Writes an RFC 3339 string.
  public func write(to writer: inout WireWriter) { writer.string(rfc3339) }
  /// The RFC 3339 string as JSON.
  public var json: JSONValue { .text(rfc3339) }
}

extension Bool: FieldScalar {
  /// Reads `true` or `false`.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    self = try reader.boolean()
  }
  /// Writes `true` or `false`.
  public func write(to writer: inout WireWriter) {
    writer.append(json: (self ? "true" : "false").utf8)
  }
  /// The value as JSON.
  public var json: JSONValue { .boolean(self) }
}

extension Double: FieldScalar {
  /// Reads a number without an exponent.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    self = try reader.number()
  }
  /// The number as JSON.
  public var json: JSONValue { .number(self) }
}

extension Int64: FieldScalar {
  /// Reads a whole number.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    self = try reader.integer()
  }
}

extension Int: FieldScalar {
  /// Reads a whole number.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    guard let value = Int(exactly: try reader.integer()) else { throw WireReader.Unexpected() }
    self = value
  }
}

extension OpenEnum {
  /// Reads a name.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    self.init(rawValue: try reader.string())
  }
  /// Writes the name.
  public func write(to writer: inout WireWriter) { writer.string(rawValue) }
  /// The name as JSON.
  public var json: JSONValue { .text(rawValue) }
}

extension JSONValue: FieldScalar {
  /// The value itself.
  public var json: JSONValue { self }
}

extension Array: FieldValue, FieldScalar where Element: FieldScalar {
  /// The type itself.
  public typealias Wrapped = Self
}

extension Array: WireReadable where Element: WireReadable {
  /// Reads a list.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    self = []
    try reader.beginArray()
    while try reader.hasElement() { append(try Element(reading: &reader)) }
  }
}

extension Array: WireWritable where Element: WireWritable {
  /// Writes a list.
  public func write(to writer: inout WireWriter) throws {
    writer.beginArray()
    for element in self {
      writer.separate()
      try element.write(to: &writer)
    }
    writer.endArray()
  }
}

extension Dictionary: FieldValue, FieldScalar, WireReadable, WireWritable
where Key == String, Value == PropertyValue {
  /// The type itself.
  public typealias Wrapped = Self

  /// Reads properties; most events have none.
  public init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    let bytes = try reader.rawValue()
    if bytes == [0x7b, 0x7d] {
      self = [:]
    } else if let value = try? WireCoding.decodeThoroughly(Self.self, from: bytes) {
      self = value
    } else {
      throw WireReader.Unexpected()
    }
  }

  /// Writes properties.
  public func write(to writer: inout WireWriter) throws {
    writer.append(json: isEmpty ? [0x7b, 0x7d] : try WireCoding.encodeThoroughly(self))
  }
}
