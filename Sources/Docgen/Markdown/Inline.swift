package import Diagnostics

/// `` `code` `` in running text.
package struct CodeSpan: Hashable, Sendable {
  /// The code: without backticks, line breaks as spaces.
  package let text: String
  /// Backticks included.
  package let range: SourceRange
  /// Between the backticks.
  package let contentRange: SourceRange
  /// Index in `Page.blocks` of the paragraph or heading.
  package let block: Int

  package init(text: String, range: SourceRange, contentRange: SourceRange, block: Int) {
    (self.text, self.range, self.contentRange) = (text, range, contentRange)
    self.block = block
  }
}

/// A link or an image.
package struct Link: Hashable, Sendable {
  package let isImage: Bool
  /// References resolved, escapes and entities replaced.
  package let destination: String
  package let title: String
  /// The displayed text, or an image's description.
  package let text: String
  package let range: SourceRange
  /// The place of the destination; `nil` for a reference (`[text][label]`).
  package let destinationRange: SourceRange?
  /// Index in `Page.blocks` of the paragraph or heading.
  package let block: Int
}

/// An HTML comment, in a block of its own or in running text.
package struct Comment: Hashable, Sendable {
  /// Between `<!--` and `-->`, white space kept, container prefixes removed.
  package let text: String
  /// From `<!--` to the end of `-->`.
  package let range: SourceRange
  /// The same as byte offsets.
  package let bytes: Range<Int>
  package let isInline: Bool
  /// Index in `Page.blocks` of the HTML block, paragraph or heading.
  package let block: Int
  /// The number of the enclosing emphasis or link in its block, counted from 1; 0 without one.
  let inlineParent: Int
  /// The place of each line of `text` in the file.
  let excerpt: Excerpt
}
