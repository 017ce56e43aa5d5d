import Diagnostics
import Markdown

/// The last sentence or the heading directly before an enumeration.
struct ListLead {
  /// The block of the paragraph or heading.
  var block: Int
  var isHeading: Bool
  /// The last sentence, links without their targets, in lower case.
  var sentence: String
  /// Whether the sentence ends in a colon.
  var endsWithColon: Bool

  /// A longer paragraph does not introduce a list.
  private static let longest = 4_000

  init?(before index: Int, _ page: Page) {
    guard let place = page.sibling(before: index) else { return nil }
    let block = page.blocks[place]
    let isHeading = block.kind.headingLevel != nil
    guard block.kind == .paragraph || isHeading else { return nil }
    let lines = page.lines(of: block)
    guard Table(lines) == nil else { return nil }
    self.init(lines.map(\.text).joined(separator: " "), in: place, isHeading: isHeading)
  }

  /// The words before inline code in its sentence.
  init?(before span: CodeSpan, _ page: Page) {
    let start = page.blocks[span.block].range.start
    guard start < span.range.start else { return nil }
    let text = page.source.text(in: SourceRange(start: start, end: span.range.start))
    self.init(text.replacing("\n", with: " "), in: span.block, isHeading: false)
  }

  private init?(_ text: String, in block: Int, isHeading: Bool) {
    var text = text
    guard text.utf8.count <= Self.longest else { return nil }
    (self.block, self.isHeading) = (block, isHeading)
    if text.contains("](") { text.replace(/\]\([^)]*\)/, with: "]") }
    text = text.lowercased()
    let trimmed = text.trimmingSuffix { "*_ ".contains($0) }
    endsWithColon = trimmed.hasSuffix(":")
    let start = [". ", "! ", "? "].compactMap { trimmed.ranges(of: $0).last?.upperBound }.max()
    sentence = String(trimmed[(start ?? trimmed.startIndex)...])
  }
}

extension ListLead {
  /// The words of a sentence with a colon, in the form of types: `Provider` of "the provider takes:".
  var plainTypes: [String] {
    endsWithColon ? sentence.lowercasedWords.map { $0.prefix(1).uppercased() + $0.dropFirst() } : []
  }
}

extension StringProtocol {
  /// The text without the characters at its end that a condition accepts.
  fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, isTrimmed(last) { text = text.dropLast() }
    return String(text)
  }

  /// The words in lower case: letters, digits and apostrophes.
  var lowercasedWords: [String] {
    lowercased().split { !($0.isLetter || $0.isNumber || $0 == "'") }.map(String.init)
  }
}
