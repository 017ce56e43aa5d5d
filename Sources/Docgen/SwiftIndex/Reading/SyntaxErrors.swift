import Diagnostics
import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// Converts the parser's errors into diagnostics.
struct SyntaxErrors {
  let source: SourceContext
  let options: ReadingOptions

  /// The errors of a tree, at most as many as the options allow, and one line for the rest.
  ///
  /// An empty array for a tree without errors. The explanations of the parser are used unless the
  /// tree has more than 500 errors or is too deep; then the places are listed without explanations.
  func found(in tree: SourceFileSyntax) -> [Diagnostics.Diagnostic] {
    guard tree.hasError || tree.hasWarning, !Self.isTemplate(source.text.bytes) else { return [] }
    guard let places = places(in: tree) else {
      return [finding(at: 0, "the file has syntax errors; it is nested too deeply to locate them")]
    }
    guard places.count <= Self.explainedLimit else { return listed(places) }
    if let sign = Self.unexplained(in: tree) { return listed(places.isEmpty ? [sign] : places) }
    let errors = ParseDiagnosticsGenerator.diagnostics(for: tree)
      .filter { !Self.isWarningInSwift5($0.message) }
    var result = errors.prefix(options.syntaxErrorLimit).map { error in
      finding(
        at: error.position.utf8Offset, backticked(error.message),
        isWarning: error.diagMessage.severity != .error)
    }
    if errors.count > result.count, let next = errors.dropFirst(result.count).first {
      result.append(
        finding(
          at: next.position.utf8Offset, "\(errors.count - result.count) more syntax errors follow"))
    }
    return result
  }

  /// Whether a text certainly has errors other than the missing body of a type: a quick answer without
  /// explanations.
  static func hasUnexpectedCode(in text: String) -> Bool {
    let bytes = Array(text.utf8)
    let nesting = NestingGuard(bytes)
    let tree = nesting.bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    guard nesting.firstBlank == nil, tree.hasError, !isTemplate(bytes) else { return false }
    var rest = [Syntax(tree)]
    while let node = rest.popLast() {
      if node.is(UnexpectedNodesSyntax.self) { return true }
      if let token = node.as(TokenSyntax.self) {
        if token.presence == .missing, token.parent?.is(MemberBlockSyntax.self) != true {
          return true
        }
      } else if node.hasError {
        rest += node.children(viewMode: .all)
      }
    }
    return false
  }

  /// Whether the text is a template that makes Swift, with tags of Stencil: `{% for model in models %}`.
  private static func isTemplate(_ bytes: [UInt8]) -> Bool {
    bytes.contains("{%".utf8) && bytes.contains("%}".utf8)
  }

  /// Blanks before a parenthesis: the compiler accepts them in the mode of Swift 5.
  private static func isWarningInSwift5(_ message: String) -> Bool {
    message.hasPrefix("extraneous whitespace before")
  }

  func finding(
    at offset: Int, _ summary: String, isWarning: Bool = false
  ) -> Diagnostics.Diagnostic {
    let limit = source.text.bytes.count
    let start = min(max(offset, 0), limit)
    var end = start
    while end < limit, isWordByte(source.text.bytes[end]) { end += 1 }
    if end == start, start < limit { end += 1 }
    return Diagnostics.Diagnostic(
      rule: .swiftSyntax,
      severity: isWarning
        ? min(.warning, options.syntaxErrorSeverity)
        : options.syntaxErrorSeverity,
      at: source.location(start..<end), summary)
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// The `=` on which the parser's diagnostics trap. They report an `=` with a blank on one side
  /// only, and look for that side among spaces and tabs: with a form feed, a byte order mark or
  /// another character instead, they find no side, or two.
  private static func unexplained(in tree: SourceFileSyntax) -> Int? {
    tree.tokens(viewMode: .sourceAccurate).first { token in
      guard token.tokenKind == .equal, token.hasError else { return false }
      let isBlankBehind = hasBlank(token.trailingTrivia)
      // Only the parser knows whether a missing token counts as the token before it.
      return [.all, .sourceAccurate].contains { (mode: SyntaxTreeViewMode) in
        hasBlank(token.previousToken(viewMode: mode)?.trailingTrivia) == isBlankBehind
      }
    }?.positionAfterSkippingLeadingTrivia.utf8Offset
  }

  private static func hasBlank(_ trivia: Trivia?) -> Bool {
    trivia?.contains { piece in
      switch piece {
      case .spaces, .tabs: true
      default: false
      }
    } ?? false
  }

  /// With more errors than this, which only garbage has, the parser's explanations take far too
  /// long.
  private static let explainedLimit = 500
  /// In deeper trees a walk that recurses into every node could overflow the stack: long chains
  /// of calls give trees as deep as the chain is long.
  private static let depthLimit = 4_000

  /// Offsets of missing or unexpected tokens, in source order; `nil` for a tree that is too deep.
  private func places(in tree: SourceFileSyntax) -> [Int]? {
    var found: [Int] = []
    var stack: [(node: Syntax, depth: Int)] = [(Syntax(tree), 0)]
    while let (node, depth) = stack.popLast() {
      if depth > Self.depthLimit { return nil }
      if let token = node.as(TokenSyntax.self) {
        if token.presence == .missing || token.hasError {
          found.append(token.position.utf8Offset)
        }
      } else if node.is(UnexpectedNodesSyntax.self) {
        found.append(node.position.utf8Offset)
      } else if node.hasError {
        let start = stack.count
        for child in node.children(viewMode: .all) { stack.append((child, depth + 1)) }
        stack[start...].reverse()
      }
    }
    return found
  }

  /// Places without explanations.
  private func listed(_ places: [Int]) -> [Diagnostics.Diagnostic] {
    let shown = places.prefix(max(options.syntaxErrorLimit, 1))
    let rest = places.dropFirst(shown.count)
    return shown.map { finding(at: $0, "unexpected or missing code") }
      + rest.prefix(1).map { finding(at: $0, "\(rest.count) more syntax errors follow") }
  }

  /// The parser quotes code in apostrophes, docgen in backticks; apostrophes in words are kept.
  private func backticked(_ message: String) -> String {
    var result = ""
    var previous: Character = " "
    let characters = Array(message)
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      let isInWord = previous.isLetter && next.isLetter
      result.append(character == "'" && !isInWord ? "`" : character)
      previous = character
    }
    return result
  }
}
