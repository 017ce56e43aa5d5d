import Diagnostics
import SwiftSyntax

/// The file that is being read: converts nodes into texts and locations.
///
/// Texts are cut from the bytes and trimmed here: the tree would compute them recursively, and
/// overflow the stack for very long chains of calls.
struct SourceContext {
  let path: String
  let text: SourceText
  /// The names that the body being read reaches by `self`.
  var selfNames: Set<String> = []
  /// Other local names for `self`: `guard let this = self`.
  var selfAliases: Set<String> = []
  /// The bodies that are not read; `nil` if all are.
  var skipped: SkippedBodies?

  /// Offsets of a node without the white space and comments around it.
  func extent(_ node: some SyntaxProtocol) -> Range<Int> {
    let limit = text.bytes.count
    let end = min(node.endPositionBeforeTrailingTrivia.utf8Offset, limit)
    let start = skipTrivia(from: min(node.position.utf8Offset, end), to: end)
    return start..<end
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: text.bytes[range], as: UTF8.self)
  }

  /// The source text of a node on one line, comments inside kept.
  func line(_ node: some SyntaxProtocol) -> String {
    squeezed(extent(node))
  }

  /// A stretch of the source on one line: runs of white space with a line break in them become
  /// one space.
  func squeezed(_ range: Range<Int>) -> String {
    let raw = text.bytes[range]
    let isOneLine = text.bytes.withUnsafeBufferPointer { bytes in
      !range.contains { bytes[$0] == 0x0A || bytes[$0] == 0x0D || bytes[$0] == 0x09 }
    }
    if isOneLine { return text(range) }
    var result: [UInt8] = []
    var pending = false
    for byte in raw {
      if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        pending = !result.isEmpty
        continue
      }
      if pending, result.last != UInt8(ascii: "("), byte != UInt8(ascii: ")") {
        result.append(0x20)
      }
      pending = false
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  func location(_ range: Range<Int>) -> Diagnostics.SourceLocation {
    Diagnostics.SourceLocation(file: path, range: sourceRange(range))
  }

  func location(_ node: some SyntaxProtocol) -> Diagnostics.SourceLocation {
    location(extent(node))
  }

  func sourceRange(_ range: Range<Int>) -> Diagnostics.SourceRange {
    text.range(of: range)
  }

  /// Offset of the first byte that is neither white space nor part of a comment.
  private func skipTrivia(from start: Int, to end: Int) -> Int {
    let bytes = text.bytes
    var index = start
    while index < end {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D, 0x0B, 0x0C, 0x00: index += 1
      case 0xEF where index == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]): index += 3
      case UInt8(ascii: "/") where index + 1 < end && bytes[index + 1] == UInt8(ascii: "/"):
        while index < end, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      case UInt8(ascii: "/") where index + 1 < end && bytes[index + 1] == UInt8(ascii: "*"):
        index = endOfBlockComment(from: index, to: end)
      default: return index
      }
    }
    return end
  }

  private func endOfBlockComment(from start: Int, to end: Int) -> Int {
    let bytes = text.bytes
    var index = start + 2
    var depth = 1
    while index + 1 < end {
      if bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "*") {
        depth += 1
        index += 2
      } else if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        depth -= 1
        index += 2
        if depth == 0 { return index }
      } else {
        index += 1
      }
    }
    return end
  }
}

extension TokenSyntax {
  /// The name without backticks.
  var plainName: String {
    let text = self.text
    let mark = UInt8(ascii: "`")
    guard text.utf8.first == mark, text.utf8.count > 2, text.utf8.last == mark else { return text }
    return String(text.dropFirst().dropLast())
  }
}
