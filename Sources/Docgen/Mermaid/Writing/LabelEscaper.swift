/// Escapes a text for a place in a diagram: characters that would end or change it there become
/// entity codes.
///
///     LabelEscaper.stateLabel.escape("a; b")  ->  "a#59; b"
///
/// The same text needs different codes in different places: a `;` ends the label of a transition
/// and is harmless in a string. Each place has a value of this type with its rules. The aim is that
/// Mermaid shows exactly the given text, with as few codes as possible, so that diagrams remain
/// readable as text.
struct LabelEscaper {
  /// Characters that are always escaped.
  var escaped: String
  /// `::` and a colon at the end are escaped, other colons are not.
  var guardsColons = false
  /// Mermaid reads the text as Markdown.
  var isMarkdown = true
  /// A line that holds `direction LR` is a direction.
  var guardsDirections = false
  /// The next line may begin with `LR`.
  var guardsDirectionAtEnd = false
  /// `<br/>`, or an entity code if the place does not allow markup.
  var lineBreak = "<br/>"
  /// Prefixes with a special meaning.
  var guardedPrefixes: [String] = []
  /// One line of several, which Markdown would take for a list or a heading.
  var guardsLineStarts = false
  /// `[[fork]]` in a string after `state`.
  var guardsBrackets = false
  /// `->` is not escaped: Mermaid does not decode entity codes where it draws this text.
  var keepsArrows = false

  /// `A --> B: label`, `A: label`
  static let stateLabel = LabelEscaper(
    escaped: ";", guardsColons: true, guardsDirections: true, guardedPrefixes: [":"])
  /// `state "label" as A`
  static let stateString = LabelEscaper(escaped: "\"", guardsDirections: true, guardsBrackets: true)
  /// `note left of A : label`
  static let stateNote = LabelEscaper(escaped: ":;", guardsDirections: true)
  /// One line of a note that ends with `end note`.
  static let stateNoteLine = LabelEscaper(
    escaped: "", guardsDirections: true, guardedPrefixes: [":", "%%", "end note"],
    guardsLineStarts: true)
  /// Messages, notes, aliases, titles of blocks.
  static let sequence = LabelEscaper(
    escaped: "#;", isMarkdown: false, guardedPrefixes: ["wrap:", "nowrap:", ":wrap:", ":nowrap:"])
  /// The label of a relation.
  static let classLabel = LabelEscaper(escaped: ":;", guardsDirections: true)
  /// A string in double quotes.
  static let classString = LabelEscaper(escaped: "\"", guardsDirections: true)
  /// An accessibility title or description.
  static let description = LabelEscaper(
    escaped: "}", isMarkdown: false, guardsDirections: true, lineBreak: "#10;")

  /// The source of a label that was read, if it fits this place, and the escaped text otherwise.
  func escape(_ label: Label) -> String {
    label.range != nil && fits(label.source) ? label.source : escape(label.text)
  }

  private func fits(_ source: String) -> Bool {
    var bytes = Array(source.utf8)
    PreparedText.markEntities(&bytes)
    if bytes.contains(0x0A) || escaped.utf8.contains(where: bytes.contains) { return false }
    if guardsColons, bytes.last == UInt8(ascii: ":") { return false }
    if guardsDirectionAtEnd, Direction.endsWord(source) { return false }
    if guardsDirections, DirectionFinder.isDirection(source) { return false }
    return !isGuarded(source) && !C4Words.occur(in: source)
  }

