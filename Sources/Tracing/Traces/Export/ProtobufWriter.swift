/// Appends the fields of a protocol buffer message.
/// <https://protobuf.dev/programming-guides/encoding/>
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  /// A number in as few bytes as possible (wire type 0).
  mutating func field(_ number: Int, _ value: UInt64) {
    varint(UInt64(number) << 3)
    varint(value)
  }

  /// A number in eight bytes (wire type 1).
  mutating func fixed(_ number: Int, _ value: UInt64) {
    varint(UInt64(number) << 3 | 1)
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  /// Text (wire type 2).
  mutating func field(_ number: Int, _ text: String) { field(number, bytes: Array(text.utf8)) }

  /// A nested message (wire type 2).
  mutating func message(_ number: Int, _ write: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    write(&inner)
    field(number, bytes: inner.bytes)
  }

  private mutating func field(_ number: Int, bytes content: [UInt8]) {
    varint(UInt64(number) << 3 | 2)
    varint(UInt64(content.count))
    bytes += content
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
