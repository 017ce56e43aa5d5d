import Diagnostics

/// The messages for a token that the grammar does not allow.
extension FlowchartParser {
  /// `message` is `nil` for the usual message of the token's kind. `expected` lists valid texts,
  /// the most likely one first: it also indicates where in a statement the error is.
  mutating func unexpected(_ message: String?, _ expected: [String]) -> MermaidError {
    let range = token.range
    let found = context.excerpt(range)
    switch token.kind {
    case .newline, .eof, .end, .semicolon:
      return context.error(
        message ?? "the line ends too early", at: range.lowerBound..<range.lowerBound,
        expected: expected)
    case .subgraphEnd:
      return reserved(token.value, expected)
    case .space:
      return context.error(
        message ?? "a blank is not allowed here", at: range.lowerBound..<range.lowerBound,
        expected: expected)
    case .linkID:
      // `A[@main]` is read as the id of a link.
      if let bracket = context.bytes[range].firstIndex(where: { "[({".utf8.contains($0) }) {
        return unclosed(bracket..<bracket + 1, nil)
      }
      return context.error(
        message ?? "no node before this link", at: range, expected: expected)
    case .colon where expected.first == "a link":
      return context.error(
        "a link has no text after `:`", at: range, expected: ["`-->|text|`"])
    case .unreadable where "-=<~".utf8.contains(context.bytes[range.lowerBound]):
      return arrow(range, expected)
    case .graph, .subgraph, .style, .linkStyle, .classDef, .classWord, .click, .interpolate,
      .href, .linkTarget, .callbackName:
      return reserved(range, expected)
    case .minus, .sign, .open(.odd):
      return arrow(range, expected)
    case .nodeString where found.hasPrefix("%%"):
      return context.error(
        "a comment begins on a line of its own", at: range, expected: ["the end of the line"])
    case .nodeString, .number, .unicode:
      let isAfterNode = expected.first == "a link"
      return context.error(
        message ?? (isAfterNode ? "the id of a node is one word" : "`\(found)` is unexpected"),
        at: range, expected: expected)
    case .link, .linkStart:
      return context.error(
        message ?? "no node before this link", at: range, expected: ["a node"])
    case .string, .markdown:
      return context.error(
        message ?? "a text in quotes belongs to a node", at: range,
        expected: ["a node such as `id[\"\(found)\"]`"])
    default:
      return context.error(message ?? "`\(found)` is unexpected", at: range, expected: expected)
    }
  }

  /// `end --> A`: a word of the grammar instead of a node.
  ///
  /// The fix writes the word with a capital, which makes it an ordinary id: `End --> A`.
  private mutating func reserved(_ range: Range<Int>, _ expected: [String]) -> MermaidError {
    let word =
      token.kind == .click
      ? "click" : token.kind == .callbackName ? "call" : context.excerpt(range)
    if token.kind == .subgraphEnd, expected.contains("`subgraph`") {
      return context.error(
        "this `end` closes no subgraph", at: range, expected: expected)
    }
    let capital = word.prefix(1).uppercased() + word.dropFirst()
    let isWord = !capital.isEmpty && capital != word && context.excerpt(range) == word
    return context.error(
      "`\(word)` is a reserved word", at: range, expected: expected, fix: isWord ? capital : nil)
  }

  /// `->`, `=>`, `>`: takes the complete run of link characters.
  private mutating func arrow(_ range: Range<Int>, _ expected: [String]) -> MermaidError {
    var start = range.lowerBound
    while start > 0, "-=.<>".utf8.contains(context.bytes[start - 1]) { start -= 1 }
    var end = range.lowerBound
    while end < context.bytes.count, "-=.<>".utf8.contains(context.bytes[end]) { end += 1 }
    let signs = context.text(start..<max(end, range.upperBound))
    guard signs.hasSuffix(">"), signs.count > 1 else {
      return context.error("`\(signs)` is unexpected", at: range, expected: expected)
    }
    return context.error(
      "`\(signs)` is not a link of a flowchart", at: start..<end, expected: ["`-->`"], fix: "-->")
  }

  /// A text without its closing delimiter, or with characters that need quotes.
  mutating func unclosed(_ opener: Range<Int>, _ closer: String?) -> MermaidError {
    let scanner = ByteScanner(context.bytes)
    let line = opener.upperBound..<scanner.endOfLine(opener.upperBound)
    let sign = context.text(opener)
    if sign == ">", opener.lowerBound > 0, "-=>".utf8.contains(context.bytes[opener.lowerBound - 1])
    {
      return arrow(opener, [])
    }
    let close = closer ?? (sign == "|" ? "|" : sign.hasPrefix("(") ? ")" : sign == "{" ? "}" : "]")
    guard let end = labelEnd(line, close) else {
      return context.error("this `\(sign)` is never closed", at: opener, expected: ["`\(close)`"])
    }
    let label = opener.upperBound..<end
    if scanner.trimmed(label).isEmpty {
      return context.error(
        "a text in `\(sign)\(close)` is missing", at: opener, expected: ["a text"])
    }
    let text = context.excerpt(label)
    let isQuotable = !text.contains("\"") && !text.contains("…")
    return context.error(
      "a text with brackets, quotes or `@` must be in quotes", at: label,
      expected: ["`\"text\"`"], fix: isQuotable ? "\"\(text)\"" : nil)
  }

  /// The last closing delimiter of a text on its line: one that is followed by valid text after a
  /// node.
  private func labelEnd(_ line: Range<Int>, _ close: String) -> Int? {
    let bytes = context.bytes
    return line.first { index in
      guard bytes[index..<line.upperBound].starts(with: close.utf8) else { return false }
      let next = index + close.utf8.count
      return next >= line.upperBound || " \t;:-=~.&<xo".utf8.contains(bytes[next])
        || (close == "|" && next < line.upperBound)
    }
  }

  /// `-- text` without a link after the text.
  mutating func unexpectedLinkText(_ start: Range<Int>) -> MermaidError {
    context.error(
      "the text of this link has no end", at: start,
      expected: ["`\(context.excerpt(start)) text -->`", "`-->|text|`"])
  }
}
