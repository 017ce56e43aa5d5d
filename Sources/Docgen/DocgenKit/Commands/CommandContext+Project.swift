import CommandLineTool
import Diagnostics
import Markdown
import Models
import Rules
import Templates

/// Reading, checking and writing the project of the working folder.
extension CommandContext {
  /// The folder and configuration of the project. Prints the reason and throws if there is none.
  func root() throws(CommandFailure) -> Root {
    let search = Root.find(from: folder, named: arguments[CommonOptions.configuration])
    guard let root = search.root else {
      printer().show(search.problems, sources: search.sources)
      throw CommandFailure(exitCode: .usage)
    }
    return root
  }

  /// Reads the project. Files that are unchanged since `previous` are taken from it.
  func project(
    after previous: Project? = nil, forCheck: Bool = false
  ) async throws(CommandFailure) -> Project {
    let root = try root()
    let start = ContinuousClock.now
    let project = await Project.read(
      root, usesCache: !arguments[CommonOptions.noCache], after: previous, forCheck: forCheck)
    if arguments[CommonOptions.verbose] {
      let model = project.model
      let counts = [
        project.pages.count.counted("document"), model.sources.count.counted("Swift file"),
        model.traces.count.counted("trace"), project.templates.names.count.counted("template"),
      ]
      report(
        "\(root.file): \(counts.joined(separator: ", ")), read in \(Self.milliseconds(since: start)) ms"
      )
    }
    return project
  }

  /// Reads the project, and prints which files could not be read.
  func projectReportingProblems() async throws(CommandFailure) -> Project {
    let project = try await project()
    report(project.problems.filter { $0.severity == .error })
    return project
  }

  func printFindings(_ findings: [Diagnostic], in project: Project) {
    printer().show(findings, sources: project.sources(of: findings))
  }

  /// The checked pages that the operands name.
  func checkedPages(
    of project: Project, after known: CheckedPages = .init()
  ) async -> CheckedPages {
    await project.checked(project.pages(named: arguments.operands).pages, after: known)
  }

  /// Writes changes while no other run writes the project.
  func write(_ generation: inout Generation, in project: Project) throws(FileError) {
    if generation.changes.isEmpty { return }
    let lock = try project.root.lock()
    withExtendedLifetime(lock) { generation.write(below: project.root.folder) }
  }

  /// Prints the name of a changed document, and its changes.
  func printChange(_ change: Generation.Change, isDryRun: Bool = false) {
    if !isQuiet {
      var counts: [String] = []
      if change.regions > 0 { counts.append(change.regions.counted("region")) }
      if change.fixes > 0 { counts.append(change.fixes.counted("fix", many: "fixes")) }
      console.print(
        "\(isDryRun ? "would write" : "wrote") \(change.page.path.visible)  "
          + "(\(counts.joined(separator: ", ")))\n")
    }
    if arguments[CommonOptions.diff] {
      console.print("--- \(change.page.path)\n+++ \(change.page.path)\n\(change.diff)")
    }
  }

  static func milliseconds(since start: ContinuousClock.Instant) -> Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }
}
