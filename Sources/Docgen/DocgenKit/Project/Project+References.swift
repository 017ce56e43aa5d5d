import Diagnostics
import Markdown
import Rules

extension Project {
  /// The findings, those that an unknown convention may explain as warnings.
  ///
  /// All references of the project count, also those on pages that are not checked. `results` has the
  /// pages that were checked already.
  func limiting(
    _ findings: [Diagnostic], about references: [Reference],
    after results: [(page: CheckedPage, findings: [Diagnostic])] = []
  ) -> [Diagnostic] {
    let tally = self.references.value("") { referenceTally(after: results) }
    let limited = tally.limiting(
      findings, about: references, repository: repository, configuration: root.name)
    return root.configuration.severities.applied(to: limited)
  }

  private func referenceTally(
    after results: [(page: CheckedPage, findings: [Diagnostic])]
  ) -> ReferenceTally {
    let surroundings = surroundings
    let known = Dictionary(results.map { ($0.page.page.path, $0) }) { first, _ in first }
    var tally = ReferenceTally()
    for page in pages {
      let checked = known[page.path]?.page ?? checked(page, surroundings)
      let findings =
        known[page.path]?.findings ?? checked.findings { ReferenceKind.rules.contains($0) }
      tally.add(checked.references, findings)
    }
    let comments = CheckedProject(model, surroundings: surroundings)
    tally.add(comments.references, comments.findings())
    return tally
  }
}
