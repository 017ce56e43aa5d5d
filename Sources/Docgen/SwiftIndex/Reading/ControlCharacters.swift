import SwiftSyntax

/// The control characters of a file, by their offsets in ascending order.
struct ControlCharacters {
  let offsets: [Int]

  var isEmpty: Bool { offsets.isEmpty }

  /// The first that is in neither a comment nor a literal; `nil` if there is none. Swift accepts
  /// control characters in both. The tree is that of the file with a space in place of each.
  func firstOutsideText(of tree: SourceFileSyntax) -> Int? {
    var rest = offsets[...]
    guard !rest.isEmpty else { return nil }
    for token in tree.tokens(viewMode: .sourceAccurate) {
      while let offset = rest.first, offset < token.endPosition.utf8Offset {
        guard token.isText(at: offset) else { return offset }
        rest.removeFirst()
      }
      if rest.isEmpty { return nil }
    }
    return rest.first
  }
}

extension TokenSyntax {
  /// Whether an offset within the token or its trivia is in a comment or in a literal's text.
  fileprivate func isText(at offset: Int) -> Bool {
    if offset >= endPositionBeforeTrailingTrivia.utf8Offset {
      return Self.hasComment(
        in: trailingTrivia, from: endPositionBeforeTrailingTrivia.utf8Offset, at: offset)
    }
    if offset < positionAfterSkippingLeadingTrivia.utf8Offset {
      return Self.hasComment(in: leadingTrivia, from: position.utf8Offset, at: offset)
    }
    return switch tokenKind {
    case .stringSegment, .regexLiteralPattern, .shebang: true
    default: false
    }
  }

  private static func hasComment(in trivia: Trivia, from start: Int, at offset: Int) -> Bool {
    var end = start
    for piece in trivia {
      end += piece.sourceLength.utf8Length
      if offset < end { return piece.isComment }
    }
    return false
  }
}
