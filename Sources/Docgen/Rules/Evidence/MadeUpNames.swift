import Diagnostics
import Markdown

/// The names that a page calls made up, and the commits that removed them.
///
///     The `Vault` examples are illustrations, not live code.
///
/// An author who keeps the names of removed code as examples knows that the rest of that code is gone,
/// too: what one of these commits removed is not a drift on this page.
extension CheckedPage {
  var commitsOfMadeUpNames: Set<Commit> {
    guard let repository = context?.repository else { return [] }
    let blocks = Set(
      page.blocks.indices.filter { index in
        page.blocks[index].kind == .paragraph && Self.callsExamplesMadeUp(page.blocks[index], page)
      })
    guard !blocks.isEmpty else { return [] }
    let names = writtenCodeSpans.filter { blocks.contains($0.block) }.compactMap {
      CodeName($0.text) ?? CodeName(ofType: $0.text)
    }
    return Set(names.compactMap { repository.removal(of: .name($0.last))?.commit })
  }

  private static let phrases = [
    "not live code", "not real code", "not actual code", "not real names", "fictional",
    "fictitious", "hypothetical", "made up", "made-up", "imaginary", "purely illustrative",
    "for illustration only", "illustrations, not",
  ]

  private static func callsExamplesMadeUp(_ block: Block, _ page: Page) -> Bool {
    let text = page.lines(of: block).map(\.text).joined(separator: " ").lowercased()
    return text.contains("example") && phrases.contains { text.contains($0) }
  }
}
