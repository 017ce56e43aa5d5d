/// Small steps that several models share.
enum ModelText {
  static func trimmed(_ text: String) -> String {
    let scanner = ByteScanner(Array(text.utf8))
    return String(
      decoding: scanner.bytes[scanner.trimmed(0..<scanner.bytes.count)], as: UTF8.self)
  }

  static func hasWhitespace(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.contains { ByteClasses.whitespace(bytes, $0) > 0 }
  }

  /// Line ends, with the white space at both ends of lines, become spaces.
  static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    return text.split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }.map { trimmed(String($0)) }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// `\n\s+` becomes `\n`.
  static func withoutIndents(_ text: String) -> String {
    guard text.utf8.contains(0x0A) else { return text }
    let scanner = ByteScanner(Array(text.utf8))
    var result: [UInt8] = []
    var index = 0
    while index < scanner.bytes.count {
      result.append(scanner.bytes[index])
      index += 1
      if result.last == 0x0A { index = scanner.skippingWhitespace(index) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The real data base removes one `;` from each style of a definition, and all from those of a
  /// direct style (`withoutSemicolons`).
  static func withoutFirstSemicolon(_ text: String) -> String {
    var bytes = marked(text)
    if let index = bytes.firstIndex(of: UInt8(ascii: ";")) { bytes.remove(at: index) }
    return trimmed(Entities.written(bytes[...]))
  }

  static func withoutSemicolons(_ text: String) -> String {
    trimmed(Entities.written(marked(text).filter { $0 != UInt8(ascii: ";") }[...]))
  }

  /// The `;` of an entity code is not marked.
  private static func marked(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    PreparedText.markEntities(&bytes)
    return bytes
  }
}
