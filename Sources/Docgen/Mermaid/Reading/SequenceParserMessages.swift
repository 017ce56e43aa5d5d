import Diagnostics

/// Messages about unexpected tokens of a sequence diagram.
enum SequenceParserMessages {
  static let participant = "a participant"

  static func unexpected(
    _ token: SequenceToken, _ expected: [String], in context: inout ParsingContext
  ) -> MermaidError {
    let word = word(token.range, context)
    switch token.kind {
    case _ where word.isEmpty:
      return context.error("the line ends too early", at: token.range, expected: expected)
    default:
      if let keyword = keyword(token.kind), !keyword.isEmpty {
        let isMissing = expected == [Self.participant]
        return context.error(
          "`\(word)` is a reserved word and not a participant here", at: token.range,
          expected: isMissing ? expected + ["`participant p as \(word)` before it"] : expected)
      }
      return context.error("unexpected `\(word)`", at: token.range, expected: expected)
    }
  }

  /// The sender of a message is not followed by an arrow.
  ///
  /// Tried in this order: a text that was cut off by a `;`, a misspelled keyword, and otherwise a
  /// line that is not a statement.
  static func noArrow(
    _ token: SequenceToken, after sender: Range<Int>, _ context: inout ParsingContext
  ) -> MermaidError {
    if token.kind == .newline || token.kind == .finish || token.kind == .text {
      if let error = semicolon(before: sender, &context) { return error }
      let first = context.text(sender).split(separator: " ").first.map(String.init) ?? ""
      if let near = NearMiss.best(for: first, among: keywords) {
        let end = sender.lowerBound + first.utf8.count
        return context.error(
          "`\(first)` does not begin a statement", at: sender.lowerBound..<end,
          expected: ["a message", "a participant", "a note", "a block"], fix: near)
      }
      return context.error(
        "`\(context.excerpt(sender))` is not a statement", at: sender,
        expected: ["a message such as `A->>B: text`"])
    }
    return arrow(token, after: sender, &context)
  }

