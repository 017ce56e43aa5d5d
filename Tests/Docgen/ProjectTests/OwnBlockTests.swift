import Diagnostics
import Foundation
import Markdown
import TestTools
import Testing

/// Every Swift and console block of this project's pages is verified, or its marker states why not.
@Suite struct OwnBlockTests {
  private static let languages: Set = ["swift", "console", "sh", "bash", "zsh", "shell"]
  /// The kinds of region that compile, run or compare a block.
  private static let verified: Set = ["swift", "console", "snippet"]

  @Test func `every block of the own pages is generated, verified or part of the tutorial`() throws
  {
    var count = 0
    for path in try Self.pages() {
      let file = packageFolder.appendingPathComponent(path)
      let page = Page(path: path, bytes: [UInt8](try Data(contentsOf: file)))
      for fence in page.fences where Self.languages.contains(fence.language.lowercased()) {
        count += 1
        let isVerified = Self.isVerified(fence, on: page)
        #expect(isVerified, "\(path):\(fence.range.start.line) needs `docgen:verify`")
      }
    }
    #expect(count > 110)
  }

  @Test func `an unmarked block and one of another kind of region are found`() {
    let text = "# A\n\n```sh\nls\n```\n\n<!-- docgen:verify swift -->\n```swift\nlet a = 1\n```\n"
    let page = Page(path: "a.md", bytes: [UInt8](text.utf8))
    #expect(page.fences.map { Self.isVerified($0, on: page) } == [false, true])
  }

  private static func isVerified(_ fence: Fence, on page: Page) -> Bool {
    let isMarked = page.regions.contains { region in
      (region.kind == .generated || verified.contains(region.name))
        && region.fences.contains { $0.block == fence.block }
    }
    // `TutorialTests` writes or runs the block after such a comment, and fails for an unknown step.
    let before = page.source.line(fence.range.start.line - 1)
    return isMarked || before.hasPrefix("<!-- tutorial: ") && page.path == "docs/tutorial.md"
  }

  /// The documents of `.docgen.json` with blocks, relative to the package.
  private static func pages() throws -> [String] {
    let manager = FileManager.default
    let roots = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", ".github", "Sources"]
    return try roots.flatMap { root -> [String] in
      let folder = packageFolder.appendingPathComponent(root).path
      guard root.hasSuffix(".md") == false else { return [root] }
      return try manager.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
        .map { "\(root)/\($0)" }
    }
  }
}
