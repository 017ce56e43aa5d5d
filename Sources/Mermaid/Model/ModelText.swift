/// Small steps that several models share.
enum ModelText {
  static func trimmed(_ text: String) -> String {
    let scanner = ByteScanner(Array(text.utf8))
    return String(
      decoding: scanner.bytes[scanner.trimmed(0..<scanner.bytes.count)], as: UTF8.self)
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

  static func withoutFirstSemicolon(_ text: String) -> String {
    var bytes = Array(text.utf8)
    if let index = bytes.firstIndex(of: UInt8(ascii: ";")) { bytes.remove(at: index) }
    return trimmed(String(decoding: bytes, as: UTF8.self))
  }

  static func withoutSemicolons(_ text: String) -> String {
    trimmed(String(decoding: text.utf8.filter { $0 != UInt8(ascii: ";") }, as: UTF8.self))
  }
}

/// The few things that a diagram's front matter says to this module.
enum FrontMatter {
  /// `title: …` at the outermost level.
  static func title(_ header: DiagramHeader) -> Label? {
    guard let matter = header.frontMatter else { return nil }
    for line in matter.text.split(separator: "\n") where line.hasPrefix("title:") {
      var text = ModelText.trimmed(String(line.dropFirst(6)))
      if text.count > 1, let quote = text.first, quote == text.last, quote == "\"" || quote == "'" {
        text = String(text.dropFirst().dropLast())
      }
      return text.isEmpty ? nil : Label(text, range: matter.range)
    }
    return nil
  }
}