  /// Line feeds become `lineBreak`, and a CRLF counts as one. White space at both ends is escaped,
  /// because Mermaid trims labels.
  func escape(_ text: String) -> String {
    guard needsWork(text) else { return text }
    let scalars = Array(text.unicodeScalars)
    let ends = trimmedEnds(scalars)
    let guarded = isGuarded(text)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if scalar == "\r", next == "\n" { continue }
      if scalar == "\n" {
        result += lineBreak
      } else if (index == 0 && guarded) || !ends.contains(index) || isEscaped(scalars, index) {
        result += Self.code(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private func isGuarded(_ text: String) -> Bool {
    guardedPrefixes.contains { text.lowercased().starts(withSigns: $0) }
  }

  static func code(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "#quot;"
    case "<": "#lt;"
    case ">": "#gt;"
    case "&": "#amp;"
    case "\0": "#65533;"
    default: "#\(scalar.value);"
    }
  }

  /// Plain ASCII words pass at once.
  private func needsWork(_ text: String) -> Bool {
    if !guardedPrefixes.isEmpty || guardsDirections { return true }
    return text.utf8.contains { byte in
      switch byte {
      // Words with a 4 may be those of C4.
      case 0x30...0x33, 0x35...0x39, 0x41...0x5A, 0x61...0x7A: false
      default: true
      }
    }
  }

  /// The range without white space at both ends, which is lost unless it is escaped.
  private func trimmedEnds(_ scalars: [Unicode.Scalar]) -> Range<Int> {
    var start = 0
    while start < scalars.count, scalars[start].properties.isWhitespace, scalars[start] != "\n" {
      start += 1
    }
    var end = scalars.count
    while end > start, scalars[end - 1].properties.isWhitespace, scalars[end - 1] != "\n" {
      end -= 1
    }
    return start..<end
  }
}

// MARK: - One scalar

extension LabelEscaper {
  private func isEscaped(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let scalar = scalars[index]
    if escaped.unicodeScalars.contains(scalar) { return true }
    let next = index + 1 < scalars.count ? scalars[index + 1] : nil
    let previous = index > 0 ? scalars[index - 1] : nil
    switch scalar {
    case ">" where keepsArrows && previous == "-":
      return false
    case ">":
      return !isComparison(scalars, index)
    case "<", "\0", "\r", "\u{2028}", "\u{2029}", "\u{85}", "\u{B}", "\u{C}", "\u{FB02}",
      "\u{B6}":
      return true
    case "&":
      return next.map { $0 == "#" || Self.isWord($0) } ?? false
    case "#":
      return isEntity(scalars, index)
    case ":" where guardsColons:
      return next == nil || next == ":" || next == "\n" || previous == ":"
        || MarkdownCharacters.isEscaped(scalars, index, guardsLineStarts: false)
    case "\\":
      return next == "n"
        || (isMarkdown && MarkdownCharacters.isEscaped(scalars, index, guardsLineStarts: false))
    case "%":
      return next == "%" || previous == "%"
    case "$":
      return next == "$" || previous == "$"
    case "[" where guardsBrackets:
      return next == "["
    case "C":
      return next == "4" && C4Words.start(scalars[index...])
    case "d" where guardsDirections, "D" where guardsDirections:
      return isDirection(scalars, index)
    default:
      return isMarkdown
        && MarkdownCharacters.isEscaped(scalars, index, guardsLineStarts: guardsLineStarts)
    }
  }

  /// `n > 0`: with blanks around it and no `<` before it, it ends neither a tag nor an arrow.
  private func isComparison(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard index > 0, index + 1 < scalars.count, scalars[index - 1] == " ",
      scalars[index + 1] == " " || scalars[index + 1] == "="
    else { return false }
    return !scalars[..<index].contains("<")
  }

  /// `#word;`, as Mermaid finds entity codes.
  private func isEntity(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    var end = index + 1
    while end < scalars.count, Self.isWord(scalars[end]) { end += 1 }
    return end > index + 1 && end < scalars.count && scalars[end] == ";"
  }

  private func isDirection(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let word = "direction".unicodeScalars
    guard index + 9 <= scalars.count,
      zip(scalars[index...], word).allSatisfy({ $0.properties.lowercaseMapping == String($1) })
    else { return false }
    var end = index + 9
    while end < scalars.count, scalars[end].properties.isWhitespace { end += 1 }
    if guardsDirectionAtEnd, end == scalars.count { return true }
    guard end > index + 9, end + 2 <= scalars.count else { return false }
    let value = String(String.UnicodeScalarView(scalars[end..<end + 2])).uppercased()
    return Direction(rawValue: value) != nil
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && ByteClasses.isWord(UInt8(scalar.value))
  }
}

/// The characters that Mermaid's Markdown would take for markup. It knows emphasis, escapes and, line
/// by line, paragraphs.
enum MarkdownCharacters {
  static func isEscaped(_ scalars: [Unicode.Scalar], _ index: Int, guardsLineStarts: Bool) -> Bool {
    let next = index + 1 < scalars.count ? scalars[index + 1] : nil
    let previous = index > 0 ? scalars[index - 1] : nil
    switch scalars[index] {
    case "*":
      return !(isSpace(previous) && isSpace(next)) || (previous == nil && guardsLineStarts)
    case "_":
      return !(isAlphanumeric(previous) && isAlphanumeric(next))
    case "\\":
      return next.map { $0 == "\n" || ($0.isASCII && !isAlphanumeric($0) && !isSpace($0)) } ?? false
    case ":":
      return startsIcon(scalars, index)
    case "-", "+", "=", "#", "`", "~", "|":
      return previous == nil && guardsLineStarts
    case ".", ")":
      return guardsLineStarts && isOrdinal(scalars, index) && isSpace(next)
    default:
      return false
    }
  }

  /// `fa:fa-car` is an icon.
  private static func startsIcon(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    index + 3 < scalars.count && scalars[index + 1] == "f" && scalars[index + 2] == "a"
      && scalars[index + 3] == "-"
  }

  /// `1.` at the start of a line.
  private static func isOrdinal(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    index > 0 && scalars[..<index].allSatisfy { ("0"..."9").contains($0) }
  }

  private static func isSpace(_ scalar: Unicode.Scalar?) -> Bool {
    scalar?.properties.isWhitespace ?? true
  }

  private static func isAlphanumeric(_ scalar: Unicode.Scalar?) -> Bool {
    guard let properties = scalar?.properties else { return false }
    return properties.isAlphabetic || properties.numericType != nil
  }
}
