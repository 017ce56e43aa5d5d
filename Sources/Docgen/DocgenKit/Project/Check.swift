import Basics
package import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex

/// The result of checking a project's documents.
///
/// The order of the work: rules on all pages in parallel, rules on comments in the sources, then
/// corrections that need all findings at once. Those are conventions of the project
/// (`ConventionTally`), advice such as the record command, and the baseline.
package struct Check: Sendable {
  package var findings: [Diagnostic]
  package var documents: Int
  /// The number of pages that no change touches.
  var untouched = 0
  /// The number of findings that the baseline knows, which are left out.
  package var known = 0
  /// The number of console sessions that did not run.
  var waiting = 0
  /// The number of Swift blocks that did not run.
  var waitingBlocks = 0
  /// Whether Swift files have or may have verified blocks.
  var hasBlocksInCode = false
  /// Findings that are counted and not printed.
  var hidden: [Diagnostic] = []
  /// The pages whose findings the check has.
  var allPages: [Page] = []
  /// Those that were evaluated: the findings on the others were known.
  var pages: [CheckedPage] = []
  /// The outcomes of all pages, also of those that no change touches.
  var outcomes = PageOutcomes()
  /// The numbers of items that agree with their sources, by kind: `diagram`, `table`, `snippet`,
  /// `picture`, `session`, `block`, `value`, `name`, `link`.
  package var agreeing: [String: Int] = [:]

  /// Checks the named pages, or all if none are named. Findings in the baseline are left out,
  /// unless it is disabled. Regions that were checked before (`known`) are not evaluated again.
  package static func run(
    _ project: Project, pages names: [String] = [], usesBaseline: Bool = true
  ) async -> Check {
    await run(project, pages: names, usesBaseline: usesBaseline, after: CheckedPages())
  }

  /// `progress` gets each page when its check begins, with its number and the number of all.
  static func run(
    _ project: Project, pages names: [String], usesBaseline: Bool, after known: CheckedPages,
    progress: @escaping @Sendable (_ page: String, _ number: Int, _ count: Int) -> Void = {
      _, _, _ in
    }
  ) async -> Check {
    let (pages, problems) = project.pages(named: names)
    let severities = project.root.configuration.severities
    let includesProject = project.scope?.includesProject ?? true
    let context = project.context
    let begun = Locked(0)
    let results = await Parallel.map(pages) { page in
      let number = begun.withLock { begun in
        begun += 1
        return begun
      }
      progress(page.path, number, pages.count)
      return project.outcome(of: page, context, after: known[page])
    }
    var check = Check(
      findings: problems + (includesProject ? project.problems : []), documents: 0)
    for (page, result) in zip(pages, results) { check.add(result, page, project.changes) }
    check.documents = check.allPages.count
    let blocks = project.blocksInSwiftFiles()
    check.waitingBlocks += project.waitingBlocks(in: blocks)
    check.hasBlocksInCode = !blocks.isEmpty || !includesProject
    let comments = includesProject ? CheckedProject(project.model, context: context) : nil
    check.outcomes.comments = comments.map(project.commentOutcomes)
    let commentFindings = (check.outcomes.comments ?? [:]).values.flatMap(\.findings)
      .sorted { $0.location < $1.location }
    check.findings += severities.applied(to: commentFindings)
    await check.limit(
      project, comments: comments.map { ($0, commentFindings) },
      isComplete: names.isEmpty && project.scope == nil && project.changes == nil)
    if includesProject { check.findings += project.contractsWithoutPages }
    check.findings += project.otherBlockFindings
    check.findings += severities.applied(
      to: await project.pictureFindings(on: check.allPages))
    check.findings = project.root.advised(check.findings)
    if usesBaseline, let baseline = BaselineCheck(project.root) {
      check.apply(baseline, project, andRest: names.isEmpty && includesProject)
    }
    return check
  }

  /// Makes findings less certain that an unknown convention may explain.
  ///
  /// A name that many pages use in the same unknown way is probably a convention (a product, a
  /// placeholder). Such findings become less certain; see `ConventionTally`.
  private mutating func limit(
    _ project: Project, comments: (CheckedProject, findings: [Diagnostic])?, isComplete: Bool
  ) async {
    guard ConventionTally.mayLimit(findings, isComplete: isComplete) else { return }
    let evaluated = CheckedPages(pages)
    let rest = await project.checked(allPages.filter { evaluated[$0] == nil })
    let results = allPages.compactMap { page in
      (evaluated[page] ?? rest[page]).map {
        (page: $0, findings: outcomes.pages[page.path]?.findings ?? [])
      }
    }
    let references = results.flatMap(\.page.references) + (comments?.0.references ?? [])
    findings = project.limiting(
      findings, about: references, after: results, comments: comments?.findings)
  }

  private mutating func add(
    _ result: (page: CheckedPage?, outcome: PageOutcome), _ page: Page, _ changes: ProjectChanges?
  ) {
    let outcome = result.outcome
    outcomes.pages[page.path] = outcome
    if let changes, !changes.touch(page.path, outcome.dependencies) {
      untouched += 1
      return
    }
    findings += outcome.findings
    agreeing.merge(outcome.agreeing, uniquingKeysWith: +)
    waiting += outcome.waiting
    waitingBlocks += outcome.waitingBlocks
    allPages.append(page)
    if let checked = result.page { pages.append(checked) }
  }

  /// The findings on one page of a project, without those in the baseline.
  ///
  /// For the editor, which checks one page at a time. The baseline is read again each time, since
  /// it may change.
  static func findings(on page: CheckedPage, of project: Project) -> [Diagnostic] {
    let problems = project.problems.filter { $0.location.file == page.page.path }
    var found = project.findings(on: page)
    if ConventionTally.mayLimit(found, isComplete: false) {
      found = project.limiting(found, about: page.references)
        .filter { $0.location.file == page.page.path }
    }
    let findings = project.root.advised(problems + found)
    guard let baseline = BaselineCheck(project.root) else { return findings }
    return baseline.unknown(among: findings, sources: [page.page.path: page.page.source]) { _ in
      false
    }.findings
  }

  /// The values and findings that `baseline freeze` records.
  static func measure(_ project: Project) async -> Baseline {
    var baseline = Baseline(Coverage(project))
    let findings = await run(project, usesBaseline: false).findings
    baseline.findings = KnownFinding.all(findings, sources: project.sources(of: findings))
      .compactMap(\.known)
    return baseline
  }

  /// Compares with the baseline. Known findings on pages that are not checked cannot be compared.
  ///
  /// `andRest` is whether the entries of the baseline that belong to no page count as well.
  private mutating func apply(_ baseline: BaselineCheck, _ project: Project, andRest: Bool) {
    let files = Set(allPages.map(\.path))
    let rest = andRest ? Set(project.pages.map(\.path)).subtracting(files) : nil
    let unknown = baseline.unknown(among: findings, sources: project.sources(of: findings)) {
      files.contains($0.file) || rest?.contains($0.file) == false
    }
    findings = unknown.findings
    known = unknown.known
    let fallen = baseline.findings(Baseline(Coverage(project.model, pages: pages))) { key in
      func isOf(_ pages: Set<String>) -> Bool {
        key.group == "flows" && pages.contains { key.name.hasPrefix("\($0): ") }
      }
      return isOf(files) || rest.map { !isOf($0) } == true
    }
    findings += project.root.configuration.severities.applied(to: fallen)
  }

  /// The exit code of the most severe finding.
  package var exitCode: ExitCode {
    let errors = Set(findings.filter { $0.severity == .error }.map(\.category))
    if errors.contains(.usage) { return .usage }
    if errors.contains(.input) { return .input }
    return errors.isEmpty ? .success : .drift
  }

  /// Keeps the findings of at least that confidence, and hides those that are neither errors nor about
  /// docgen's own inputs unless `showsHints`.
  mutating func show(atLeast confidence: Confidence, showsHints: Bool) {
    findings = findings.filter { $0.confidence >= confidence }
    guard !showsHints else { return }
    hidden = findings.filter(Self.isHidden)
    findings = findings.filter { !Self.isHidden($0) }
  }

  /// Whether findings are less certain because they cannot be proven without a history.
  ///
  /// Then the output states the reason: CI systems often clone with one commit only.
  func needsHistory(of project: Project) -> Bool {
    let rules = [UnknownSymbol.id, UnknownFile.id, OutdatedExample.id]
    return (findings + hidden).contains { $0.confidence != .high && rules.contains($0.rule) }
      && !project.repository.hasHistory
  }

  private static func isHidden(_ finding: Diagnostic) -> Bool {
    finding.severity != .error && (finding.category == .drift || finding.category == .handEdit)
  }

  /// The counts of the last line.
  package var summary: CheckSummary {
    CheckSummary(
      findings: findings.map { ($0.severity, $0.location.file) }, pages: allPages.map(\.path),
      documents: documents, hidden: Dictionary(grouping: hidden, by: \.severity).mapValues(\.count),
      agreeing: agreeing, waiting: waiting, waitingBlocks: waitingBlocks, known: known)
  }
}

