/// Writes JSON member by member, in the format of Foundation's encoder with sorted keys. The caller
/// writes members in alphabetical order.
///
///     writer.beginObject()
///     writer.key("id")
///     writer.string(id)
///     writer.endObject()
public struct WireWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  init(capacity: Int = 512) {
    bytes.reserveCapacity(capacity)
  }

  mutating func beginObject() { begin("{") }
  mutating func endObject() { end("}") }
  mutating func beginArray() { begin("[") }
  mutating func endArray() { end("]") }

  private mutating func begin(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  private mutating func end(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  /// Begins the next element of an array.
  mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Writes a name.
  mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// Writes a text, with JSON's escapes where necessary.
  mutating func string(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      if utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5c }) {
        for byte in utf8 { escape(byte) }
      } else {
        bytes.append(contentsOf: utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes += "\\\"".utf8
    case UInt8(ascii: "\\"): bytes += "\\\\".utf8
    case 0x08: bytes += "\\b".utf8
    case 0x0c: bytes += "\\f".utf8
    case 0x0a: bytes += "\\n".utf8
    case 0x0d: bytes += "\\r".utf8
    case 0x09: bytes += "\\t".utf8
    case 0..<0x10: bytes += "\\u000\(String(byte, radix: 16))".utf8
    case 0x10..<0x20: bytes += "\\u00\(String(byte, radix: 16))".utf8
    default: bytes.append(byte)
    }
  }

  /// Writes bytes that are already JSON.
  mutating func append(json: some Sequence<UInt8>) { bytes.append(contentsOf: json) }
}
