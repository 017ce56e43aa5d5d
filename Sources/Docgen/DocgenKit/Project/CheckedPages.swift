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
  /// Checks a page, unless its findings are known. Dependencies are recorded only if they are used.
  func outcome(
    of page: Page, _ context: ProjectContext, after previous: CheckedPage?
  ) -> (page: CheckedPage?, outcome: PageOutcome) {
    if let outcome = known?.pages[page.path] { return (nil, outcome) }
    func check() -> (CheckedPage, PageOutcome) {
      let checked = checked(page, context, after: previous)
      return (checked, PageOutcome(findings(on: checked), on: checked))
    }
    if known == nil, changes == nil { return check() }
    var (result, dependencies) = DependencyRecorder.recording(check)
    result.1.dependencies = dependencies
    return result
  }

  /// The findings in the comments of the sources, unless they are known.
  func commentOutcome(_ comments: CheckedProject) -> PageOutcome {
    if let outcome = known?.comments { return outcome }
    let (findings, dependencies) = DependencyRecorder.recording { comments.findings() }
    return PageOutcome(findings: findings, dependencies: dependencies)
  }

  /// Evaluates the regions of some pages, many at once.
  func checked(_ pages: [Page], after known: CheckedPages = CheckedPages()) async -> CheckedPages {
    let context = context
    return CheckedPages(
      await Parallel.map(pages) { page in checked(page, context, after: known[page]) })
  }
}

extension PageOutcome {
  fileprivate init(_ findings: [Diagnostic], on page: CheckedPage) {
    self.findings = findings
    waiting = page.regions.count(where: page.isWaiting)
    for region in page.regions where page.errors(in: region, among: findings).isEmpty {
      if case .block = region.outcome { continue }
      if page.isWaiting(region) || region.isExcused { continue }
      agreeing[Self.kind(of: region.region), default: 0] += 1
    }
    let (names, links) = page.agreeing(besides: findings)
    for (kind, count) in [("name", names), ("link", links)] where count > 0 {
      agreeing[kind, default: 0] += count
    }
  }

  private static func kind(of region: Region) -> String {
    if region.kind == .value { return "value" }
    let kinds = [
      SnippetRegion.name: "snippet", PictureRegion.name: "picture", ConsoleRegion.name: "session",
      JSONRegion.name: "block",
    ]
    if let kind = kinds[region.name] { return kind }
    return region.fences.isEmpty ? "table" : "diagram"
  }
}
