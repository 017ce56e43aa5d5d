/// Prints JSON without white space: equal values give equal bytes.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  static func bytes(_ value: JSON) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value)
    return writer.bytes
  }

  static func text(_ value: JSON) -> String {
    String(decoding: bytes(value), as: UTF8.self)
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: bytes += "null".utf8
    case .boolean(let truth): bytes += (truth ? "true" : "false").utf8
    case .number(let spelling): bytes += spelling.utf8
    case .string(let text): write(text)
    case .encoded(let text): bytes += text.utf8
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(member.name)
        bytes.append(UInt8(ascii: ":"))
        write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5c }) {
      writeEscaped(text)
    } else {
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func writeEscaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case 0x0a: bytes += "\\n".utf8
      case 0x0d: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += (digits.count == 1 ? "\\u000\(digits)" : "\\u00\(digits)").utf8
      default: bytes.append(byte)
      }
    }
  }
}
