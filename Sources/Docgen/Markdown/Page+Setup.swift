package import Diagnostics

/// Swift code in a comment, which the reader of the page does not see.
///
///     <!-- docgen:setup
///     let door = Door(width: 70)
///     -->
package struct SetupCode: Hashable, Sendable {
  package let marker: Marker
  /// The code, with blanks for the directive.
  package let text: String
  private let excerpt: Excerpt

  fileprivate init(_ marker: Marker, _ comment: Comment) {
    self.marker = marker
    excerpt = comment.excerpt
    let word = marker.directive.rawValue
    let blank = String(repeating: " ", count: word.utf8.count)
    text =
      comment.text.firstRange(of: word).map { comment.text.replacingCharacters(in: $0, blank) }
      ?? ""
  }

  /// The place in the file of an offset in the text.
  package func position(ofOffset offset: Int, in source: SourceText) -> SourcePosition {
    excerpt.position(offset, source)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, _ other: String) -> String {
    self[..<range.lowerBound] + other + self[range.upperBound...]
  }
}

extension Page {
  /// The hidden code, in the order of the page.
  package var setups: [SetupCode] {
    markers.filter { $0.directive == .setup && !$0.isInline }
      .map { SetupCode($0, comments[$0.comment]) }
  }

  /// The hidden code before a block, up to the block that precedes it.
  package func setups(before fence: Fence) -> [SetupCode] {
    let previous = fences.map(\.range.end).filter { $0 <= fence.range.start }
    return setups.filter { setup in
      setup.marker.range.start < fence.range.start
        && previous.allSatisfy { $0 <= setup.marker.range.start }
    }
  }
}

/// An instruction to docgen for a complete page, in its front matter.
package struct PageInstruction: Hashable, Sendable {
  /// The words after the key `docgen`.
  package let words: [String]
  package let range: SourceRange
}

extension Page {
  /// The instruction of the front matter.
  ///
  ///     docgen: verify swift  ->  ["verify", "swift"]
  package var instruction: PageInstruction? {
    let key = "docgen:"
    guard let lines = frontMatter?.text.split(separator: "\n", omittingEmptySubsequences: false),
      let index = lines.firstIndex(where: { $0.hasPrefix(key) })
    else { return nil }
    // The front matter begins after the first line of the page.
    return PageInstruction(
      words: lines[index].dropFirst(key.count).split(whereSeparator: \.isWhitespace)
        .map(String.init),
      range: SourceRange(line: index + 2, column: 1, length: lines[index].utf8.count))
  }
}
