import Diagnostics

/// Builds the tree of a class diagram from its tokens. After an error, parsing continues with the
/// next line.
///
/// Parses by recursive descent; the comments of functions quote the rules of the real grammar. A
/// statement must end at a line feed, and an error skips to the next one.
struct ClassParser: TokenParser {
  var context: ParsingContext
  var lexer: ClassLexer
  var token: ClassToken
  var lastEnd = 0
  /// Whether the text begins with `classDiagram`, as almost all do.
  let hasHeader: Bool
  /// Whether the braces of the last class had nothing between them.
  var bodyWasEmpty = false

  init(_ prepared: PreparedText, _ map: PositionMap, at start: Int, hasHeader: Bool = true) {
    self.hasHeader = hasHeader
    context = ParsingContext(prepared, map)
    lexer = ClassLexer(prepared.bytes, at: start, hasHeader: hasHeader)
    token = ClassToken(.finish, start..<start)
  }

  /// `CLASS_DIAGRAM NEWLINE statements EOF`
  mutating func parse() -> ClassDiagram {
    context.refuseLinesBefore(lexer.scanner.index) { line in
      var directions = DirectionFinder(ignoresCase: false)
      return directions.match(ByteScanner(Array(line)), at: 0) != nil
    }
    token = lexer.next()
    var header = DiagramHeader(keyword: "classDiagram")
    if token.kind == .diagram {
      header = context.header(token.range)
      let word = token.range
      advance()
      if token.kind == .newline {
        advance()
        if token.kind == .finish {
          context.record(
            context.error(
              "a class diagram has at least one statement", at: word, expected: ["a class"]))
        }
      } else {
        fail(ClassParserMessages.headerNotAlone(token, &context), depth: 0)
      }
    } else if let diagram = statementsAlone() {
      return diagram
    } else {
      let word = DiagramKind.word(context.bytes, at: token.range.lowerBound)
      context.record(context.noHeader(word, keyword: "classDiagram"))
      lexer.recover(from: word.upperBound, depth: 0)
      advance()
    }
    return ClassDiagram(header: header, statements: statements())
  }
}

// MARK: - Tokens

extension ClassParser {
  mutating func unexpected(_ expected: [String]) -> MermaidError {
    ClassParserMessages.unexpected(token, expected, in: &context)
  }

  /// With the white space at its start.
  mutating func place(from start: Int) -> SourceRange {
    context.map.range(start..<max(start, range(from: start).upperBound))
  }

  /// Records an error and continues after the line of the token.
  mutating func fail(_ error: MermaidError, depth: Int) {
    context.record(error)
    lexer.recover(from: token.range.lowerBound, depth: depth)
    advance()
  }
}

// MARK: - Statements

extension ClassParser {
  /// Statements outside of namespaces, each on its own line.
  mutating func statements() -> [ClassStatement] {
    var result: [ClassStatement] = []
    result.reserveCapacity(ParsingContext.usualStatements)
    // A line feed ends a statement, and every line must have one.
    var isBehindStatement = !context.errors.isEmpty
    while !context.isExhausted {
      for comment in context.comments(before: token.range.lowerBound) {
        result.append(.comment(comment))
      }
      switch token.kind {
      case .newline where isBehindStatement:
        isBehindStatement = false
        advance()
      case .finish, .beyond: return result
      default:
        isBehindStatement = true
        do throws(MermaidError) {
          result.append(try statement())
          if ![.newline, .finish, .beyond].contains(token.kind) {
            throw ClassParserMessages.notAlone(token, &context)
          }
        } catch {
          fail(error, depth: 0)
        }
      }
    }
    return result
  }

  private mutating func statement() throws(MermaidError) -> ClassStatement {
    let start = token.range.lowerBound
    switch token.kind {
    case .classWord: return .declaration(try declaration(start))
    case .namespace: return .namespace(try namespace(start, depth: 0))
    case .noteFor, .note: return .note(try note(start))
    case .annotationStart: return .annotation(try annotation(start))
    case .direction(let direction):
      advance()
      return .direction(DirectionStatement(direction, range: place(from: start)))
    case .style, .classDef, .cssClass: return .style(try style(start))
    case .click, .link, .callback: return .interaction(try interaction(start))
    case .accTitle, .accDescr, .accDescrBlock: return .metadata(try metadata(start))
    case .word, .letter, .minus, .literal: return try memberOrRelation(start)
    default:
      throw unexpected(["a class", "a relation", "a member", "a note"])
    }
  }

