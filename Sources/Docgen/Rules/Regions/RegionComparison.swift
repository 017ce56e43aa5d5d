package import Diagnostics
package import Facts
package import Markdown
import Mermaid

/// A generated region compared with the text that docgen would write.
package struct RegionComparison {
  private let region: Region
  let expected: String
  /// The differences of the two diagrams, in the order of the region; empty if there are none.
  package let differences: [Difference]
  /// Whether the region equals the text that docgen would write, ignoring white space and
  /// meaningless order.
  package let isAgreeing: Bool

  package init(_ region: Region, _ expected: String) {
    self.region = region
    self.expected = expected
    if Checksum.of(region.content) == Checksum.of(expected) {
      differences = []
      isAgreeing = true
      return
    }
    let (old, new) = (RegionText(region.content, in: region), RegionText(expected, in: region))
    if let before = old.diagram, let after = new.diagram, old.context == new.context,
      let changes = MermaidComparison.changes(from: before, to: after, of: new.parts)
    {
      differences = changes.placed(in: before.facts, following: after.facts)
      isAgreeing = differences.isEmpty
    } else {
      differences = []
      isAgreeing = Self.words(region.content) == Self.words(expected)
    }
  }

  /// The lines of a table, sorted and with single spaces: neither white space nor the order in
  /// which the code declares things counts.
  private static func words(_ text: String) -> [String] {
    text.split(separator: "\n")
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .filter { !$0.isEmpty }.sorted()
  }

  /// The change that fixes the region.
  package var diff: String? {
    UnifiedDiff.between(
      region.content, expected, firstLine: max(region.contentLines.lowerBound, 1))
  }

  /// The first line of the document that differs; the marker if the region is empty.
  package var firstDifference: SourceRange {
    let old = region.content.split(separator: "\n", omittingEmptySubsequences: false)
    let new = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let common = zip(old, new).prefix { $0 == $1 }.count
    let line = region.contentLines.lowerBound + common
    guard region.contentLines.contains(line), common < old.count else {
      return region.opening.range
    }
    let text = old[common]
    let indent = text.utf8.prefix { $0 == 0x20 }.count
    return SourceRange(line: line, column: indent + 1, length: text.utf8.count - indent)
  }
}