  /// `A->>B: one; two`, which makes `two` another statement.
  private static func semicolon(
    before sender: Range<Int>, _ context: inout ParsingContext
  ) -> MermaidError? {
    let line = context.bytes[..<sender.lowerBound].split(separator: 0x0A).last ?? []
    guard let last = line.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }),
      line[last] == UInt8(ascii: ";"), line[..<last].contains(UInt8(ascii: ":"))
    else { return nil }
    return context.error(
      "a text ends at `;`", at: last..<last + 1, expected: ["`#59;` for a `;` in a text"],
      fix: "#59;")
  }

  /// `participant A: Alice`
  static func aliasAfterColon(
    _ token: SequenceToken, _ context: inout ParsingContext
  ) -> MermaidError? {
    let scanner = ByteScanner(context.bytes)
    let line = token.range.lowerBound..<scanner.endOfLine(token.range.lowerBound)
    guard token.kind == .unreadable,
      let colon = scanner.find(UInt8(ascii: ":"), from: line.lowerBound),
      colon > line.lowerBound, line.contains(colon)
    else { return nil }
    let name = context.excerpt(line.lowerBound..<colon)
    let alias = context.excerpt(colon + 1..<line.upperBound)
    let example = alias.isEmpty ? name : "\(name) as \(alias)"
    return context.error(
      "the name of a participant cannot contain `:`", at: colon..<colon + 1,
      expected: ["`\(example)`"], fix: alias.isEmpty ? "" : " as")
  }

  /// The arrow of a message is not followed by a receiver, but maybe by more of an arrow.
  static func noReceiver(
    _ token: SequenceToken, after arrow: Range<Int>, _ context: inout ParsingContext
  ) -> MermaidError {
    let isPart = "<>=~|".utf8.contains(ByteScanner(context.bytes).byte(token.range.lowerBound))
    guard isPart, token.range.lowerBound == arrow.upperBound else {
      return unexpected(token, [participant], in: &context)
    }
    return self.arrow(token, from: arrow.lowerBound, shaft: 0, &context)
  }

  /// `autonumber 5;`
  static func noNumber(_ token: SequenceToken, _ context: inout ParsingContext) -> MermaidError {
    let expected = ["a number", "`off`", "the end of the line"]
    guard ByteClasses.isDigit(ByteScanner(context.bytes).byte(token.range.lowerBound)) else {
      return unexpected(token, expected, in: &context)
    }
    return context.error(
      "a number must be followed by a blank or the end of the line", at: token.range,
      expected: expected)
  }

  /// A `=` or `~` before the token was read as the end of the sender's name.
  private static func arrow(
    _ token: SequenceToken, after sender: Range<Int>, _ context: inout ParsingContext
  ) -> MermaidError {
    var start = token.range.lowerBound
    while start > sender.lowerBound, "=~".utf8.contains(context.bytes[start - 1]) { start -= 1 }
    return arrow(token, from: start, shaft: token.range.lowerBound - start, &context)
  }

  /// All arrow characters from an offset on; `shaft` of them do not belong to the message.
  private static func arrow(
    _ token: SequenceToken, from start: Int, shaft: Int, _ context: inout ParsingContext
  ) -> MermaidError {
    let signs = "-=~>.<|\\/xo)"
    var end = token.range.lowerBound
    while end < context.bytes.count, signs.utf8.contains(context.bytes[end]),
      end - token.range.lowerBound < 8
    {
      end += 1
    }
    let run = start..<max(end, token.range.upperBound)
    let text = context.text(run)
    let arrows = MessageArrow.allCases.map(\.rawValue)
    if arrows.contains(text) {
      return context.error("unexpected `\(text)`", at: run, expected: [participant])
    }
    return context.error(
      "`\(text)` is not an arrow of sequence diagrams", at: run,
      expected: ["an arrow such as `->>`"],
      fix: shaft > 0
        ? (shaft > 1 ? "-->>" : "->>")
        : text.contains("-") ? NearMiss.best(for: text, among: arrows) : nil)
  }

  /// `end` and similar words outside of blocks.
  static func stray(_ token: SequenceToken, _ context: inout ParsingContext) -> MermaidError {
    let word = word(token.range, context)
    let scanner = ByteScanner(context.bytes)
    let next = scanner.byte(token.range.upperBound)
    if next != UInt8(ascii: ";"), next != UInt8(ascii: "#"),
      ByteClasses.whitespace(context.bytes, token.range.upperBound) == 0
    {
      return context.error(
        "`\(word)` is a reserved word: a participant's name cannot begin with it", at: token.range,
        expected: ["`participant p as \(word)…`"])
    }
    return context.error(
      word.lowercased() == "end"
        ? "this `end` closes no block"
        : "`\(word)` is not inside a block with such branches",
      at: token.range, expected: ["a message", "a participant", "a note", "a block"])
  }

  /// `else` in a `loop`.
  static func foreign(
    _ token: SequenceToken, _ kind: SequenceBlock.Kind, in context: inout ParsingContext
  ) -> MermaidError {
    let word = word(token.range, context)
    return context.error(
      "`\(word)` cannot divide \("aeiou".contains(kind.rawValue.prefix(1)) ? "an" : "a") "
        + "`\(kind.rawValue)`", at: token.range,
      expected: [kind.separator.map { "`\($0)`" }, "`end`"].compactMap(\.self),
      fix: kind.separator)
  }

  private static func word(_ range: Range<Int>, _ context: ParsingContext) -> String {
    context.excerpt(range)
  }

  private static let keywords =
    ["participant", "actor", "activate", "deactivate", "autonumber", "create", "destroy", "title"]
    + SequenceBlock.Kind.allCases.map(\.rawValue) + ["else", "end", "option", "note"]

  private static func keyword(_ kind: SequenceTokenKind) -> String? {
    switch kind {
    case .participant, .actorWord, .create, .destroy, .box, .block, .elseWord, .and, .option, .end,
      .leftOf, .rightOf, .over, .note, .link, .activate, .deactivate, .autonumber, .off, .title:
      "keyword"
    default: nil
    }
  }
}
