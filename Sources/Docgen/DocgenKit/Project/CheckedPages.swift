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
      var outcome = PageOutcome(findings(on: checked), on: checked)
      outcome.waitingBlocks = waitingBlocks(in: blocks(on: page))
      return (checked, outcome)
    }
    if known == nil, changes == nil { return check() }
    var (result, dependencies) = DependencyRecorder.recording(check)
    result.1.dependencies = dependencies
    return result
  }

  /// The findings in the comments of the sources and about traces, unless they are known.
  func commentOutcomes(_ comments: CheckedProject) -> [String: PageOutcome] {
    var outcomes = known?.comments ?? [:]
    func add(_ name: String, _ evaluate: () -> [Diagnostic]) {
      if outcomes[name] != nil { return }
      let (findings, dependencies) = DependencyRecorder.recording(evaluate)
      outcomes[name] = PageOutcome(findings: findings, dependencies: dependencies)
    }
    add("") { comments.traceFindings() }
    for (file, links) in comments.linkedComments { add(file) { comments.findings(in: links) } }
    return outcomes
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
    let errors = page.regionErrors(among: findings)
    for region in page.regions where errors.errors(in: region).isEmpty {
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
