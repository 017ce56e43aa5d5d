package import Diagnostics
import Markup
import SwiftCode

/// A Swift block that is no Swift. `…` may stand for anything.
package enum SwiftFence: Rule {
  package static let id = "swift-block"
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A Swift block has a syntax error."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    // A quotation may begin and end anywhere; it is compared with code that parses.
    let quotations = Set(
      page.regions.filter { $0.region.name == SnippetRegion.name }
        .flatMap(\.region.fences).map(\.block))
    return page.page.fences.compactMap { fence in
      guard fence.language.lowercased() == "swift", !quotations.contains(fence.block) else {
        return nil
      }
      // As long as the three bytes of an ellipsis, so that places stay.
      let text = fence.literal.replacing("…", with: "() ")
      let read = FileDeclarations(reading: SourceInput(path: page.page.path, text))
      guard let error = read.diagnostics.first else { return nil }
      return Diagnostic(
        rule: id, severity: severity, at: page.location(of: error.location.range, in: fence),
        error.summary,
        evidence: [Evidence(.help, "a block that is no Swift can go without the word `swift`")])
    }
  }
}
