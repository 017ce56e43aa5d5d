import Diagnostics

/// Builds the tree of a flowchart from its tokens. After an error, parsing continues with the next
/// line.
///
/// A parser by recursive descent. The real one is an LALR parser generated from a grammar; comments
/// quote its rules. Errors are thrown as typed errors within a statement, recorded by `body`, and
/// never leave `parse`.
struct FlowchartParser: TokenParser {
  /// Mermaid draws no more links unless the page that shows the diagram raises the limit.
  static let maximumLinks = 500

  var context: ParsingContext
  var lexer: FlowchartLexer
  var token: FlowchartToken
  var lastEnd = 0
  /// Whether subgraphs are nested too deeply to continue.
  var isAbandoned = false
  /// The links so far, for `linkStyle` and for the maximum.
  var linkCount = 0
  var hasTooManyLinks = false

  /// Mermaid takes white space between `}` and the end of a line out of the text.
  init(_ prepared: PreparedText, _ source: SourceText) {
    var prepared = prepared
    prepared.removeWhitespaceAfterBraces()
    context = ParsingContext(prepared, PositionMap(source, prepared))
    let start = DiagramKind.start(prepared.bytes)
    lexer = FlowchartLexer(prepared.bytes, at: start)
    token = FlowchartToken(.end, start..<start)
  }

  mutating func parse() -> Flowchart {
    context.refuseLinesBefore(lexer.scanner.index) { _ in true }
    if lexer.scanner.index > 0, context.bytes.starts(with: "%%".utf8), errors.isEmpty {
      let line = 0..<ByteScanner(context.bytes).endOfLine(0)
      context.record(
        context.error("an empty comment before a flowchart is not allowed", at: line, fix: ""))
    }
    token = lexer.next()
    var diagram = Flowchart()
    let word = DiagramKind.word(context.bytes, at: token.range.lowerBound)
    diagram.header = context.header(word)
    do throws(MermaidError) {
      diagram.direction = try direction(word)
    } catch {
      context.record(error)
      recover(from: token.range.lowerBound)
    }
    diagram.statements = body(depth: 0)
    return diagram
  }

  /// `graphConfig: GRAPH NODIR | GRAPH DIR FirstStmtSeparator`
  private mutating func direction(_ word: Range<Int>) throws(MermaidError) -> Direction {
    guard token.kind == .graph else {
      throw context.error(
        "`\(context.excerpt(word))` is not a kind of diagram that Mermaid knows", at: word,
        expected: ["`flowchart`"], fix: "flowchart")
    }
    advance()
    if token.kind == .noDirection || token.kind == .end || token.kind == .eof {
      advance()
      return .topToBottom
    }
    guard case .headerDirection(let direction) = token.kind else {
      let found = DiagramKind.word(
        context.bytes, at: ByteScanner(context.bytes).skippingWhitespace(lastEnd))
      throw context.error(
        "`\(context.excerpt(found))` is not a direction", at: found,
        expected: ["`LR`", "`RL`", "`TB`", "`TD`", "`BT`", "the end of the line"])
    }
    advance()
    let hadSpace = token.kind == .space
    while token.kind == .space { advance() }
    guard token.kind == .newline || (token.kind == .semicolon && !hadSpace) else {
      let isLink = token.kind == .link || token.kind == .linkStart
      throw unexpected(
        isLink ? nil : "nothing may follow the direction on the first line",
        ["the end of the line", "`;`"])
    }
    advance()
    return direction
  }
}

// MARK: - Tokens

extension FlowchartParser {
  /// Continues at the end of the line. A link takes the line ends before it.
  mutating func recover(from offset: Int) {
    let start = ByteScanner(context.bytes).trimmed(token.range)
    lexer.recover(from: start.isEmpty ? offset : max(start.lowerBound, offset))
    advance()
  }

  mutating func unexpected(_ expected: [String]) -> MermaidError { unexpected(nil, expected) }
}

// MARK: - Statements