  /// `className: alphaNumToken ['.'] className | … GENERICTYPE | literal [GENERICTYPE]`
  ///
  /// The result has the generic parameters apart from the name: `Map~K, V~` has the name `Map` and
  /// the generic `K, V`.
  mutating func className() throws(MermaidError) -> (name: Name, generic: Label?) {
    let name = try dottedName("a class")
    guard token.kind == .generic else { return split(name) }
    let generic = context.label(token.range)
    advance()
    return (name, generic)
  }

  /// A `~` in backticks begins the generic parameters, too.
  private func split(_ name: Name) -> (name: Name, generic: Label?) {
    guard name.text.utf8.dropFirst().contains(UInt8(ascii: "~")) else { return (name, nil) }
    let parts = name.text.split(separator: "~", maxSplits: 2, omittingEmptySubsequences: false)
    let written = parts.count > 1 ? String(parts[1]) : ""
    let generic = written.isEmpty ? nil : Label(Entities.shown(written: written), written: written)
    return (Name(String(parts[0]), range: name.range), generic)
  }

  /// Words with dots between some of them; the last part may be in backticks.
  mutating func dottedName(_ expected: String) throws(MermaidError) -> Name {
    let start = token.range.lowerBound
    var end = start
    var text = ""
    var isComplete = false
    while true {
      if token.kind.isNamePart {
        text += context.text(token.range)
        end = token.range.upperBound
        isComplete = true
        advance()
        if token.kind == .dot {
          text += "."
          isComplete = false
          advance()
        }
      } else if token.kind == .literal {
        text += context.text(token.range)
        end = token.range.upperBound
        advance()
        return Name(text, range: context.map.range(start..<end))
      } else {
        guard isComplete else { throw unexpected([expected]) }
        return Name(text, range: context.map.range(start..<end))
      }
    }
  }

  /// `className`, `className LABEL`, `className [STR] relation [STR] className [LABEL]`
  private mutating func memberOrRelation(_ start: Int) throws(MermaidError) -> ClassStatement {
    let (name, generic) = try className()
    switch token.kind {
    case .label where token.value.isEmpty:
      let range = context.map.range(start..<lastEnd)
      advance()
      return .declaration(ClassDeclaration(name, generic: generic, range: range))
    case .label:
      guard let member = try member(token.value) else {
        let range = context.map.range(start..<token.range.upperBound)
        advance()
        return .declaration(ClassDeclaration(name, generic: generic, range: range))
      }
      advance()
      return .member(
        ClassMemberStatement(name, generic: generic, member, range: place(from: start)))
    case .string, .end, .solidLine, .dottedLine:
      return .relation(try relation(start, name, generic: generic))
    case .newline, .finish:
      // Backticks and empty generic parameters are part of the name, but not of its token.
      let isQuoted = start > 0 && context.bytes[start - 1] == UInt8(ascii: "`")
      let scanner = ByteScanner(context.bytes)
      var end = lastEnd
      while scanner.byte(end) == UInt8(ascii: "~") { end += 1 }
      let text = context.text(scanner.trimmed((isQuoted ? start - 1 : start)..<end))
      return .inert(IgnoredStatement(text, range: place(from: start)))
    default:
      throw ClassParserMessages.afterName(token, name, in: &context)
    }
  }

  private mutating func relation(
    _ start: Int, _ name: Name, generic: Label?
  ) throws(MermaidError) -> ClassRelation {
    var from = ClassRelation.Side(name, generic: generic)
    from.cardinality = cardinality()
    if case .end(let end) = token.kind {
      from.end = end
      advance()
    }
    let line: ClassRelation.Line
    switch token.kind {
    case .solidLine: line = .solid
    case .dottedLine: line = .dotted
    default: throw ClassParserMessages.noLine(token, &context)
    }
    advance()
    var end: ClassRelation.End?
    if case .end(let found) = token.kind {
      end = found
      advance()
    }
    let toCardinality = cardinality()
    let (target, targetGeneric) = try className()
    let to = ClassRelation.Side(
      target, end, cardinality: toCardinality, generic: targetGeneric)
    var label: Label?
    if token.kind == .label {
      let text = context.label(token.value)
      label = text.isEmpty ? nil : text
      advance()
    }
    return ClassRelation(from: from, to: to, line: line, label: label, range: place(from: start))
  }

  /// `nil` for `"none"` and the empty text, which have no meaning.
  private mutating func cardinality() -> Label? {
    guard token.kind == .string else { return nil }
    let label = context.label(ByteScanner(context.bytes).trimmed(token.range))
    advance()
    return label.text == "none" || label.isEmpty ? nil : label
  }
}
