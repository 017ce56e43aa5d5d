import Diagnostics
import SwiftSyntax

extension SourceContext {
  /// The documentation comment above a declaration, given its first token.
  ///
  /// `nil` if a blank line separates the comment from the declaration; an ordinary comment in
  /// between also ends it. Of several comments, only the last block without blank lines counts.
  func documentation(before token: TokenSyntax?) -> Documentation? {
    guard let token else { return nil }
    var block = CommentBlock()
    var offset = token.position.utf8Offset
    for piece in token.leadingTrivia {
      let length = piece.sourceLength.utf8Length
      defer { offset += length }
      switch piece {
      case .docLineComment(let text):
        block.append(line: String(text.dropFirst(3)), at: offset..<offset + length)
      case .docBlockComment(let text):
        block.append(block: text, at: offset..<offset + length)
      case .newlines(let count), .carriageReturns(let count), .carriageReturnLineFeeds(let count):
        block.newlines += count
      case .spaces, .tabs: break
      default: block = CommentBlock()
      }
    }
    guard let range = block.range, block.newlines < 2 else { return nil }
    return Documentation(text: block.text, location: location(range))
  }
}

/// The documentation lines that were collected so far.
private struct CommentBlock {
  private var lines: [String] = []
  private(set) var range: Range<Int>?
  /// Line breaks since the last line of the comment.
  var newlines = 0

  mutating func append(line: String, at offsets: Range<Int>) {
    begin(at: offsets)
    lines.append(line)
  }

  mutating func append(block: String, at offsets: Range<Int>) {
    begin(at: offsets)
    var inside = block.dropFirst(3)
    if inside.hasSuffix("*/") { inside = inside.dropLast(2) }
    for line in inside.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let words = line.drop { $0 == " " || $0 == "\t" }
      lines.append(words.hasPrefix("*") ? String(words.dropFirst()) : String(line))
    }
  }

  /// A blank line starts a new comment.
  private mutating func begin(at offsets: Range<Int>) {
    if newlines > 1 {
      lines = []
      range = nil
    }
    newlines = 0
    range = (range?.lowerBound ?? offsets.lowerBound)..<offsets.upperBound
  }

  /// Lines without the indentation that all share, and without blank lines around them.
  var text: String {
    let indents = lines.filter { !Self.isBlank($0) }
      .map { $0.prefix { $0 == " " || $0 == "\t" }.count }
    let common = indents.min() ?? 0
    var result = lines.map { Self.isBlank($0) ? "" : String($0.dropFirst(common)) }
    while result.first?.isEmpty == true { result.removeFirst() }
    while result.last?.isEmpty == true { result.removeLast() }
    return result.joined(separator: "\n")
  }

  /// Characters are examined only from the first one beyond ASCII on.
  private static func isBlank(_ line: String) -> Bool {
    for byte in line.utf8 where byte != 0x20 && !(0x09...0x0D).contains(byte) {
      return byte < 0x80 ? false : line.allSatisfy(\.isWhitespace)
    }
    return true
  }
}
