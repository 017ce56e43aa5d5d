import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex

/// Checked pages of a project: their unchanged parts need not be evaluated again while code, traces
/// and templates are the same.
struct CheckedPages: Sendable {
  private var pages: [String: CheckedPage] = [:]

  init(_ pages: [CheckedPage] = []) {
    for page in pages { self.pages[page.page.path] = page }
  }

  var all: some Collection<CheckedPage> { pages.values }

  subscript(page: Page) -> CheckedPage? { pages[page.path] }
}

extension Project {
  /// A page with its findings; `nil` if the project has changes, and none of them touches the page.
  func touchedFindings(
    on page: Page, _ context: ProjectContext, after known: CheckedPage?
  ) -> (CheckedPage, [Diagnostic])? {
    func check() -> (CheckedPage, [Diagnostic]) {
      let checked = checked(page, context, after: known)
      return (checked, findings(on: checked))
    }
    guard let changes else { return check() }
    let (result, dependencies) = DependencyRecorder.recording(check)
    return changes.touch(page, dependencies) ? result : nil
  }

  /// Evaluates the regions of some pages, many at once.
  func checked(_ pages: [Page], after known: CheckedPages = CheckedPages()) async -> CheckedPages {
    let context = context
    return CheckedPages(
      await Parallel.map(pages) { page in checked(page, context, after: known[page]) })
  }
}
