import Diagnostics

// MARK: - class

extension ClassParser {
  /// `CLASS className ['[' STR ']'] [':::' word | '<<' word '>>'] ['{' members '}']`
  mutating func declaration(_ start: Int) throws(MermaidError) -> ClassDeclaration {
    advance()
    if token.kind == .string, !token.range.isEmpty {
      throw ClassParserMessages.quotedName(token, &context)
    }
    let (name, generic) = try className()
    var result = ClassDeclaration(name, generic: generic)
    result.label = try bracketedLabel()
    let isStyled = token.kind == .styleSeparator
    if isStyled {
      advance()
      result.cssClass = try word("the name of a style class")
    } else if token.kind == .annotationStart {
      result.annotations = [try annotationText()]
    }
    if token.kind == .structStart {
      let brace = token.range
      advance()
      try body(brace, &result)
      if isStyled, bodyWasEmpty {
        throw context.error(
          "the body of a class with `:::` cannot be empty", at: brace, expected: ["a member"])
      }
    }
    result.range = place(from: start)
    return result
  }

  /// `['[' STR ']']`
  mutating func bracketedLabel() throws(MermaidError) -> Label? {
    guard token.kind == .bracketOpen else { return nil }
    advance()
    let label = context.label(try take(.string, "a label in double quotes").range)
    _ = try take(.bracketClose, "`]`")
    return label
  }

  /// `alphaNumToken`
  mutating func word(_ expected: String) throws(MermaidError) -> Name {
    guard token.kind.isNamePart else { throw unexpected([expected]) }
    let name = context.name(token.range)
    advance()
    return name
  }

  private mutating func annotationText() throws(MermaidError) -> Label {
    advance()
    guard token.kind.isNamePart else { throw unexpected(["one word"]) }
    let label = context.label(token.range)
    advance()
    _ = try take(.annotationEnd, "`>>`")
    return label
  }

  mutating func annotation(_ start: Int) throws(MermaidError) -> ClassAnnotationStatement {
    let text = try annotationText()
    let (name, _) = try className()
    return ClassAnnotationStatement(text, on: name, range: place(from: start))
  }

  private mutating func body(
    _ brace: Range<Int>, _ result: inout ClassDeclaration
  ) throws(MermaidError) {
    bodyWasEmpty = token.kind == .structStop
    while true {
      if token.kind == .member {
        do throws(MermaidError) {
          if !token.value.isEmpty { try add(token.value, to: &result) }
        } catch {
          context.record(error)
        }
        advance()
      } else if token.kind == .openInStruct, !context.isExhausted {
        context.record(unexpected(["a member", "`}`"]))
        lexer.skipBraces(from: token.range.lowerBound)
        advance()
      } else {
        break
      }
    }
    switch token.kind {
    case .structStop: advance()
    case .endInStruct, .finish:
      throw context.error("this class is never closed", at: brace, expected: ["`}`"])
    default: throw unexpected(["a member", "`}`"])
    }
  }

  /// A member, or an annotation `<<text>>`.
  private mutating func add(
    _ value: Range<Int>, to result: inout ClassDeclaration
  ) throws(MermaidError) {
    if isAnnotation(value) {
      result.annotations.append(
        context.label((value.lowerBound + 2)..<(value.upperBound - 2)))
    } else {
      if let member = try member(value, isInBody: true) { result.members.append(member) }
    }
  }

  private func isAnnotation(_ value: Range<Int>) -> Bool {
    let scanner = ByteScanner(context.bytes)
    return scanner.starts("<<", at: value.lowerBound) && value.count >= 4
      && scanner.starts(">>", at: value.upperBound - 2)
  }

