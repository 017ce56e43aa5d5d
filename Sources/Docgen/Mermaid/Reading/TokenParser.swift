import Diagnostics

/// The pieces of the four parsers: taking tokens one by one, and the statements that all grammars
/// have.
protocol TokenParser {
  associatedtype Lexer: ModalLexer

  var context: ParsingContext { get set }
  var lexer: Lexer { get set }
  var token: Token<Lexer.Kind> { get set }
  /// The end of the last token that was taken.
  var lastEnd: Int { get set }

  /// The error for a token that is not one of the expected ones.
  mutating func unexpected(_ expected: [String]) -> MermaidError
}

extension TokenParser {
  var errors: [MermaidError] { context.errors }

  mutating func advance() {
    lastEnd = token.range.upperBound
    if let sign = token.kind.closingSign, lastEnd < context.bytes.count,
      context.bytes[lastEnd] == sign
    {
      lastEnd += 1
    }
    token = lexer.next()
    guard !lexer.comments.isEmpty else { return }
    for comment in lexer.comments { context.met(comment) }
    lexer.comments.removeAll(keepingCapacity: true)
  }

  /// - Parameters:
  ///   - kind: The only token that is accepted here.
  ///   - expected: Descriptions of it for the error message.
  /// - Throws: `MermaidError` at the token that is there instead; it is not consumed.
  /// - Returns: The token, which is consumed.
  @discardableResult mutating func take(
    _ kind: Lexer.Kind, _ expected: String...
  ) throws(MermaidError) -> Token<Lexer.Kind> {
    guard token.kind == kind else { throw unexpected(expected) }
    let taken = token
    advance()
    return taken
  }

  /// From an offset to the end of the last token, without white space around it.
  func range(from start: Int) -> Range<Int> {
    ByteScanner(context.bytes).trimmed(start..<max(lastEnd, start))
  }

  mutating func place(from start: Int) -> SourceRange { context.map.range(range(from: start)) }

  /// `accTitle: text`, `accDescr: text`, `accDescr { text }`
  mutating func metadata(_ start: Int) throws(MermaidError) -> Metadata {
    let opening = token
    advance()
    switch opening.kind {
    case .accDescrBlock: return context.descriptionBlock(opening.value, token: opening.range)
    case .accTitle:
      let value = try take(.accTitleValue, "a title").value
      return context.metadata(.accessibleTitle, value, from: start)
    default:
      let value = try take(.accDescrValue, "a description").value
      return context.metadata(.accessibleDescription, value, from: start)
    }
  }
}
