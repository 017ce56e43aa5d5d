/// A type that can read itself from a `WireReader`. This is faster than `Decodable` and yields the
/// same value.
public protocol WireReadable: Decodable {
  /// Reads the value; throws if it does not have the common form.
  init(reading reader: inout WireReader) throws(WireReader.Unexpected)
}

/// A type that can write itself to a `WireWriter`. This is faster than `Encodable` and yields the
/// same bytes.
public protocol WireWritable: Encodable {
  /// Writes the value; throws if it requires Foundation's encoder.
  func write(to writer: inout WireWriter) throws
}

extension WireReadable {
  /// The value; `nil` if the bytes do not have the common form.
  static func read(_ bytes: [UInt8]) -> Self? {
    var reader = WireReader(bytes)
    guard let value = try? Self(reading: &reader), reader.isAtEnd() else { return nil }
    return value
  }
}

extension WireWritable {
  /// The bytes; `nil` if the value requires Foundation's encoder.
  var written: [UInt8]? {
    var writer = WireWriter()
    guard (try? write(to: &writer)) != nil else { return nil }
    return writer.bytes
  }
}

/// Reads an object member by member, matching each name with a field.
private struct ReadingVisitor: FieldVisitor {
  let form: FieldForm
  var reader: WireReader
  /// The range of the current member's name; `nil` once its value was read, or after the last
  /// member.
  var name: Range<Int>?
  /// A bit for each field that was read, by its position in the list.
  private var read: UInt64 = 0
  private var place: UInt64 = 1

  init(_ reader: WireReader, form: FieldForm) {
    (self.reader, self.form) = (reader, form)
  }

  mutating func beginMember(_ name: Range<Int>?) {
    (self.name, place) = (name, 1)
  }

  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, absence: FieldAbsence<Value>
  ) throws(WireReader.Unexpected) {
    defer { place <<= 1 }
    guard let current = self.name else {
      // After the last member, every required field must have been read.
      if case .error = absence, isAtEnd, read & place == 0 { throw WireReader.Unexpected() }
      return
    }
    guard reader.holds(name, at: current) else { return }
    self.name = nil
    read |= place
    if case .value(let other) = absence, try reader.isNull() {
      value = other
    } else {
      value = Value(wrapping: try Value.Wrapped(reading: &reader))
    }
  }

  /// Whether all members were read.
  var isAtEnd = false
}

extension FieldList {
  /// Reads a form of the value; unknown members are skipped.
  init(reading reader: inout WireReader, as form: FieldForm) throws(WireReader.Unexpected) {
    self = .empty
    var visitor = ReadingVisitor(reader, form: form)
    try visitor.reader.beginObject()
    while let name = try visitor.reader.nextName() {
      visitor.beginMember(name)
      try visit(&visitor)
      if visitor.name != nil { try visitor.reader.skipUnknownValue(of: name) }
    }
    visitor.beginMember(nil)
    visitor.isAtEnd = true
    try visit(&visitor)
    reader = visitor.reader
  }
}

/// Writes fields in the order of the list.
struct WritingVisitor: FieldVisitor {
  let form = FieldForm.creation
  var writer = WireWriter(capacity: 0)
  /// The id, until it is written at its position.
  private var id: String?

  init(id: String) { self.id = id }

  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, absence: FieldAbsence<Value>
  ) throws {
    if (name.utf8Start[0], name.utf8Start[1]) > (UInt8(ascii: "i"), UInt8(ascii: "d")) { writeId() }
    guard let value = value.wrapped else { return }
    writer.key(name)
    try value.write(to: &writer)
  }

  mutating func writeId() {
    guard let id else { return }
    self.id = nil
    writer.key("id")
    writer.string(id)
  }
}
