import Diagnostics
import Markdown

/// An exception that nothing needs any more: it would hide the next finding.
enum UnusedDisable {
  static let rule = InputRule(
    id: "unused-disable", severity: .warning,
    summary: "`docgen:disable` silences nothing in its block.")

  /// `used` are the places, among the page's exceptions, of those that have silenced something.
  static func findings(on page: Page, used: Set<Int>) -> [Diagnostic] {
    if page.disables.isEmpty { return [] }
    let known = Set(RuleCatalogue.descriptions.map(\.id))
    return page.disables.enumerated().compactMap { place, disable in
      guard !used.contains(place), known.contains(disable.rule.text) else { return nil }
      return Diagnostic(
        rule: rule.id, severity: rule.severity, at: page.location(disable.rule.range),
        "`\(disable.rule.text)` finds nothing here",
        evidence: [Evidence(.help, "remove the marker")])
    }
  }
}

extension Disable {
  /// Whether this is the exception for a finding.
  func silences(_ finding: Diagnostic) -> Bool {
    guard let start = finding.location.range?.start else { return false }
    return rule.text == finding.rule && covers.start <= start && start <= covers.end
  }
}
