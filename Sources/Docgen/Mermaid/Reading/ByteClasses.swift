/// The meaning of `\s`, `\w` and `\b` in the real Mermaid's regular expressions, on UTF-8 bytes.
///
/// The grammars are regular expressions of JavaScript, whose classes differ from those of Swift:
/// `\w` is ASCII only, and `\s` includes the byte order mark. Bytes in place of characters keep the
/// lexers fast, and their offsets convert to columns.
enum ByteClasses {
  /// The number of bytes of a white-space character at `index`, as JavaScript's `\s` sees it; 0 for
  /// any other character. No-break space, byte order mark and line separators count.
  @inline(__always)
  static func whitespace(_ bytes: [UInt8], _ index: Int) -> Int {
    guard index < bytes.count else { return 0 }
    let byte = bytes[index]
    if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { return 1 }
    return byte < 0xC2 ? 0 : wideWhitespace(bytes, index)
  }

  private static func wideWhitespace(_ bytes: [UInt8], _ index: Int) -> Int {
    guard index + 1 < bytes.count else { return 0 }
    let (first, second) = (bytes[index], bytes[index + 1])
    if first == 0xC2 { return second == 0xA0 ? 2 : 0 }
    guard index + 2 < bytes.count else { return 0 }
    let third = bytes[index + 2]
    switch (first, second, third) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
      return 3
    default:
      return 0
    }
  }

  /// `\w`: ASCII letters, digits, underscore.
  @inline(__always)
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
