import CommandLineTool
import Diagnostics
import Markdown
import Rules

/// Checks a project, and prints the result, for each command that checks.
///
/// `check`, `fix --check` and `watch` print through it, so that they never differ.
struct CheckOutput: Sendable {
  let context: CommandContext
  private let selection: FindingSelection

  /// - Throws: `UsageError` for options that name no rule.
  init(context: CommandContext) throws(UsageError) {
    self.context = context
    selection = try FindingSelection(context.arguments)
  }

  /// Checks the pages that the operands name. Pages in `known` are not evaluated again.
  ///
  /// Findings are filtered by rule here, and by confidence in `printFindings`.
  func check(_ project: Project, after known: CheckedPages = .init()) async -> Check {
    var check = await Check.run(
      project, pages: context.arguments.operands,
      usesBaseline: !context.arguments[CommonOptions.noBaseline], after: known
    ) { [console = context.console] page, number, count in
      console.showProgress("checking \(page) \(number)/\(count)")
    }
    check.findings = check.findings.filter(selection.includes)
    return check
  }

  /// Prints findings and summary.
  func print(
    _ check: Check, of project: Project, since start: ContinuousClock.Instant
  ) -> ExitCode {
    let (exitCode, summary) = printFindings(of: check, in: project)
    printSummary(summary, since: start)
    return exitCode
  }

  /// A checked project among several, with the path of its folder relative to the working folder.
  struct Part: Sendable {
    var path: String
    var check: Check
    var project: Project

    /// The name of a file of the project in findings.
    func name(_ file: String) -> String { path.isEmpty ? file : path + "/" + file }

    func named(_ finding: Diagnostic) -> Diagnostic {
      var finding = finding
      finding.location.file = name(finding.location.file)
      finding.evidence = finding.evidence.map { evidence in
        var evidence = evidence
        if let file = evidence.location?.file { evidence.location?.file = name(file) }
        return evidence
      }
      return finding
    }
  }

  func printFindings(of check: Check, in project: Project) -> (ExitCode, summary: String?) {
    printFindings(of: [Part(path: "", check: check, project: project)])
  }

  /// Prints findings, and returns the text for `printSummary`.
  func printFindings(of parts: [Part]) -> (ExitCode, summary: String?) {
    let arguments = context.arguments
    var parts = parts
    for index in parts.indices {
      parts[index].check.show(
        atLeast: arguments[CheckCommand.confidence], showsHints: arguments[CheckCommand.hints])
    }
    let exitCode = Self.exitCode(of: parts.map { selection.exitCode($0.check.exitCode) })
    let all = parts.flatMap { part in part.check.findings.map(part.named) }
    let format = context.printer().format
    if selection.showsStatistics {
      context.console.print(FindingSelection.statistics(of: all))
    } else {
      show(parts, omitting: all.count - selection.printed(all, as: format).count)
    }
    guard !context.isQuiet, format.isForPeople else { return (exitCode, nil) }
    let rest = selection.showsStatistics ? nil : selection.omitted(of: all, as: format)
    let summary = parts.reduce(into: CheckSummary()) { $0.add($1.check.summary, name: $1.name) }
    return (exitCode, (rest.map { "\n" + $0 } ?? "") + (all.isEmpty ? "" : "\n") + summary.text)
  }

  /// The exit code of several parts: that of the worst.
  static func exitCode(of codes: [ExitCode]) -> ExitCode {
    [.usage, .input, .drift].first(where: codes.contains) ?? .success
  }

  private func show(_ parts: [Part], omitting omitted: Int) {
    let format = context.printer().format
    var room = parts.reduce(-omitted) { $0 + $1.check.findings.count }
    var (findings, owners): ([Diagnostic], [[String]]) = ([], [])
    var sources: [String: SourceText] = [:]
    var drawn: [DiagramReport] = []
    for part in parts {
      let printed = withCommits(Array(part.check.findings.prefix(room)), in: part.project)
      room -= printed.count
      let teams = format.hasOwners ? CodeOwners(of: part.project.root) : CodeOwners()
      owners += printed.map { teams.owners(of: $0.location.file) }
      if format == .markdown {
        drawn += part.check.diagrams(about: printed, of: part.project).map { diagram in
          var diagram = diagram
          diagram.file = part.name(diagram.file)
          diagram.findings = diagram.findings.map { $0 + findings.count }
          return diagram
        }
      }
      for (file, text) in part.project.sources(of: printed) { sources[part.name(file)] = text }
      findings += printed.map(part.named)
    }
    let files = Set(findings.map(\.location.file))
    let places = parts.flatMap { part in
      part.check.allPages.filter { files.contains(part.name($0.path)) }
        .flatMap(DiagramPlace.all).map { place in
          DiagramPlace(file: part.name(place.file), lines: place.lines, title: place.title)
        }
    }
    context.printer().show(
      findings, sources: sources, diagrams: places, drawn: drawn, omitted: omitted, owners: owners)
  }

  func printSummary(_ summary: String?, since start: ContinuousClock.Instant) {
    guard let summary else { return }
    context.console.print("\(summary) · \(CommandContext.milliseconds(since: start)) ms\n")
  }

  /// The findings with the commits that explain them, if `--blame` asks for them.
  private func withCommits(_ findings: [Diagnostic], in project: Project) -> [Diagnostic] {
    guard context.arguments[CheckCommand.blame] else { return findings }
    let blame = Blame(project)
    if let obstacle = blame.obstacle { context.report(obstacle) }
    return blame.explained(findings)
  }
}
