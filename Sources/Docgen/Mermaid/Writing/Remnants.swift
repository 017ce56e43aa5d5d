/// What directives and comments leave behind that stood within other text.
///
/// Mermaid takes them out before it reads, so that what stood around them comes together: `%%{`, a
/// tag whose quotes it would have changed, a word of C4. In labels and names such signs are coded.
/// Where no codes are read, in styles and in lines without an effect, they get a space, which changes
/// nothing: no style has such a value.
///
///     style A color:<%%{a}%%b="x"  ->  style A color:< b="x"
enum Remnants {
  static func harmless(_ text: String) -> String {
    var text = text.replacing(signs: "%%{", with: "% %{")
    if C4Words.occur(in: text) { text = C4Words.parted(text, by: " ") }
    return changesItsQuotes(text) ? OpenTag.separated(Array(text.utf8)) : text
  }

  /// Whether its own `>` or the next would change quotes of the text.
  static func changesItsQuotes(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "<")), text.contains(signs: "=\"") else {
      return false
    }
    let closed = Array(text.utf8) + [UInt8(ascii: ">")]
    var replaced = closed
    PreparedText.replaceQuotesInTags(&replaced)
    return replaced != closed
  }
}

extension StyleStatement {
  /// The value as it is written, which reads the same whatever stands behind it. A comment may have
  /// hidden the end of its line: white space before that is none of the value.
  var printedValue: String {
    let text = Remnants.harmless(value.source)
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return text }
    return String(text[...last])
  }
}
