package import Diagnostics
import Markdown

/// A number or text in prose that differs from the current value in the code.
package enum StaleValue: Rule {
  package static let id = RuleID("stale-value")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A value in the text differs from the value in the code."
  package static let explanation = Explanation.document(
    "A value in running text is a constant of the sources, a count, or a value that a scenario recorded.",
    "It opens to <!-- docgen:value DoorMachine.width -->70<!-- /docgen:value --> degrees.",
    remedy: "`docgen fix` writes the value of the code.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    page.regions.compactMap { checked in
      guard case .value(let expected) = checked.outcome else { return nil }
      let written = checked.region.content
      let text = expected.text(replacing: written)
      guard written != text else { return nil }
      let what = written.isEmpty ? "the value is missing" : "\(written) is no longer the value"
      return Diagnostic(
        rule: id, severity: severity, at: page.page.location(checked.region.contentRange),
        "\(what) of `\(expected.expression)` (\(text))", caretLabel: "documented",
        evidence: [
          Evidence(
            expected.isObserved ? .observed : .declared, text, at: expected.location),
          Evidence(.fix, "docgen fix \(page.page.path.shellWord)"),
        ],
        fixIts: [
          FixIt(
            range: checked.region.contentRange, replacement: text,
            title: "write \(text)", isSafe: true)
        ])
    }
  }
}
