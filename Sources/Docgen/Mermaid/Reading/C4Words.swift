import Diagnostics

/// The words that turn a text into a C4 diagram for Mermaid, anywhere outside of its comments.
///
///     classDiagram
///       class C4Component     refused, as a C4 diagram
///
/// Mermaid's detector of C4 is `/^\s*C4Context|C4Container|C4Component|C4Dynamic|C4Deployment/`:
/// `^` belongs to the first word alone, and the detector runs before those of the other diagrams.
enum C4Words {
  private static let words: [StaticString] = [
    "C4Container", "C4Component", "C4Dynamic", "C4Deployment",
  ]

  /// The range of the first such word in a text without comment lines and with an added line feed.
  static func first(in bytes: [UInt8]) -> Range<Int>? {
    let scanner = ByteScanner(bytes)
    var index = 1
    while index < bytes.count, let digit = bytes[index...].firstIndex(of: UInt8(ascii: "4")) {
      index = digit + 1
      guard let word = words.first(where: { scanner.starts($0, at: digit - 1) }) else { continue }
      guard let end = endOfComment(around: digit - 1, scanner) else {
        return digit - 1..<digit - 1 + word.utf8CodeUnitCount
      }
      index = end
    }
    return nil
  }

  static func occur(in text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "4")) && first(in: Array(text.utf8) + [0x0A]) != nil
  }

  /// Whether such a word begins at the start of the scalars.
  static func start(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    words.contains { word in
      word.withUTF8Buffer { bytes in
        scalars.count >= bytes.count && zip(scalars, bytes).allSatisfy { $0.value == UInt32($1) }
      }
    }
  }

  /// The detector sees the text without `\s*%%.*\n`, wherever `%%` occurs in a line. If a word
  /// follows `%%` on its line, this is the offset of the line feed.
  private static func endOfComment(around word: Int, _ scanner: ByteScanner) -> Int? {
    var end = word
    while !scanner.endsLine(end) { end += 1 }
    // The line feed that is added to each text comes later.
    guard scanner.byte(end) == 0x0A, end + 1 < scanner.bytes.count else { return nil }
    var index = word
    while index > 0, !scanner.endsLine(index - 1) {
      index -= 1
      if scanner.starts("%%", at: index) { return end }
    }
    return nil
  }

  /// At most one error: all others have the same cause.
  static func errors(_ prepared: PreparedText, _ map: PositionMap) -> [MermaidError] {
    guard let word = first(in: prepared.bytes) else { return [] }
    var map = map
    let text = String(decoding: prepared.bytes[word], as: UTF8.self)
    let error = MermaidError(
      "`\(text)` makes Mermaid read the text as a C4 diagram and reject it; in a label, "
        + "`\(LabelEscaper.sequence.escape(text))` shows the same",
      at: map.range(word), token: text, expected: ["another name"])
    return [error]
  }
}

extension ByteScanner {
  /// Whether `.` of a regular expression stops here: at a line feed, or one of U+2028 and U+2029.
  fileprivate func endsLine(_ offset: Int) -> Bool {
    switch byte(offset) {
    case 0x0A, 0x0D: true
    case 0xE2: starts("\u{2028}", at: offset) || starts("\u{2029}", at: offset)
    case 0: offset >= bytes.count
    default: false
    }
  }
}
