import Diagnostics
import Markdown
import Models
import SwiftIndex

extension Example {
  nonisolated(unsafe) private static let setting =
    /\.(swiftLanguageMode|enableExperimentalFeature|enableUpcomingFeature|define)\(([^()]*)\)/

  /// Settings of targets that the page says the manifest has, and that it lacks.
  ///
  ///     "The project uses these settings in `Package.swift`:"    .enableUpcomingFeature("Piers")
  func missingSettings(on page: CheckedPage) -> [SymbolCandidate] {
    let matches = fence.literal.matches(of: Self.setting)
    guard !matches.isEmpty, let lead = page.page.sibling(before: fence.block),
      case let text = page.page.text(of: lead), text.contains("Package.swift"),
      text.contains(/\b(uses|enables|has|sets)\b/), let manifest = page.manifest,
      let own = page.context?.index.repository.text(manifest.file)
    else { return [] }
    let plain = own.filter { !$0.isWhitespace }
    return matches.compactMap { match in
      guard !plain.contains(match.0.filter { !$0.isWhitespace }),
        let name = CodeName("\(match.1)()")
      else { return nil }
      let before = fence.literal[..<match.range.lowerBound]
      let problem = SymbolProblem(
        .signature, String(match.1), message: "`\(manifest.file)` has no `\(match.0)`")
      return SymbolCandidate(
        name, problem, text: String(match.0),
        at: SourcePosition(
          line: before.utf8.count { $0 == 0x0A } + 1,
          column: before.utf8.reversed().prefix { $0 != 0x0A }.count + 1),
        in: fence, on: page)
    }
  }
}

extension Page {
  /// The lines of a block.
  fileprivate func text(of block: Int) -> String {
    lines(of: blocks[block]).map(\.text).joined(separator: " ")
  }
}
