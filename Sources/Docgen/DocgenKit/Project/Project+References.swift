import Diagnostics
import Markdown
import Rules
import SwiftIndex

extension Project {
  /// The findings, less certain if an unknown convention may explain them.
  ///
  /// All references and blocks of the project count, including those on pages that are not checked.
  /// `results` has the pages that were checked already, `comments` the findings in comments.
  ///
  /// The tally is computed once for a reading of the project, also if single pages are checked
  /// later, so that a page has the same findings in the editor and in `docgen check`.
  func limiting(
    _ findings: [Diagnostic], about references: [Reference],
    after results: [(page: CheckedPage, findings: [Diagnostic])] = [],
    comments: [Diagnostic]? = nil
  ) -> [Diagnostic] {
    let tally = conventions.value("") { conventionTally(after: results, comments) }
    let limited = tally.limiting(
      findings, about: references, repository: repository, configuration: root.name)
    return root.configuration.severities.applied(to: limited)
  }

  private func conventionTally(
    after results: [(page: CheckedPage, findings: [Diagnostic])], _ commentFindings: [Diagnostic]?
  ) -> ConventionTally {
    let context = context
    let known = Dictionary(results.map { ($0.page.page.path, $0) }) { first, _ in first }
    var tally = ConventionTally()
    for page in pages {
      let checked = known[page.path]?.page ?? checked(page, context)
      let findings =
        known[page.path]?.findings ?? checked.findings { ConventionTally.rules.contains($0) }
      tally.add(checked, findings)
    }
    let comments = CheckedProject(model, context: context)
    tally.add(comments, commentFindings ?? comments.findings())
    return tally
  }
}
