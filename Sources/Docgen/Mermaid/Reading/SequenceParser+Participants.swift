import Diagnostics
import YAML

extension SequenceParser {
  mutating func participantStatement(
    _ start: Int
  ) throws(MermaidError) -> SequenceStatement {
    let isCreated = token.kind == .create
    if isCreated { advance() }
    switch token.kind {
    case .participant:
      return .participant(try participant(start, "participant", isCreated: isCreated))
    case .actorWord: return .participant(try participant(start, "actor", isCreated: isCreated))
    case .destroy:
      advance()
      let name = context.name(try take(.actor, "a participant").value)
      if isCreated {
        // The real grammar accepts `create destroy A` as `create participant A`.
        let created = Participant(name, isCreated: true, range: place(from: start))
        try endLine()
        return .participant(created)
      }
      let reference = ParticipantReference(name, range: place(from: start))
      try endLine()
      return .destroy(reference)
    default:
      throw unexpected(["`participant`", "`actor`"])
    }
  }

  /// `participant ACTOR [@{ … }] [as restOfLine] NEWLINE`
  mutating func participant(
    _ start: Int, _ type: String, isCreated: Bool
  ) throws(MermaidError) -> Participant {
    advance()
    if let error = SequenceParserMessages.aliasAfterColon(token, &context) { throw error }
    let id = try take(.actor, "a participant").value
    var result = Participant(context.name(id), type: type, isCreated: isCreated)
    if token.kind == .configStart {
      let opening = token.range
      advance()
      let content = try take(.configContent, "`type: …`")
      guard token.kind == .configEnd else {
        throw context.error("this `@{` is never closed", at: opening, expected: ["`}`"])
      }
      advance()
      let scanner = ByteScanner(context.bytes)
      let text = ModelText.trimmed(context.text(content.range))
      let configuration: AttributeMapping
      do {
        configuration = try AttributeMapping(text)
      } catch {
        let found = context.excerpt(content.range)
        throw context.error(
          "`\(found)` is not a list of keys and values: \(error.message)",
          at: scanner.trimmed(content.range), expected: ["`\"type\": \"database\"`"])
      }
      if configuration.hasMore {
        result.configuration = Label(
          context.text(scanner.trimmed(content.range)), range: context.map.range(content.range))
      }
      result.type = configuration["type"] ?? type
      if let alias = configuration["alias"], !alias.isEmpty {
        result.label = Label(alias, range: context.map.range(content.range))
      }
    }
    if token.kind == .asWord {
      advance()
      result.label = context.label(try take(.restOfLine, "the shown name").value)
    }
    result.range = place(from: start)
    try endLine("`as`")
    return result
  }

  /// Records an error and continues after its line. Throws the last error that is recorded, which
  /// ends parsing.
  private mutating func fail(_ error: MermaidError) throws(MermaidError) {
    if context.errors.count + 1 >= ParsingContext.maximumErrors { throw error }
    context.record(error)
    lexer.recover(from: token.range.lowerBound)
    advance()
  }

  /// `box restOfLine`, participants, `end`
  mutating func box(_ start: Int) throws(MermaidError) -> ParticipantBox {
    let opening = token.range
    advance()
    let title = context.label(try take(.restOfLine, "a title").value)
    var statements: [SequenceStatement] = []
    while token.kind != .end {
      for comment in context.comments(before: token.range.lowerBound) {
        statements.append(.comment(comment))
      }
      switch token.kind {
      case .newline: advance()
      case .end: break
      case .participant, .actorWord, .destroy:
        do throws(MermaidError) {
          statements.append(try participantStatement(token.range.lowerBound))
        } catch {
          try fail(error)
        }
      case .finish:
        throw context.error("this box is never closed", at: opening, expected: ["`end`"])
      default:
        try fail(
          unexpected(["a participant", "`end`"]))
      }
    }
    for comment in context.comments(before: token.range.lowerBound) {
      statements.append(.comment(comment))
    }
    let end = context.map.range(token.range)
    advance()
    return ParticipantBox(title, statements: statements, range: place(from: start), endRange: end)
  }
}