extension FlowchartParser {
  /// `document`, up to the `end` of a subgraph or the end of the text.
  ///
  /// The depth of subgraphs is limited, since each level is a call of this function: a text of a
  /// hundred thousand `subgraph` lines must not exceed the stack.
  mutating func body(depth: Int) -> [FlowchartStatement] {
    var statements: [FlowchartStatement] = []
    while !context.isExhausted {
      for comment in context.comments(before: token.range.lowerBound) {
        statements.append(.comment(comment))
      }
      switch token.kind {
      case .newline, .space, .eof: advance()
      case .semicolon:
        statements.append(.ignored(IgnoredStatement(";", range: context.map.range(token.range))))
        advance()
      case .end: return statements
      case .subgraphEnd where depth > 0: return statements
      default:
        do throws(MermaidError) {
          statements.append(try statement(depth: depth))
        } catch {
          context.record(error)
          if isAbandoned { return statements }
          recover(from: token.range.lowerBound)
        }
      }
    }
    return statements
  }

  private mutating func statement(depth: Int) throws(MermaidError) -> FlowchartStatement {
    let start = token.range.lowerBound
    switch token.kind {
    case .subgraph: return .subgraph(try subgraph(start, depth: depth))
    case .direction(let direction):
      advance()
      return .direction(
        DirectionStatement(direction, range: place(from: start)))
    case .accTitle, .accDescr, .accDescrBlock: return .metadata(try metadata(start))
    case .style, .linkStyle, .classDef, .classWord, .click:
      let statement = try appearance(start)
      try separator()
      return statement
    default:
      guard token.kind.isIdentifier else {
        throw unexpected(["a node", "a link", "`subgraph`"])
      }
      let chain = try chain(start)
      try separator()
      return .chain(chain)
    }
  }

  mutating func separator() throws(MermaidError) {
    guard token.kind.isSeparator else { throw unexpected(["a link", "the end of the line"]) }
    advance()
  }

  /// `subgraph` alone, with a title, or with an id and a title in brackets.
  private mutating func subgraph(
    _ start: Int, depth: Int
  ) throws(MermaidError) -> FlowchartSubgraph {
    let word = token.range
    var subgraph = FlowchartSubgraph(id: nil, title: FlowchartText(""))
    do throws(MermaidError) {
      subgraph = try subgraphLine(word)
    } catch {
      context.record(error)
      recover(from: token.range.lowerBound)
    }
    guard depth < MermaidParser.maximumDepth else {
      isAbandoned = true
      throw context.error("subgraphs are nested too deeply", at: word)
    }
    subgraph.range = place(from: start)
    subgraph.statements = body(depth: depth + 1)
    guard !isAbandoned else { return subgraph }
    guard token.kind == .subgraphEnd else {
      throw context.error("this subgraph is never closed", at: word, expected: ["`end`"])
    }
    advance()
    return subgraph
  }

  private mutating func subgraphLine(
    _ word: Range<Int>
  ) throws(MermaidError) -> FlowchartSubgraph {
    advance()
    if token.kind.isSeparator {
      throw context.error("this subgraph has no title", at: word, expected: ["`subgraph title`"])
    }
    try take(.space, "a title")
    let title = try title()
    var subgraph = FlowchartSubgraph(id: nil, title: title)
    let source = title.label.source
    if token.kind == .open(.square) {
      let opener = token.range
      advance()
      subgraph.id = Name(ModelText.trimmed(source), range: title.label.range)
      subgraph.title = try text(after: opener, until: .square)
    } else if !ModelText.hasWhitespace(source) {
      subgraph.id = Name(source, range: title.label.range)
    }
    guard token.kind.isSeparator else {
      throw unexpected("nothing may follow the title of a subgraph", ["the end of the line"])
    }
    advance()
    return subgraph
  }

  /// `textNoTags`
  private mutating func title() throws(MermaidError) -> FlowchartText {
    guard var title = text(of: \.isTitle, isTrimmed: false) else {
      throw unexpected(["a title"])
    }
    // Only a title in brackets keeps its kind.
    if title.kind == .string { title.kind = .text }
    return title
  }
}
