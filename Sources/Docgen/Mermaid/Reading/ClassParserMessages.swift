import Diagnostics

/// Messages about unexpected tokens of a class diagram.
enum ClassParserMessages {
  static func unexpected(
    _ token: ClassToken, _ expected: [String], in context: inout ParsingContext
  ) -> MermaidError {
    let word = word(token.range, context)
    switch token.kind {
    case .newline, .finish:
      return context.error("the line ends too early", at: token.range, expected: expected)
    case .link, .click, .note, .noteFor, .callback, .href, .cssClass, .linkTarget, .style,
      .classDef, .namespace, .classWord, .diagram:
      return context.error(
        "`\(word)` is a reserved word and cannot be part of a name", at: token.range,
        expected: expected)
    case .openInStruct:
      return context.error("a member cannot contain `{`", at: token.range, expected: expected)
    case .end(.aggregation) where word == "o":
      return context.error(
        "`o` alone is the end of a relation, not a class", at: token.range, expected: expected)
    case .unclosedString: return unclosed(token, &context)
    case .string where context.bytes[token.range].isEmpty:
      return context.error("this text is empty", at: token.range, expected: expected)
    case .string: return text(token, expected, in: &context)
    case .generic: return unclosedGeneric(token, expected, in: &context)
    case .unreadable, .punctuation:
      return context.error(
        "`\(word)` cannot be part of a name", at: token.range,
        expected: expected + ["a name in backticks"])
    default:
      let message = word.isEmpty ? "the text ends too early" : "unexpected `\(word)`"
      return context.error(message, at: token.range, expected: expected)
    }
  }

  /// Text after `classDiagram` on its line.
  static func headerNotAlone(
    _ token: ClassToken, _ context: inout ParsingContext
  ) -> MermaidError {
    context.error(
      "`classDiagram` must be alone on its line", at: token.range,
      expected: ["the end of the line"])
  }

  /// A second statement on a line.
  static func notAlone(_ token: ClassToken, _ context: inout ParsingContext) -> MermaidError {
    if let error = angleBrackets(token, &context) { return error }
    if let error = noRelation(near: token, &context) { return error }
    let word = word(token.range, context)
    switch token.kind {
    case .unclosedString: return unclosed(token, &context)
    case .string: return text(token, ["the end of the line"], in: &context)
    case .generic: return unclosedGeneric(token, ["the end of the line"], in: &context)
    case .label, .colon:
      let start = token.range.lowerBound
      let colon = start..<start + 1
      return context.error(
        "a label cannot contain a second `:`", at: colon, expected: ["`#58;`"], fix: "#58;")
    case .unreadable where word == ";":
      return context.error(
        "`;` does not end a statement of a class diagram", at: token.range,
        expected: ["the end of the line"], fix: "")
    case .structStart:
      return context.error(
        "unexpected `{`", at: token.range, expected: ["the end of the line"])
    case _ where startsRelation(token, context):
      return context.error(
        "a relation leads from one class to one class", at: token.range,
        expected: ["the end of the line", "`: label`"])
    default:
      return context.error(
        "unexpected `\(word)`", at: token.range, expected: ["the end of the line"])
    }
  }

  /// `class List<T>`
  private static func angleBrackets(
    _ token: ClassToken, _ context: inout ParsingContext
  ) -> MermaidError? {
    let start = token.range.lowerBound
    let scanner = ByteScanner(context.bytes)
    let line = context.bytes[start..<max(start, scanner.endOfLine(start))]
    guard line.first == UInt8(ascii: "<"), start > 0, scanner.isWord(start - 1),
      let end = line.lastIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let content = context.text(start + 1..<end)
    guard !content.isEmpty, content.allSatisfy({ $0.isLetter || $0.isNumber || ", _".contains($0) })
    else { return nil }
    return context.error(
      "generic parameters of a class are written between `~`", at: start..<end + 1,
      expected: ["`~\(content)~`"], fix: "~\(content)~")
  }

  /// `class "My Class"`
  static func quotedName(_ token: ClassToken, _ context: inout ParsingContext) -> MermaidError {
    let label = context.text(token.range)
    let name = label.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    let quoted = token.range.lowerBound - 1..<token.range.upperBound + 1
    let written = "\(name)[\"\(label)\"]"
    return context.error(
      "the name of a class cannot be in quotes", at: quoted, expected: ["`\(written)`"],
      fix: name.isEmpty ? nil : written)
  }

  private static func text(
    _ token: ClassToken, _ expected: [String], in context: inout ParsingContext
  ) -> MermaidError {
    context.error("unexpected text in quotes", at: token.range, expected: expected)
  }

  /// After a single `~` all text up to the end is a generic parameter, and another one follows.
  private static func unclosedGeneric(
    _ token: ClassToken, _ expected: [String], in context: inout ParsingContext
  ) -> MermaidError {
    let tilde = context.bytes[..<token.range.lowerBound].lastIndex(of: UInt8(ascii: "~"))
    guard let tilde, token.range.isEmpty, token.range.lowerBound == context.bytes.count else {
      let word = word(token.range, context)
      return context.error(
        "unexpected generic parameter `\(word)`", at: token.range, expected: expected)
    }
    return context.error("this `~` is never closed", at: tilde..<tilde + 1, expected: ["`~`"])
  }

  private static func unclosed(
    _ token: ClassToken, _ context: inout ParsingContext
  ) -> MermaidError {
    let quote = context.bytes.lastIndex(of: UInt8(ascii: "\"")) ?? token.range.lowerBound
    return context.error("this text is never closed", at: quote..<quote + 1, expected: ["`\"`"])
  }

  /// Text after a class that is neither a relation nor a member.
  static func afterName(
    _ token: ClassToken, _ name: Name, in context: inout ParsingContext
  ) -> MermaidError {
    if case .unreadable = token.kind, context.bytes[token.range.lowerBound] == UInt8(ascii: "{") {
      return context.error(
        "a body follows `class \(name.text)`", at: token.range, expected: ["`class`"])
    }
    return noRelation(near: token, &context)
      ?? unexpected(token, ["a relation such as `-->`", "`: member`"], in: &context)
  }

  static func noLine(_ token: ClassToken, _ context: inout ParsingContext) -> MermaidError {
    noRelation(near: token, &context) ?? unexpected(token, ["`--`", "`..`"], in: &context)
  }

  static func noStyle(_ token: ClassToken, _ context: inout ParsingContext) -> MermaidError {
    if token.kind == .minus {
      return context.error(
        "the first style has no `-` in its name", at: token.range,
        expected: ["a style such as `fill:#f9f`"])
    }
    return unexpected(token, ["a style such as `fill:#f9f`"], in: &context)
  }

  static func inNamespace(_ token: ClassToken, _ context: inout ParsingContext) -> MermaidError {
    let word = word(token.range, context)
    return context.error(
      "a namespace can contain only classes, notes and namespaces, not `\(word)`", at: token.range,
      expected: ["`class`", "`note`", "`namespace`", "`}`"])
  }

  private static func word(_ range: Range<Int>, _ context: ParsingContext) -> String {
    context.excerpt(range)
  }
}
