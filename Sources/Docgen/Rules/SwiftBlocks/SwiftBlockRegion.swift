import Diagnostics
package import Markdown
import SwiftIndex

/// `docgen:verify swift` before a Swift block that compiles and runs.
package enum SwiftBlockRegion: RegionKind {
  package static let name = "swift"
  package static let summary =
    "a Swift block that is compiled against the package and run, with `--run`"
  package static let keys = [
    RegionKey("error", "a part of the error that the compiler reports"),
    RegionKey(
      "no-run", "whether the block is compiled and not run", choices: RegionKey.yesOrNo),
    RegionKey(
      "isolated", "whether it has a context of its own, without the page's other blocks",
      choices: RegionKey.yesOrNo),
    RegionKey(
      "platform", "the only platform that it is for; others pass over it",
      choices: BuildPlatform.systems),
  ]

  /// The keys of the front matter, for all blocks of a page.
  private static let pageKeys = ["isolated", "no-run"]

  /// An instruction in the front matter that is not `verify swift`.
  static func problems(on page: Page) -> [Diagnostic] {
    guard let instruction = page.instruction else { return [] }
    let words = instruction.words
    if words.starts(with: ["verify", name]), words.dropFirst(2).allSatisfy(pageKeys.contains) {
      return []
    }
    return [
      Diagnostic(
        rule: .unknownRegion, at: page.location(instruction.range),
        "unknown instruction `\(words.joined(separator: " "))` in the front matter",
        evidence: [
          Evidence(
            .help,
            "the instructions are `verify swift`, `verify swift no-run`, "
              + "`verify swift isolated` and `verify swift no-run isolated`")
        ])
    ]
  }

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    throw request.finding(
      RegionSources.id, "docgen does not write Swift blocks",
      evidence: [Evidence(.help, "write `docgen:verify swift` before a block of your own")])
  }
}

extension Page {
  /// The number of marked Swift blocks that are for another platform.
  package var swiftBlocksForOtherPlatforms: Int {
    regions.count {
      $0.name == SwiftBlockRegion.name
        && !SwiftBlock.Options($0.opening, page: []).isForThisPlatform
    }
  }

  /// The blocks of fences that a region generates, or compares with a declaration.
  var quotedBlocks: Set<Int> {
    Set(regions.filter { $0.name != SwiftBlockRegion.name }.flatMap(\.fences).map(\.block))
  }
}
