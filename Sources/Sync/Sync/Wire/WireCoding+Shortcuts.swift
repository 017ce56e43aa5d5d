/// A type that reads itself from a `WireReader`, quicker than through `Decodable` and to the same
/// value.
protocol WireReadable: Decodable {
  init(reading reader: inout WireReader) throws(WireReader.Unexpected)
}

/// A type that writes itself to a `WireWriter`, quicker than through `Encodable` and to the same
/// bytes.
protocol WireWritable: Encodable {
  func write(to writer: inout WireWriter) throws
}

extension WireReadable {
  /// The value, where the bytes are what is commonly sent.
  static func read(_ bytes: [UInt8]) -> Self? {
    var reader = WireReader(bytes)
    guard let value = try? Self(reading: &reader), reader.isAtEnd() else { return nil }
    return value
  }
}

extension WireWritable {
  /// The bytes, where nothing needs Foundation.
  var written: [UInt8]? {
    var writer = WireWriter()
    guard (try? write(to: &writer)) != nil else { return nil }
    return writer.bytes
  }
}

extension String: WireReadable, WireWritable {
  init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    self = try reader.string()
  }

  func write(to writer: inout WireWriter) throws {
    writer.string(self)
  }
}

extension Array: WireReadable where Element: WireReadable {
  init(reading reader: inout WireReader) throws(WireReader.Unexpected) {
    self = []
    try reader.beginArray()
    while try reader.hasElement() { append(try Element(reading: &reader)) }
  }
}

extension Array: WireWritable where Element: WireWritable {
  func write(to writer: inout WireWriter) throws {
    writer.beginArray()
    for element in self {
      writer.separate()
      try element.write(to: &writer)
    }
    writer.endArray()
  }
}

extension WireReader {
  mutating func optionalString() throws(Unexpected) -> String? {
    try isNull() ? nil : try string()
  }

  mutating func optionalNumber() throws(Unexpected) -> Double? {
    try isNull() ? nil : try number()
  }

  mutating func optionalTimestamp() throws(Unexpected) -> Timestamp? {
    try isNull() ? nil : try timestamp()
  }

  /// A value that is not among the common ones, by Foundation's decoder.
  mutating func value<Value: Decodable>(_ type: Value.Type) throws(Unexpected) -> Value {
    guard let value = try? WireCoding.decodeThoroughly(type, from: try rawValue()) else {
      throw Unexpected()
    }
    return value
  }

  /// An event's properties; null and nothing are none.
  mutating func properties() throws(Unexpected) -> [String: PropertyValue] {
    if try isNull() { return [:] }
    let raw = try rawValue()
    if raw == [0x7b, 0x7d] { return [:] }
    guard let value = try? WireCoding.decodeThoroughly([String: PropertyValue].self, from: raw)
    else { throw Unexpected() }
    return value
  }
}
