import Diagnostics

/// Builds the tree of a state diagram from its tokens.
///
/// Statements need no separator, as in the real grammar: `A B C` is three states. Behind an error
/// parsing goes on with the next line.
struct StateParser {
  private var context: ParsingContext
  private var lexer: StateLexer
  private var token: StateToken
  /// Where the last token that was taken ended.
  private var lastEnd = 0

  init(_ prepared: PreparedText, _ map: PositionMap, at start: Int) {
    context = ParsingContext(prepared, map)
    lexer = StateLexer(prepared.bytes, at: start)
    token = StateToken(.end, start..<start)
  }

  var errors: [MermaidError] { context.errors }

  mutating func parse() -> StateDiagram {
    token = lexer.next()
    var header = DiagramHeader(keyword: "stateDiagram-v2")
    if token.kind == .diagram {
      header = context.header(ByteScanner(context.bytes).trimmed(token.range))
      advance()
    } else {
      let word = DiagramKind.word(context.bytes, at: token.range.lowerBound)
      context.record(
        context.error(
          "`\(context.excerpt(word))` is no kind of diagram that Mermaid knows", at: word,
          expected: ["`stateDiagram-v2`"], fix: "stateDiagram-v2"))
      lexer.recover(from: word.upperBound, depth: 0)
      advance()
    }
    let regions = body(depth: 0)
    return StateDiagram(header: header, statements: regions.first?.statements ?? [])
  }
}

// MARK: - Tokens

extension StateParser {
  private mutating func advance() {
    lastEnd = token.range.upperBound
    token = lexer.next()
    if !lexer.comments.isEmpty {
      for comment in lexer.takeComments() { context.met(comment) }
    }
  }

  /// Takes a token of a kind, or throws what was expected.
  private mutating func take(
    _ kind: StateToken.Kind, _ expected: String...
  ) throws(MermaidError) -> StateToken {
    guard token.kind == kind else { throw unexpected(expected) }
    let taken = token
    advance()
    return taken
  }

  private func range(from start: Int) -> Range<Int> { start..<max(lastEnd, start) }
}

// MARK: - Statements