extension Root {
  /// Adds the project's record command to findings that new traces would fix. Missing traces are
  /// reported once, not for every region that needs them.
  ///
  /// Examples: a region without traces, an outdated trace, a syntax error in a trace. The command
  /// is that of the configuration (`record`).
  func advised(_ findings: [Diagnostic]) -> [Diagnostic] {
    let missing = RuleID(.noTraces)
    let rules = [missing, OutdatedTrace.id, OutdatedTransition.id, RuleID(.traceSyntax)]
    let repetitions = findings.count { $0.rule == missing } - 1
    var result: [Diagnostic] = []
    for finding in findings {
      var finding = finding
      if finding.rule == missing {
        if result.contains(where: { $0.rule == missing }) { continue }
        if repetitions > 0 {
          finding.evidence.append(
            Evidence(
              .note,
              "\(repetitions.counted("more region")) \(repetitions.verb("needs", "need")) them")
          )
        }
      }
      if let command = configuration.record, rules.contains(finding.rule) {
        finding.evidence.append(Evidence(.fix, command))
      }
      result.append(finding)
    }
    return result
  }
}

/// The exit codes of docgen; they never overlap.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  case drift = 1
  case usage = 2
  case handEdit = 3
  case input = 4
  case internalError = 70

  package var meaning: String {
    switch self {
    case .success: "nothing to report"
    case .drift: "the documents drifted from their sources"
    case .usage: "the command line or the configuration is wrong"
    case .handEdit: "a region edited by hand would have been overwritten"
    case .input: "an input could not be read or parsed"
    case .internalError: "docgen itself failed"
    }
  }
}
