/// The escaping of a value by `{{name}}`; `{{{name}}}` and `{{&name}}` show it unescaped.
///
/// | policy      | `.string`                        | `.markdown`              | `.code`     |
/// |-------------|----------------------------------|--------------------------|-------------|
/// | `tableCell` | Markdown and `\|` escaped, one line | `\|` escaped, one line | a code span |
/// | `text`      | Markdown escaped                 | unchanged                | a code span |
/// | `html`      | `& < > "` as entities            | unchanged                | as `string` |
/// | `none`      | unchanged                        | unchanged                | unchanged   |
///
/// In a table cell a line break becomes a space and a blank line `<br>`, so that a row remains one
/// line.
package enum TemplateEscaping: Hashable, Sendable {
  /// The default, since most of docgen's templates are tables.
  case tableCell
  /// For running text.
  case text
  /// As in the Mustache specification.
  case html
  case none

  /// A list of values is escaped one by one and joined with commas. Dictionaries and `null` show
  /// nothing.
  func apply(_ value: TemplateValue) -> String {
    switch (self, value) {
    case (_, .list(let values)): values.map(apply).joined(separator: ", ")
    case (.tableCell, .string(let text)): Self.oneLine(Self.literal(text)).escapingPipes
    case (.tableCell, .markdown(let text)): Self.oneLine(text).escapingPipes
    case (.tableCell, .code(let text)): Self.codeSpan(Self.oneLine(text)).escapingPipes
    case (.text, .string(let text)): Self.literal(text, atLineStarts: true)
    case (.text, .code(let text)): Self.codeSpan(text)
    case (.html, .string(let text)), (.html, .code(let text)): Self.entities(text)
    default: Self.raw(value)
    }
  }

  /// A value without any escaping.
  static func raw(_ value: TemplateValue) -> String {
    switch value {
    case .string(let text), .markdown(let text), .code(let text): return text
    case .integer(let number): return String(number)
    case .number(let number):
      let whole = Int(exactly: number)
      return whole.map(String.init) ?? String(number)
    case .boolean(let value): return String(value)
    case .list(let values): return values.map(raw).joined(separator: ", ")
    case .dictionary, .null: return ""
    }
  }

  /// Backslashes before characters that Markdown would read as markup.
  ///
  /// `_` within a word is not markup, nor is `&` that begins no entity. With `atLineStarts`,
  /// characters that would begin a heading, a quote or a list are escaped as well.
  ///
  ///     snake_case   ->  snake_case        the underscores are within a word
  ///     _private     ->  \_private
  ///     a * b        ->  a \* b
  private static func literal(_ text: String, atLineStarts: Bool = false) -> String {
    var result = ""
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      let previous = index > 0 ? characters[index - 1] : " "
      let beginsLine = atLineStarts && (index == 0 || previous.isNewline)
      let isMark =
        switch character {
        case "\\", "`", "*", "[", "<": true
        case "_": !(isWordPart(previous) && isWordPart(next))
        case "~": next == "~" || previous == "~"
        case "&": next == "#" || next.isLetter
        case "#", ">", "-", "+", "=": beginsLine
        case ".", ")": atLineStarts && next.isWhitespace && endsNumber(characters[..<index])
        default: false
        }
      if isMark { result.append("\\") }
      result.append(character)
    }
    return result
  }

  /// Whether a line so far is only digits: `12` of the list item `12.`
  private static func endsNumber(_ text: ArraySlice<Character>) -> Bool {
    let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, digits.count <= 9 else { return false }
    return digits.count == text.count || text[text.endIndex - digits.count - 1].isNewline
  }

  private static func isWordPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// A code span with enough backticks.
  ///
  ///     a`b  ->  ``a`b``
  private static func codeSpan(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let marks = String(repeating: "`", count: longest + 1)
    let isPadded = text.hasPrefix(" ") && text.hasSuffix(" ") && text.contains { $0 != " " }
    let padding = text.hasPrefix("`") || text.hasSuffix("`") || isPadded ? " " : ""
    return marks + padding + text + padding + marks
  }

  /// Line breaks as spaces, blank lines as `<br>`, no white space at the ends.
  private static func oneLine(_ text: String) -> String {
    guard text.contains(where: { $0.isNewline }) else { return text }
    var paragraphs: [[Substring]] = [[]]
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let trimmed = trimmed(line)
      if !trimmed.isEmpty {
        paragraphs[paragraphs.count - 1].append(trimmed)
      } else if paragraphs.last?.isEmpty == false {
        paragraphs.append([])
      }
    }
    return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
      .joined(separator: "<br>")
  }

  private static func trimmed(_ line: Substring) -> Substring {
    var line = line
    while let first = line.first, first.isWhitespace { line.removeFirst() }
    while let last = line.last, last.isWhitespace { line.removeLast() }
    return line
  }

  private static func entities(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}

extension String {
  /// `|` as `\|`, which GitHub undoes within a cell, code spans included.
  fileprivate var escapingPipes: String {
    contains("|")
      ? split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") : self
  }
}
