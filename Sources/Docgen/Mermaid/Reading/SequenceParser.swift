import Diagnostics

/// Builds the tree of a sequence diagram from its tokens. After an error, parsing continues with
/// the next line.
///
/// Blocks nest, so `body` and `block` call each other, up to `MermaidParser.maximumDepth`. A
/// statement ends with a line feed or a `;`.
struct SequenceParser: TokenParser {
  var context: ParsingContext
  var lexer: SequenceLexer
  var token: SequenceToken
  var lastEnd = 0

  init(_ prepared: PreparedText, _ map: PositionMap, at start: Int) {
    context = ParsingContext(prepared, map)
    lexer = SequenceLexer(prepared.bytes, at: start)
    token = SequenceToken(.finish, start..<start)
  }

  mutating func parse() -> SequenceDiagram {
    token = lexer.next()
    var header = DiagramHeader(keyword: "sequenceDiagram")
    if token.kind == .diagram {
      header = context.header(token.range)
      advance()
    } else {
      let word = DiagramKind.word(context.bytes, at: token.range.lowerBound)
      context.record(context.noHeader(word, keyword: "sequenceDiagram"))
      lexer.recover(from: word.upperBound)
      advance()
    }
    let statements = body(depth: 0)
    return SequenceDiagram(header: header, statements: statements)
  }
}

// MARK: - Tokens

extension SequenceParser {
  mutating func unexpected(_ expected: [String]) -> MermaidError {
    SequenceParserMessages.unexpected(token, expected, in: &context)
  }

  mutating func endLine(_ expected: String...) throws(MermaidError) {
    guard token.kind == .newline else {
      throw unexpected(expected + ["the end of the line"])
    }
    advance()
  }
}

// MARK: - Statements

extension SequenceParser {
  /// `document`: statements up to a word that cannot begin a statement.
  ///
  /// Returns the statements before an error as well: the rest of the diagram is still read, so that
  /// one run reports all errors.
  mutating func body(depth: Int) -> [SequenceStatement] {
    var result: [SequenceStatement] = []
    result.reserveCapacity(ParsingContext.usualStatements)
    while !context.isExhausted {
      for comment in context.comments(before: token.range.lowerBound) {
        result.append(.comment(comment))
      }
      switch token.kind {
      case .newline:
        advance()
      case .finish:
        return result
      case .end, .elseWord, .and, .option:
        if depth > 0 { return result }
        stray()
      default:
        do {
          result.append(try statement(depth: depth))
        } catch {
          context.record(error)
          if depth >= MermaidParser.maximumDepth { return result }
          lexer.recover(from: token.range.lowerBound)
          advance()
        }
      }
    }
    return result
  }

  /// `end`, `else`, `and`, `option` outside of every block that could contain them.
  mutating func stray() {
    context.record(SequenceParserMessages.stray(token, &context))
    lexer.recover(from: token.range.lowerBound)
    advance()
  }

  mutating func statement(depth: Int) throws(MermaidError) -> SequenceStatement {
    let start = token.range.lowerBound
    switch token.kind {
    case .actor: return .message(try message(start))
    case .participant, .actorWord, .create, .destroy: return try participantStatement(start)
    case .box: return .box(try box(start))
    case .block(let kind): return .block(try block(kind, start, depth: depth))
    case .note: return .note(try note(start))
    case .activate, .deactivate: return try activation(start)
    case .autonumber: return .autonumber(try autonumber(start))
    case .link(let kind): return .link(try link(kind, start))
    case .title:
      let title = token.value
      advance()
      return .metadata(context.metadata(.title, title, from: start))
    case .accTitle, .accDescr, .accDescrBlock: return .metadata(try metadata(start))
    case .invalid:
      advance()
      return .inert(IgnoredStatement(context.text(start..<lastEnd), range: place(from: start)))
    default:
      throw unexpected(["a message", "a participant", "a note", "a block"])
    }
  }

  /// `actor ['()'] arrow ['+' | '-' | '()'] actor text2 NEWLINE`
  ///
  ///     A->>+B: text       activates B
  ///     A()->>B: text      central on the side of A; `+` and `-` are not possible then
  mutating func message(_ start: Int) throws(MermaidError) -> Message {
    let from = try take(.actor).value
    let isFrom = token.kind == .central
    if isFrom { advance() }
    guard case .arrow(let arrow) = token.kind else {
      throw SequenceParserMessages.noArrow(token, after: from, &context)
    }
    let signs = token.range
    advance()
    var activation: Message.Activation?
    var isTo = false
    switch token.kind {
    case .plus where !isFrom: activation = .activatesTarget
    case .minus where !isFrom: activation = .deactivatesSource
    case .central: isTo = true
    default: break
    }
    if activation != nil || isTo { advance() }
    guard token.kind == .actor else {
      throw SequenceParserMessages.noReceiver(token, after: signs, &context)
    }
    let to = try take(.actor).value
    let text = try take(.text, "`:` and the text of the message").value
    let range = place(from: start)
    try endLine()
    return Message(
      from: context.name(from), to: context.name(to), arrow, context.label(text),
      activation: activation,
      central: isFrom ? (isTo ? .both : .from) : (isTo ? .to : nil), range: range)
  }

  mutating func activation(_ start: Int) throws(MermaidError) -> SequenceStatement {
    let starts = token.kind == .activate
    advance()
    let name = context.name(try take(.actor, "a participant").value)
    let reference = ParticipantReference(name, range: place(from: start))
    try endLine()
    return starts ? .activate(reference) : .deactivate(reference)
  }

  /// `autonumber`, `autonumber off`, `autonumber 10`, `autonumber 10 5`.
  mutating func autonumber(_ start: Int) throws(MermaidError) -> Autonumber {
    advance()
    var result = Autonumber()
    if token.kind == .off {
      result.isVisible = false
      advance()
    } else if token.kind == .number {
      result.start = context.text(token.range)
      advance()
      if token.kind == .number {
        result.step = context.text(token.range)
        advance()
      }
    }
    result.range = place(from: start)
    guard token.kind == .newline else {
      throw SequenceParserMessages.noNumber(token, &context)
    }
    try endLine()
    return result
  }

  mutating func link(
    _ kind: ParticipantLink.Kind, _ start: Int
  ) throws(MermaidError) -> ParticipantLink {
    advance()
    let name = context.name(try take(.actor, "a participant").value)
    let text = context.label(try take(.text, "`:` and the link").value)
    let range = place(from: start)
    try endLine()
    return ParticipantLink(kind, of: name, text, range: range)
  }

  /// `note (left of | right of) actor text2`, `note over actor[, actor] text2`
  mutating func note(_ start: Int) throws(MermaidError) -> SequenceNote {
    advance()
    let placement: SequenceNote.Placement
    switch token.kind {
    case .leftOf: placement = .left
    case .rightOf: placement = .right
    case .over: placement = .over
    default:
      throw unexpected(["`left of`", "`right of`", "`over`"])
    }
    advance()
    var names = [context.name(try take(.actor, "a participant").value)]
    if placement == .over, token.kind == .comma {
      advance()
      names.append(context.name(try take(.actor, "a participant").value))
    }
    let text = context.label(try take(.text, "`:` and the text of the note").value)
    let range = place(from: start)
    try endLine()
    return SequenceNote(placement, names, text: text, range: range)
  }
}
