import SwiftParser
import SwiftSyntax

/// Finds missing and superfluous braces by the indentation of lines: otherwise the rest of the file
/// would be parsed as part of one function, or as outside of its type.
///
///     struct Door {              struct Door {
///       func open() {              func open() {
///         if isLocked {              if isLocked {
///           unlock()                   unlock()
///       }                         }}
///       func close() {}            func close() {}
///     }                          }
///
/// Every byte keeps its offset: a blank becomes a brace, or a brace a blank.
///
/// It is tried only for files with a missing or unexpected brace, and its result is used only if it
/// has fewer of them. Offsets must not change, because all places of declarations refer to the
/// original text.
struct BraceRecovery {
  private var bytes: [UInt8]
  private var isChanged = false
  /// The indentation of the line of each open brace.
  private var open: [Int] = []
  /// The end of the previous token.
  private var previousEnd = 0
  /// The current line up to an offset: its start, and its first token.
  private var line = (start: 0, first: Int?.none, end: 0)

  /// The tree with braces at the places that the indentation shows. Returns `nil` if the braces are
  /// in order, or if indentation does not fix them.
  static func mended(_ tree: SourceFileSyntax, of bytes: [UInt8]) -> SourceFileSyntax? {
    let before = misplaced(in: tree)
    guard before > 0 else { return nil }
    var repair = BraceRecovery(bytes: bytes)
    visit(tree, viewMode: .sourceAccurate) { token, _ in repair.take(token) }
    guard repair.isChanged else { return nil }
    let mended = repair.bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    return misplaced(in: mended) < before ? mended : nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The number of missing or unexpected braces.
  private static func misplaced(in tree: SourceFileSyntax) -> Int {
    guard tree.hasError else { return 0 }
    var count = 0
    visit(tree, viewMode: .all) { token, isExpected in
      guard token.tokenKind == .rightBrace else { return }
      if token.presence == .missing || !isExpected { count += 1 }
    }
    return count
  }

  /// Every token in order, without recursion: long chains of calls give trees too deep for it.
  private static func visit(
    _ tree: SourceFileSyntax, viewMode: SyntaxTreeViewMode,
    _ body: (_ token: TokenSyntax, _ isExpected: Bool) -> Void
  ) {
    var stack: [(node: Syntax, isExpected: Bool)] = [(Syntax(tree), true)]
    while let (node, isExpected) = stack.popLast() {
      if let token = node.as(TokenSyntax.self) {
        body(token, isExpected)
        continue
      }
      let isExpected = isExpected && !node.is(UnexpectedNodesSyntax.self)
      let start = stack.count
      for child in node.children(viewMode: viewMode) { stack.append((child, isExpected)) }
      stack[start...].reverse()
    }
  }

  /// A line that begins with `}` closes all deeper blocks; one that begins with a declaration
  /// closes the blocks that are not indented less.
  private mutating func take(_ token: TokenSyntax) {
    let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
    advance(to: start)
    let isFirst = line.first == nil
    let indentation = (line.first ?? start) - line.start
    switch token.tokenKind {
    case .leftBrace: open.append(indentation)
    case .rightBrace where isFirst:
      while open.count > 1, let innermost = open.last, innermost > indentation {
        close(before: start)
      }
      if let innermost = open.last, innermost < indentation {
        bytes[start] = 0x20
        isChanged = true
      } else {
        _ = open.popLast()
      }
    case .rightBrace: _ = open.popLast()
    default:
      guard isFirst, Self.beginsDeclaration.contains(token.text) else { break }
      while let innermost = open.last, innermost >= indentation {
        close(before: start)
      }
    }
    previousEnd = token.endPositionBeforeTrailingTrivia.utf8Offset
  }

  /// Puts a brace between the previous token and an offset, in place of a blank.
  private mutating func close(before offset: Int) {
    open.removeLast()
    for free in blanks(before: offset) {
      guard let place = free.last(where: { !Self.isLineEnd(bytes[$0]) }) ?? free.last else {
        continue
      }
      bytes[place] = UInt8(ascii: "}")
      isChanged = true
      return
    }
  }

  /// The blanks between the previous token and an offset. Those before the first comment come
  /// first, so that comments stay with the code after them. A line ending belongs to the comment
  /// before it.
  private func blanks(before offset: Int) -> [[Int]] {
    var groups: [[Int]] = [[]]
    var index = previousEnd
    while index < offset {
      if Self.isBlank(bytes[index]) {
        groups[groups.count - 1].append(index)
      } else if bytes[index] == UInt8(ascii: "/") {
        index = endOfComment(from: index, before: offset)
        groups.append([])
      }
      index += 1
    }
    return groups
  }

  /// The last byte of a comment, or of the line ending after a comment that ends with its line.
  private func endOfComment(from start: Int, before end: Int) -> Int {
    let star = UInt8(ascii: "*")
    var index = start + 1
    let isBlock = index < end && bytes[index] == star
    while index < end {
      let isEnd =
        isBlock
        ? index > start + 2 && bytes[index] == UInt8(ascii: "/") && bytes[index - 1] == star
        : bytes[index] == 0x0A
      if isEnd { return index }
      index += 1
    }
    return end
  }

  private mutating func advance(to offset: Int) {
    for index in line.end..<max(line.end, offset) {
      if bytes[index] == 0x0A {
        line = (index + 1, nil, index + 1)
      } else if line.first == nil, !Self.isBlank(bytes[index]) {
        line.first = index
      }
    }
    line.end = max(line.end, offset)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || isLineEnd(byte)
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// The first words of lines with a declaration. `case` is not one of them, since it may have the
  /// same indentation as its `switch`.
  private static let beginsDeclaration: Set<String> = [
    "@", "actor", "class", "convenience", "deinit", "distributed", "dynamic", "enum", "extension",
    "fileprivate", "final", "func", "import", "indirect", "init", "internal", "lazy", "let",
    "macro", "mutating", "nonisolated", "nonmutating", "open", "override", "package", "private",
    "protocol", "public", "required", "static", "struct", "subscript", "typealias", "unowned",
    "var", "weak",
  ]
}
