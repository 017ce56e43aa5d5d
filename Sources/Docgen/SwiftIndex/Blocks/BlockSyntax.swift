import SwiftParser
import SwiftSyntax

/// A Swift block of a document, split into the parts that a program is made of.
///
///     import Doors                       importing
///     struct Key { var teeth = 5 }       declaration
///     let door = Door(width: 70)         variable `door`
///     door.width  // => 70               statement with a result
package struct BlockSyntax: Hashable, Sendable {
  /// In the order of the block.
  package let items: [BlockItem]
  /// Comments with results that follow no statement, as offsets of their first bytes.
  package let strayResults: [Int]
  /// Whether the compiler will report a syntax error in the block.
  package let hasSyntaxErrors: Bool

  package init(_ text: String) {
    let nesting = NestingGuard(Array(text.utf8))
    let bytes = nesting.bytes
    let tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    let comments = BlockComment.all(in: tree)
    var reader = BlockItemReader(bytes: bytes, comments: comments)
    items = reader.items(of: tree)
    hasSyntaxErrors = tree.hasError || nesting.firstBlank != nil
    let used = Set(items.flatMap(\.results).map(\.commentStart))
    strayResults = comments.filter { $0.kind != nil && !used.contains($0.range.lowerBound) }
      .map(\.range.lowerBound)
  }

  /// The modules that the block imports itself.
  package var imports: Set<String> { Set(items.flatMap(\.imports)) }

  /// The names that the block declares outside of types and functions.
  package var declared: Set<String> { items.reduce(into: []) { $0.formUnion($1.declared) } }
}

/// A declaration or statement of a block.
package struct BlockItem: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case importing, declaration, function, variable, statement
  }

  package var kind: Kind
  /// The bytes in the block, without the comments around.
  package var range: Range<Int>
  /// The modules of an import.
  package var imports: Set<String> = []
  package var declared: Set<String> = []
  /// The name and parameters of a function.
  package var signature: String?
  /// The names that it uses and does not declare inside.
  package var used: Set<String> = []
  /// The modifiers that set the access level of a declaration, and `@main`.
  package var access: [Range<Int>] = []
  /// Where `private` can be inserted; `nil` where it is not allowed.
  package var accessPlace: Int?
  /// Whether it affects other files of its module, whatever its access level: an operator,
  /// a conformance of another type, or a public member of one.
  package var isVisibleEverywhere = false
  /// Whether a variable can be declared outside of functions.
  package var canBeGlobal = false
  /// The form of a statement or variable whose value a result can state.
  package var value: Value?
  package var results: [ResultComment] = []

  package enum Value: Hashable, Sendable {
    /// The statement is an expression.
    case expression
    /// This expression has the value after the statement: `count` of `count += 1`.
    case named(String)
  }
}

/// A comment with the result of a statement.
package struct ResultComment: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// `// => 42`: the value of the expression.
    case value = "=>"
    /// `// prints: text`: what the statement writes to standard output.
    case prints = "prints:"
    /// `// throws: error`: the error that it throws.
    case `throws` = "throws:"
  }

  package var kind: Kind
  /// The expected text; empty if none is written yet.
  package var text: String
  /// The offset of `//`.
  package var commentStart: Int
  /// The bytes of the expected text, from after the mark to the end of its last line.
  package var range: Range<Int>
}

/// A line comment and the result in it.
struct BlockComment {
  /// From `//` to the end of the line.
  var range: Range<Int>
  var kind: ResultComment.Kind?
  /// The text after the mark, or after `//`.
  var text: String
  /// The length of `//` and the mark, without blanks after it.
  var markLength: Int

  init(_ text: String, at offset: Int) {
    range = offset..<offset + text.utf8.count
    let body = text.dropFirst(2)
    let start = body.drop { $0 == " " }
    kind = ResultComment.Kind.allCases.first { start.hasPrefix($0.rawValue) }
    let mark = kind?.rawValue.utf8.count ?? 0
    markLength = kind == nil ? 2 : 2 + (body.utf8.count - start.utf8.count) + mark
    let rest = text.utf8.dropFirst(markLength)
    let content = Substring(rest)
    self.text =
      String(content.first == " " ? content.dropFirst() : content)
      .trimmingTrailingBlanks
  }

  /// The line comments of a tree, in its order.
  static func all(in tree: SourceFileSyntax) -> [BlockComment] {
    var comments: [BlockComment] = []
    for token in tree.tokens(viewMode: .sourceAccurate) {
      var offset = token.position.utf8Offset
      for (index, trivia) in [token.leadingTrivia, token.trailingTrivia].enumerated() {
        if index == 1 { offset = token.endPositionBeforeTrailingTrivia.utf8Offset }
        for piece in trivia {
          if case .lineComment(let text) = piece { comments.append(BlockComment(text, at: offset)) }
          offset += piece.sourceLength.utf8Length
        }
      }
    }
    return comments
  }
}

extension String {
  fileprivate var trimmingTrailingBlanks: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