extension StateParser {
  /// `document`, up to the `}` of a composite or the end of the text.
  private mutating func body(depth: Int) -> [StateRegion] {
    var regions = [StateRegion()]
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
          regions[regions.count - 1].statements += try statement(depth: depth)
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

  private mutating func statement(depth: Int) throws(MermaidError) -> [StateStatement] {
    let start = statementStart
    switch token.kind {
    case .id, .edge:
      return [try transitionOrState(start)]
    case .compositeName:
      return [try composite(start, depth: depth)]
    case .description:
      return try describedState(start, depth: depth)
    case .fork, .join, .choice:
      return [pseudoState(start)]
    case .note:
      return [try note(start)]
    case .direction(let direction):
      advance()
      return [
        .direction(DirectionStatement(direction, range: context.map.range(range(from: start))))
      ]
    case .classDef, .classWord, .styleWord:
      return [.style(try style(start))]
    case .click:
      return [.click(try click(start))]
    case .accTitle, .accDescr, .accDescrBlock:
      return [.metadata(try metadata(start))]
    case .hideEmpty:
      advance()
      return [inert(start)]
    case .scale:
      advance()
      _ = try take(.width, "a number")
      _ = try take(.widthWord, "`width`")
      return [inert(start)]
    default:
      throw unexpected(["a state", "a transition", "a note"])
    }
  }

  /// Where the statement of the next token begins: at its `state`, if it has one.
  private var statementStart: Int {
    switch token.kind {
    case .compositeName, .description, .fork, .join, .choice, .twoWords: lexer.stateStart
    default: token.range.lowerBound
    }
  }

  private mutating func inert(_ start: Int) -> StateStatement {
    let range = ByteScanner(context.bytes).trimmed(range(from: start))
    return .inert(InertText(context.text(range), range: context.map.range(range)))
  }

  /// `idStatement: (ID | EDGE_STATE) [':::' ID]`
  private mutating func reference() throws(MermaidError) -> (Name, cssClass: Name?) {
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
  private mutating func transitionOrState(_ start: Int) throws(MermaidError) -> StateStatement {
    let (from, fromClass) = try reference()
    if token.kind == .arrow {
      advance()
      let (to, toClass) = try reference()
      let label = label()
      return .transition(
        StateTransition(
          from: from, to: to, label: label, fromClass: fromClass, toClass: toClass,
          range: context.map.range(range(from: start))))
    }
    let label = label()
    return .state(
      StateDeclaration(
        from, label: label, cssClass: fromClass, range: context.map.range(range(from: start))))
  }

  private mutating func label() -> Label? {
    guard token.kind == .label else { return nil }
    let label = context.label(token.value)
    advance()
    return label.isEmpty ? nil : label
  }

  private mutating func pseudoState(_ start: Int) -> StateStatement {
    let kind: StateDeclaration.Kind =
      switch token.kind {
      case .fork: .fork
      case .join: .join
      default: .choice
      }
    let name = context.name(token.value)
    advance()
    return .state(
      StateDeclaration(name, kind: kind, range: context.map.range(range(from: start))))
  }
}

// MARK: - Composites and descriptions

extension StateParser {
  /// `state A {`; without a brace `state A` has no effect, whatever follows on its line.
  private mutating func composite(
    _ start: Int, depth: Int
  ) throws(MermaidError) -> StateStatement {
    var name = token
    advance()
    while token.kind == .compositeName, !isLineBreak(between: lastEnd, token.range.lowerBound) {
      name = token
      advance()
    }
    guard token.kind == .structStart else { return inert(start) }
    let regions = try regions(depth: depth)
    return .state(
      StateDeclaration(
        context.name(name.value), regions: regions, range: context.map.range(range(from: start))))
  }

  private func isLineBreak(between start: Int, _ end: Int) -> Bool {
    context.bytes[start..<max(start, end)].contains(0x0A)
  }

  private mutating func regions(depth: Int) throws(MermaidError) -> [StateRegion] {
    let brace = token.range
    guard depth < MermaidParser.maximumDepth else {
      throw context.error(
        "composite states are nested more than \(MermaidParser.maximumDepth) deep", at: brace)
    }
    advance()
    let regions = body(depth: depth + 1)
    guard token.kind == .structStop else {
      if context.isExhausted { return regions }
      throw context.error("this composite state is never closed", at: brace, expected: ["`}`"])
    }
    advance()
    return regions
  }

  /// `state "text" as A`, with a body or without; `state "text" as A : more` has two descriptions.
  private mutating func describedState(
    _ start: Int, depth: Int
  ) throws(MermaidError) -> [StateStatement] {
    let label = context.label(ByteScanner(context.bytes).trimmed(token.range))
    advance()
    _ = try take(.asWord, "`as`")
    let id = try take(.id, "the name of the state").value
    if token.kind == .structStart {
      let name = context.name(id)
      let regions = try regions(depth: depth)
      return [
        .state(
          StateDeclaration(
            name, label: label, regions: regions, range: context.map.range(range(from: start))))
      ]
    }
    let place = context.map.range(range(from: start))
    let scanner = ByteScanner(context.bytes)
    guard let colon = context.bytes[id].firstIndex(of: UInt8(ascii: ":")) else {
      return [
        .state(StateDeclaration(context.name(id), label: label, isLabelQuoted: true, range: place))
      ]
    }
    let name = context.name(scanner.trimmed(id.lowerBound..<colon))
    // Mermaid draws no state without a name.
    if name.text.isEmpty { return [inert(start)] }
    let rest = context.bytes[(colon + 1)..<id.upperBound]
    let end = rest.firstIndex(of: UInt8(ascii: ":")) ?? id.upperBound
    let more = context.label(scanner.trimmed((colon + 1)..<end))
    return [
      .state(StateDeclaration(name, label: label, isLabelQuoted: true, range: place)),
      .state(StateDeclaration(name, label: more, range: place)),
    ]
  }
}

// MARK: - Notes, styles, texts

extension StateParser {
  private mutating func note(_ start: Int) throws(MermaidError) -> StateStatement {
    advance()
    if token.kind == .noteText {
      advance()
      _ = try take(.asWord, "`as`")
      _ = try take(.id, "a name")
      return inert(start)
    }
    guard token.kind == .leftOf || token.kind == .rightOf else {
      throw unexpected(["`left of`", "`right of`"])
    }
    let position: StateNote.Position = token.kind == .leftOf ? .left : .right
    advance()
    let state = context.name(try take(.id, "a state").value)
    let text = try take(.noteText, "` : text`", "lines up to `end note`")
    return .note(
      StateNote(
        position, of: state, context.block(text.value),
        range: context.map.range(range(from: start))))
  }

  private mutating func style(_ start: Int) throws(MermaidError) -> StyleStatement {
    let kind: StyleStatement.Kind
    let ids: StateToken
    let value: StateToken
    switch token.kind {
    case .classDef:
      kind = .definition
      advance()
      ids = try take(.classDefName, "the name of a style class")
      value = try take(.classDefStyles, "styles")
    case .classWord:
      kind = .assignment
      advance()
      ids = try take(.classIDs, "states")
      value = try take(.className, "the name of a style class")
    default:
      kind = .direct
      advance()
      ids = try take(.styleIDs, "states")
      value = try take(.styleValue, "styles")
    }
    return StyleStatement(
      kind, targets: names(ids.value), value: context.label(value.value),
      range: context.map.range(ByteScanner(context.bytes).trimmed(range(from: start))))
  }

  /// The names of a list with commas.
  private mutating func names(_ list: Range<Int>) -> [Name] {
    let scanner = ByteScanner(context.bytes)
    return context.bytes[list].split(separator: UInt8(ascii: ",")).map { piece in
      context.name(scanner.trimmed(piece.startIndex..<piece.endIndex))
    }
  }

  /// `click A "url" "tip"`, `click A href "url"`; the line ends right behind it.
  private mutating func click(_ start: Int) throws(MermaidError) -> StateClick {
    advance()
    let (state, _) = try reference()
    var tooltip: Label?
    let url: Label
    if token.kind == .href {
      advance()
      url = quoted(try take(.string, "a quoted address"))
    } else {
      url = quoted(try take(.string, "a quoted address", "`href`"))
      tooltip = quoted(try take(.string, "a quoted tooltip"))
    }
    let range = range(from: start)
    _ = try take(.newline, "the end of the line")
    return StateClick(state, url: url, tooltip: tooltip, range: context.map.range(range))
  }

  private mutating func quoted(_ token: StateToken) -> Label {
    context.label(
      (token.range.lowerBound + 1)..<max(token.range.upperBound - 1, token.range.lowerBound + 1))
  }

  private mutating func metadata(_ start: Int) throws(MermaidError) -> Metadata {
    let kind: Metadata.Kind = token.kind == .accTitle ? .accessibleTitle : .accessibleDescription
    let text: Label
    switch token.kind {
    case .accDescrBlock:
      text = context.block(token.value)
      let whole = context.accDescrBlock(around: token.range)
      advance()
      return Metadata(.accessibleDescription, text, range: context.map.range(whole))
    case .accTitle:
      advance()
      text = context.label(try take(.accTitleValue, "a title").value)
    default:
      advance()
      text = context.label(try take(.accDescrValue, "a description").value)
    }
    return Metadata(kind, text, range: context.map.range(range(from: start)))
  }
}

// MARK: - Errors

extension StateParser {
  private mutating func unexpected(_ expected: [String]) -> MermaidError {
    StateParserMessages.unexpected(token, expected, &context)
  }
}
