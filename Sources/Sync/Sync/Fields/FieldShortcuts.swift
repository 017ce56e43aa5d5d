/// A type that reads itself from a `WireReader`, faster than through `Decodable` and to the same
/// value.
public protocol WireReadable: Decodable {
  /// Reads the value; throws for anything but the common form.
  init(reading reader: inout WireReader) throws(WireReader.Unexpected)
}

/// A type that writes itself to a `WireWriter`, faster than through `Encodable` and to the same
/// bytes.
public protocol WireWritable: Encodable {
  /// Writes the value; throws if only Foundation can.
  func write(to writer: inout WireWriter) throws
}

extension WireReadable {
  /// The value, if the bytes have the common form.
  static func read(_ bytes: [UInt8]) -> Self? {
    var reader = WireReader(bytes)
    guard let value = try? Self(reading: &reader), reader.isAtEnd() else { return nil }
    return value
  }
}

extension WireWritable {
  /// The bytes, if nothing needs Foundation.
  var written: [UInt8]? {
    var writer = WireWriter()
    guard (try? write(to: &writer)) != nil else { return nil }
    return writer.bytes
  }
}

/// Reads an object member by member: for each name, the field with that name.
private struct ReadingVisitor: FieldVisitor {
  let form: FieldForm
  var reader: WireReader
  /// The place of the current member's name; `nil` once its value was read, or after the last one.
  var name: Range<Int>?
  /// The places in the list of the fields that were read.
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
      // After the last member, every field that must be there was read.
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
  /// Reads a form of the value; members that it does not have are passed over.
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
  /// The id, until it was written in its place.
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