  /// A member from its text; Mermaid itself fails on `foo)` and `()`. After a colon, Mermaid
  /// removes HTML tags before it looks for a method, and finds no member in `<b)`.
  ///
  /// Returns `nil` for a text that Mermaid removes completely, such as an HTML tag. `isInBody` is
  /// `false` after `A :`, where Mermaid treats tags differently.
  mutating func member(
    _ value: Range<Int>, isInBody: Bool = false
  ) throws(MermaidError) -> ClassMember? {
    let text = context.text(value)
    let range = context.map.range(value)
    if isInBody, MemberParts.losesParentheses(text) {
      throw context.error(
        "Mermaid takes `<` in `\(context.excerpt(value))` for an HTML tag", at: value,
        expected: ["`~T~` for generics", "`#lt;`"])
    }
    if let member = ClassMember(written: text, range: range) { return member }
    // The text of an annotation may be anything.
    if isAnnotation(value) {
      var member = ClassMember(nil, text, range: range)
      member.written = text
      return member
    }
    let stripped = isInBody ? text : ModelText.trimmed(MemberParts.withoutTags(text))
    if stripped.isEmpty { return nil }
    guard let member = ClassMember(written: stripped, range: range) else {
      throw context.error(
        "`\(context.excerpt(value))` is neither a method nor a property", at: value,
        expected: ["`name(parameters)`"])
    }
    return member
  }
}

// MARK: - namespace, note

extension ClassParser {
  /// `NAMESPACE name ['[' STR ']'] '{' [NEWLINE] classStatements '}'`
  mutating func namespace(_ start: Int, depth: Int) throws(MermaidError) -> ClassNamespace {
    let opening = token.range
    guard depth < MermaidParser.maximumDepth else {
      throw context.error(
        "namespaces are nested more than \(MermaidParser.maximumDepth) deep", at: opening)
    }
    advance()
    let name = try dottedName("the name of the namespace")
    let label = try bracketedLabel()
    _ = try take(.structStart, "`{`")
    if token.kind == .newline { advance() }
    var statements: [ClassStatement] = []
    var isSeparated = true
    let errors = context.errors.count
    while true {
      for comment in context.comments(before: token.range.lowerBound) {
        statements.append(.comment(comment))
      }
      switch token.kind {
      case .structStop:
        guard statements.contains(where: { !$0.isComment }) || context.errors.count > errors
        else {
          throw context.error(
            "a namespace contains at least one class", at: opening, expected: ["a class"])
        }
        advance()
        return ClassNamespace(name, label: label, statements: statements, range: place(from: start))
      case .newline where !isSeparated:
        isSeparated = true
        advance()
      case .finish, .endInStruct:
        throw context.error("this namespace is never closed", at: opening, expected: ["`}`"])
      default:
        do throws(MermaidError) {
          guard isSeparated else { throw ClassParserMessages.inNamespace(token, &context) }
          statements.append(try statement(inNamespaceAt: depth))
        } catch {
          // Nesting that is too deep ends parsing.
          if depth + 2 > MermaidParser.maximumDepth || context.isExhausted { throw error }
          fail(error, depth: depth + 1)
        }
        isSeparated = false
      }
    }
  }

  private mutating func statement(
    inNamespaceAt depth: Int
  ) throws(MermaidError) -> ClassStatement {
    let start = token.range.lowerBound
    switch token.kind {
    case .classWord: return .declaration(try declaration(start))
    case .namespace: return .namespace(try namespace(start, depth: depth + 1))
    case .note, .noteFor: return .note(try note(start))
    default: throw ClassParserMessages.inNamespace(token, &context)
    }
  }

  /// `NOTE_FOR className STR`, `NOTE STR`
  mutating func note(_ start: Int) throws(MermaidError) -> ClassNote {
    let hasTarget = token.kind == .noteFor
    advance()
    let target = hasTarget ? try className().name : nil
    let text = context.block(try take(.string, "a text in double quotes").range)
    return ClassNote(text, for: target, range: place(from: start))
  }
}

extension ClassStatement {
  var isComment: Bool { if case .comment = self { true } else { false } }
}
