/// The digest of a picture's subject, in the picture's file: a text chunk of a PNG, a comment of an
/// SVG.
enum PictureDigest {
  private static let word = Array("docgen:picture ".utf8)

  /// `nil` if the file has none.
  static func read(_ bytes: [UInt8]) -> String? {
    guard let range = bytes.firstRange(of: word) else { return nil }
    let digits = bytes[range.upperBound...].prefix { $0.isHexadecimal }
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }

  static func adding(_ digest: String, to bytes: [UInt8]) -> [UInt8] {
    let text = word + Array(digest.utf8)
    guard ImageFormat(of: bytes) == .png else {
      return bytes + Array("<!-- ".utf8) + text + Array(" -->\n".utf8)
    }
    // The last chunk, IEND, has 12 bytes and must stay the last one.
    return bytes.dropLast(12) + chunk("tEXt", Array("Comment\0".utf8) + text) + bytes.suffix(12)
  }

  /// Length, type, content and checksum; PNG specification, section 5.3.
  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return bigEndian(UInt32(content.count)) + body + bigEndian(checksum(body))
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The CRC-32 of ISO 3309.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { bits, _ in
        bits & 1 == 1 ? bits >> 1 ^ 0xEDB8_8320 : bits >> 1
      }
    }
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    (0x30...0x39).contains(self) || (0x61...0x66).contains(self)
  }
}
