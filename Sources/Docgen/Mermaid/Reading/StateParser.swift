import Diagnostics

/// Builds the tree of a state diagram from its tokens.
///
/// Statements need no separator, as in the real grammar: `A B C` is three states. After an error,
/// parsing continues with the next line.
struct StateParser: TokenParser {
  var context: ParsingContext
  var lexer: StateLexer
  var token: StateToken
  var lastEnd = 0
  /// `state "text" as A : more` is two statements; the second follows the first.
  var secondDescription: StateStatement?

  init(_ prepared: PreparedText, _ map: PositionMap, at start: Int) {
    context = ParsingContext(prepared, map)
    lexer = StateLexer(prepared.bytes, at: start)
    token = StateToken(.end, start..<start)
  }

  mutating func parse() -> StateDiagram {
    // The brace of `%%{` would open a state.
    context.refuseLinesBefore(lexer.scanner.index) { _ in true }
    token = lexer.next()
    var header = DiagramHeader(keyword: "stateDiagram-v2")
    if token.kind == .diagram {
      header = context.header(ByteScanner(context.bytes).trimmed(token.range))
      advance()
    } else {
      let word = DiagramKind.word(context.bytes, at: token.range.lowerBound)
      context.record(context.noHeader(word, keyword: "stateDiagram-v2"))
      lexer.recover(from: word.upperBound, depth: 0)
      advance()
    }
    let regions = body(depth: 0)
    return StateDiagram(header: header, statements: regions.first?.statements ?? [])
  }
}

// MARK: - Statements

extension StateParser {
  /// `document`, up to the `}` of a composite or the end of the text.
  mutating func body(depth: Int) -> [StateRegion] {
    var regions = [StateRegion()]
    regions[0].statements.reserveCapacity(ParsingContext.usualStatements)
    while !context.isExhausted {
      for comment in context.comments(before: statementStart) {
        regions[regions.count - 1].statements.append(.comment(comment))
      }
      switch token.kind {
      case .newline:
        advance()
      case .end:
        return regions
      case .structStop where depth > 0:
        return regions
      case .concurrent:
        regions.append(StateRegion(divider: context.map.range(token.range)))
        advance()
      default:
        do {
          regions[regions.count - 1].statements.append(try statement(depth: depth))
          if let second = secondDescription.take() {
            regions[regions.count - 1].statements.append(second)
          }
        } catch {
          context.record(error)
          if depth >= MermaidParser.maximumDepth { return regions }
          lexer.recover(from: token.range.lowerBound, depth: depth)
          advance()
        }
      }
    }
    return regions
  }

  mutating func statement(depth: Int) throws(MermaidError) -> StateStatement {
    let start = statementStart
    switch token.kind {
    case .id, .edge:
      return try transitionOrState(start)
    case .compositeName:
      return try composite(start, depth: depth)
    case .description:
      return try describedState(start, depth: depth)
    case .fork, .join, .choice:
      return pseudoState(start)
    case .note:
      return try note(start)
    case .direction(let direction):
      advance()
      return .direction(
        DirectionStatement(direction, range: place(from: start)))
    case .classDef, .classWord, .styleWord:
      return .style(try style(start))
    case .click:
      return .click(try click(start))
    case .accTitle, .accDescr, .accDescrBlock:
      return .metadata(try metadata(start))
    case .hideEmpty:
      advance()
      return inert(start)
    case .scale:
      advance()
      _ = try take(.width, "a number")
      _ = try take(.widthWord, "`width`")
      return inert(start)
    default:
      throw unexpected(["a state", "a transition", "a note"])
    }
  }

  /// The beginning of the statement of the next token: its `state`, if it has one.
  var statementStart: Int {
    switch token.kind {
    case .compositeName, .description, .fork, .join, .choice, .twoWords: lexer.stateStart
    default: token.range.lowerBound
    }
  }

  mutating func inert(_ start: Int) -> StateStatement {
    let range = range(from: start)
    return .inert(IgnoredStatement(context.text(range), range: context.map.range(range)))
  }

  /// `idStatement: (ID | EDGE_STATE) [':::' ID]`
  mutating func reference() throws(MermaidError) -> (Name, cssClass: Name?) {
    guard token.kind == .id || token.kind == .edge else {
      throw unexpected(["a state"])
    }
    let name = context.name(token.value)
    advance()
    guard token.kind == .styleSeparator else { return (name, nil) }
    advance()
    let style = try take(.id, "the name of a style class")
    return (name, context.name(style.value))
  }

  /// `A`, `A : text`, `A --> B`, `A --> B : text`
  mutating func transitionOrState(_ start: Int) throws(MermaidError) -> StateStatement {
    let (from, fromClass) = try reference()
    if token.kind == .arrow {
      advance()
      let (to, toClass) = try reference()
      let label = label()
      return .transition(
        StateTransition(
          from: from, to: to, label: label, fromClass: fromClass, toClass: toClass,
          range: place(from: start)))
    }
    let label = label()
    return .state(
      StateDeclaration(
        from, label: label, cssClass: fromClass, range: place(from: start)))
  }

  mutating func label() -> Label? {
    guard token.kind == .label else { return nil }
    let label = context.label(token.value)
    advance()
    return label.isEmpty ? nil : label
  }

  mutating func pseudoState(_ start: Int) -> StateStatement {
    let kind: StateDeclaration.Kind =
      switch token.kind {
      case .fork: .fork
      case .join: .join
      default: .choice
      }
    let name = context.name(token.value)
    advance()
    return .state(
      StateDeclaration(name, kind: kind, range: place(from: start)))
  }
}

// MARK: - Places and errors

extension StateParser {
  /// With the white space at the end of its last token.
  mutating func place(from start: Int) -> SourceRange {
    context.map.range(start..<max(lastEnd, start))
  }

  mutating func unexpected(_ expected: [String]) -> MermaidError {
    StateParserMessages.unexpected(token, expected, in: &context)
  }
}
