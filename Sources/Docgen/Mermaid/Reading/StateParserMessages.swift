import Diagnostics

/// Messages about unexpected tokens of a state diagram.
enum StateParserMessages {
  static func unexpected(
    _ token: StateToken, _ expected: [String], in context: inout ParsingContext
  ) -> MermaidError {
    let range = token.range
    switch token.kind {
    case .twoWords:
      return context.error(
        "the name of a composite state is one word", at: range,
        expected: ["`state \"text\" as name {`"])
    case .unreadable where context.bytes[range.lowerBound] == UInt8(ascii: "-"):
      return arrow(range, &context)
    case .arrow:
      return context.error(
        "a transition leads from one state to one state", at: range,
        expected: ["the end of the line", "`: label`"])
    case .click, .href, .defaultWord, .diagram:
      return context.error(
        "`\(word(range, context))` is a reserved word here", at: range, expected: expected)
    case .styleSeparator:
      return context.error("`:::` follows a state", at: range, expected: expected)
    case .label,
      .unreadable where context.bytes[range.lowerBound] == UInt8(ascii: ":"):
      return colons(range, &context)
    case .newline, .end,
      .unreadable where word(range, context).isEmpty:
      return context.error("the line ends too early", at: range, expected: expected)
    default:
      return context.error(
        "unexpected `\(word(range, context))`", at: range, expected: expected)
    }
  }

  /// The state of a note is followed neither by `:` nor by lines that `end note` closes.
  static func noNoteText(_ token: StateToken, _ context: inout ParsingContext) -> MermaidError {
    let scanner = ByteScanner(context.bytes)
    let start = scanner.skippingBlanks(token.range.lowerBound)
    let rest = scanner.trimmed(start..<scanner.endOfLine(start))
    let expected = ["` : text`", "lines up to `end note`"]
    guard !rest.isEmpty else { return unexpected(token, expected, in: &context) }
    let text = context.text(rest)
    let isColon = text.utf8.first == UInt8(ascii: ":")
    return context.error(
      isColon
        ? "the text of a note cannot contain `:`" : "the state of a note must be followed by `:`",
      at: rest, expected: expected, fix: isColon ? nil : ": \(text)")
  }

  /// `classDef my-hot`, `classDef a,b`
  static func noStyleClass(_ token: StateToken, _ context: inout ParsingContext) -> MermaidError {
    var end = token.range.lowerBound
    while end < context.bytes.count, ByteClasses.whitespace(context.bytes, end) == 0 { end += 1 }
    let name = token.range.lowerBound..<end
    let text = context.text(name)
    let fixed = text.replacing("-", with: "_")
    let isPlain = !fixed.isEmpty && fixed.utf8.allSatisfy(ByteClasses.isWord)
    guard token.kind == .unreadable, !name.isEmpty, fixed != text || !isPlain else {
      return unexpected(token, ["the name of a style class"], in: &context)
    }
    return context.error(
      "`\(context.excerpt(name))` cannot name a style class", at: name,
      expected: ["one name of letters, digits and `_`"], fix: isPlain ? fixed : nil)
  }

  /// `click A href "url" "tip"`
  static func tooltip(
    _ tooltip: Range<Int>, after url: Range<Int>, _ href: Range<Int>,
    in context: inout ParsingContext
  ) -> MermaidError {
    var error = context.error(
      "a click with `href` has no tooltip", at: tooltip, expected: ["the end of the line"])
    error.fix = FixIt(
      range: context.map.range(href.lowerBound..<url.lowerBound), replacement: "",
      title: "leave out `href`")
    return error
  }

  static func unclosedText(at quote: Int, _ context: inout ParsingContext) -> MermaidError {
    context.error("this text is never closed", at: quote..<quote + 1, expected: ["`\"`"])
  }

  private static func word(_ range: Range<Int>, _ context: ParsingContext) -> String {
    context.excerpt(range)
  }

  /// `Foo::bar` in a label, or a `:` at its end.
  private static func colons(
    _ range: Range<Int>, _ context: inout ParsingContext
  ) -> MermaidError {
    let scanner = ByteScanner(context.bytes)
    var (start, end) = (range.lowerBound, range.lowerBound)
    while start > 0, scanner.byte(start - 1) == UInt8(ascii: ":") { start -= 1 }
    while scanner.byte(end) == UInt8(ascii: ":") { end += 1 }
    let codes = String(repeating: "#58;", count: end - start)
    return context.error(
      "a label cannot contain `::` or end with `:`", at: start..<max(end, start + 1),
      expected: ["`#58;` for a `:`"], fix: codes)
  }

  /// The complete name around its first dash if it is one plain word: `my-own-state`.
  private static func dashedName(
    around dash: Range<Int>, _ context: ParsingContext
  ) -> Range<Int>? {
    let scanner = ByteScanner(context.bytes)
    var start = dash.lowerBound
    while start > 0, scanner.isWord(start - 1) { start -= 1 }
    var end = dash.lowerBound
    while scanner.byte(end) == UInt8(ascii: "-"), scanner.isWord(end + 1) {
      end = scanner.skippingWord(end + 1)
    }
    return start < dash.lowerBound && end > dash.upperBound ? start..<end : nil
  }

  /// `->`, `->>`, `---`: takes the complete run of arrow characters.
  private static func arrow(
    _ range: Range<Int>, _ context: inout ParsingContext
  ) -> MermaidError {
    var end = range.lowerBound
    while end < context.bytes.count, "->.=xo".utf8.contains(context.bytes[end]),
      end - range.lowerBound < 8
    {
      end += 1
    }
    let run = range.lowerBound..<end
    let text = context.text(run)
    guard text.hasSuffix(">"), text.count > 1 else {
      var error = context.error(
        "a `-` cannot be part of a state's name", at: range, expected: ["`-->`"])
      if let name = dashedName(around: range, context) {
        let word = context.text(name)
        let fixed = word.replacing("-", with: "_")
        error.fix = FixIt(
          range: context.map.range(name), replacement: fixed,
          title: "replace `\(word)` with `\(fixed)`")
      }
      return error
    }
    if text == "-->" {
      return context.error("unexpected `-->`", at: run, expected: ["a state"])
    }
    return context.error(
      "`\(text)` is not an arrow of state diagrams", at: run, expected: ["`-->`"], fix: "-->")
  }
}
