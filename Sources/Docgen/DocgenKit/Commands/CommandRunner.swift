import CommandLineTool
import Diagnostics
import Markdown
import Models
import Templates

/// Runs one command of docgen.
struct CommandRunner: Sendable {
  let console: any Console
  let folder: String
  let arguments: ParsedArguments

  /// Checks, or says again what the same check came to when nothing that it saw has changed.
  func check() async -> ExitCode {
    let start = ContinuousClock.now
    if arguments.has("fix") {
      guard let project = await project() else { return .usage }
      return await fix(project, since: start)
    }
    guard let memory = CheckMemory(arguments, console: console, folder: folder) else {
      let (exitCode, summary) = await checkOnce()
      return ended(exitCode, summary, since: start)
    }
    if let known = memory.recall() {
      console.print(known.printed)
      console.complain(known.complained)
      return ended(known.exitCode, known.summary, since: start)
    }
    let recording = RecordingConsole(console)
    let runner = CommandRunner(console: recording, folder: folder, arguments: arguments)
    let witness = FileWitness()
    let (exitCode, summary) = await witness.watching { await runner.checkOnce() }
    let outcome = CheckMemory.Outcome(
      exitCode: exitCode, printed: recording.printed, complained: recording.complained,
      summary: summary)
    memory.keep(outcome, witness.observations)
    return ended(exitCode, summary, since: start)
  }

  private func checkOnce() async -> (ExitCode, summary: String?) {
    guard var project = await project(forCheck: true) else { return (.usage, nil) }
    if arguments.operands.contains("-") {
      do throws(FileError) {
        let bytes = try ByteStream().all()
        project = project.replacing([Page(path: ByteStream.standardInputName, bytes: bytes)])
      } catch {
        return (complain(error), nil)
      }
    }
    let result = await result(project)
    if result.needsHistory(of: project) {
      console.complain(
        "docgen: no complete Git history: removed names cannot be proven, and are warnings at most\n"
      )
    }
    return tell(result, of: project)
  }

  /// Mends what needs no judgement, then checks what is there.
  private func fix(_ project: Project, since start: ContinuousClock.Instant) async -> ExitCode {
    let result = await result(project)
    var fixing = Fixing.plan(project, result.findings)
    if let code = write(&fixing, project) { return code }
    if printer.format.isForPeople {
      for change in fixing.changes {
        console.print("fixed \(change.page.path.visible)  (\(change.count))\n")
      }
    }
    if !fixing.problems.isEmpty {
      FindingsPrinter.complaining(console).show(fixing.problems, sources: [:])
      return .input
    }
    return await check(await project.rereadingPages(), since: start)
  }

  private func complain(_ error: FileError) -> ExitCode {
    console.complain("docgen: \(error)\n")
    return .input
  }

  private func check(
    _ project: Project, since start: ContinuousClock.Instant, after known: CheckedPages = .init()
  ) async -> ExitCode {
    let (exitCode, summary) = tell(await result(project, after: known), of: project)
    return ended(exitCode, summary, since: start)
  }

  /// Prints findings; the summary is for `ended`.
  private func tell(_ check: Check, of project: Project) -> (ExitCode, summary: String?) {
    var check = check
    check.show(
      atLeast: arguments.value("min-confidence").flatMap(Confidence.init) ?? .low,
      showsHints: arguments.has("hints"))
    show(blamed(check.findings, in: project), in: project)
    let isSummed = !arguments.has("quiet") && printer.format.isForPeople
    let summary = (check.findings.isEmpty ? "" : "\n") + check.summary
    return (check.exitCode, isSummed ? summary : nil)
  }

  /// The findings with the commits behind them, where they are asked for.
  private func blamed(_ findings: [Diagnostic], in project: Project) -> [Diagnostic] {
    guard arguments.has("blame") else { return findings }
    let blame = Blame(project)
    if let obstacle = blame.obstacle { console.complain("docgen: \(obstacle)\n") }
    return blame.explained(findings)
  }

  private func ended(
    _ exitCode: ExitCode, _ summary: String?, since start: ContinuousClock.Instant
  ) -> ExitCode {
    if let summary { console.print("\(summary) · \(Self.milliseconds(since: start)) ms\n") }
    return exitCode
  }

  private func result(_ project: Project, after known: CheckedPages = .init()) async -> Check {
    await Check.run(
      project, pages: arguments.operands, usesBaseline: !arguments.has("no-baseline"),
      after: known)
  }

  /// The pages that are named, worked out.
  private func checked(_ project: Project, after known: CheckedPages = .init()) async
    -> CheckedPages
  {
    await project.checked(project.pages(named: arguments.operands).pages, after: known)
  }

  func generate() async -> ExitCode {
    let start = ContinuousClock.now
    guard let project = await project() else { return .usage }
    let known = await checked(project)
    var generation = Generation.plan(
      project, pages: arguments.operands, force: arguments.has("force"), after: known)
    let isDryRun = arguments.has("dry-run")
    if !isDryRun, let code = write(&generation, project) { return code }
    show(generation.problems, in: project)
    for change in generation.changes { tell(change, isDryRun: isDryRun) }
    if generation.changes.isEmpty, generation.problems.isEmpty, !arguments.has("quiet") {
      let count = generation.documents
      console.print(
        count == 1 ? "the document is up to date\n" : "all \(count) documents are up to date\n")
    }
    if isDryRun, generation.exitCode == .success, !generation.changes.isEmpty { return .drift }
    if generation.exitCode == .success, arguments.has("check") {
      return await check(await project.rereadingPages(), since: start, after: known)
    }
    return generation.exitCode
  }

  /// Generates, unless that is not wanted, and checks what is there then: one round of `watch`. What
  /// did not change since the round before is taken from there: `reread`, where it is given, is the
  /// project as it was then but for what was read again, and `known` are the pages as they were checked.
  func round(
    _ reread: Project?, after previous: WatchRound.Result?, known: CheckedPages
  ) async -> WatchRound.Result? {
    let start = ContinuousClock.now
    var known = known
    var project: Project
    if let reread {
      project = reread
    } else {
      guard let whole = await self.project(after: previous?.project) else { return nil }
      project = whole
    }
    var problems: [Diagnostic] = []
    if !arguments.has("no-generate") {
      known = await checked(project, after: known)
      var generation = Generation.plan(project, pages: arguments.operands, after: known)
      if write(&generation, project) == nil {
        problems = generation.problems
        for change in generation.changes { tell(change, isDryRun: false) }
        if !generation.changes.isEmpty { project = await project.rereadingPages() }
      }
    }
    var result = await result(project, after: known)
    let told = Set(result.findings.map { "\($0.rule) \($0.location)" })
    result.findings =
      problems.filter { !told.contains("\($0.rule) \($0.location)") } + result.findings
    let (exitCode, summary) = tell(result, of: project)
    _ = ended(exitCode, summary, since: start)
    return WatchRound.Result(project: project, pages: CheckedPages(result.pages))
  }

  /// Generates what is accepted, region by region.
  func accept() async -> ExitCode {
    guard let project = await project() else { return .usage }
    let review = Review(console: console, takesAll: arguments.has("all"))
    var generation = Generation.plan(
      project, pages: arguments.operands, force: true, review: review)
    if let code = write(&generation, project) { return code }
    show(generation.problems, in: project)
    for change in generation.changes { tell(change, isDryRun: false) }
    if !arguments.has("quiet") {
      console.print(
        review.accepted + review.left == 0
          ? "there is nothing to accept\n" : "\(review.accepted) accepted, \(review.left) left\n")
    }
    return generation.exitCode == .success && review.left > 0 ? .drift : generation.exitCode
  }

  /// Writes changes while no other run does; the exit code where that cannot be.
  private func write(_ generation: inout Generation, _ project: Project) -> ExitCode? {
    if generation.changes.isEmpty { return nil }
    do throws(FileError) {
      let lock = try project.root.lock()
      withExtendedLifetime(lock) { generation.write(below: project.root.folder) }
      return nil
    } catch {
      return complain(error)
    }
  }

  func list() async -> ExitCode {
    guard let project = await project() else { return .usage }
    let (pages, unknown) = project.pages(named: arguments.operands)
    let problems = unknown + project.problems.filter { $0.severity == .error }
    FindingsPrinter.complaining(console).show(problems, sources: [:])
    let list = RegionList(project, pages: pages)
    console.print(
      arguments.value("format") == "json" ? list.json : list.text(width: console.width))
    return unknown.isEmpty ? (problems.isEmpty ? .success : .input) : .usage
  }

  func diff() async -> ExitCode {
    guard let root = root() else { return .usage }
    var command = DiffCommand(console: console, arguments: arguments, root: root)
    if command.endsInWorkingTree, let project = await project() {
      command.generated = Generation.plan(project).changes
    }
    return command.run()
  }

  func coverage() async -> ExitCode {
    guard let project = await complainingProject() else { return .usage }
    return CoverageCommand(console: console, arguments: arguments, project: project).run()
  }

  func baseline(_ command: String) async -> ExitCode {
    guard let project = await complainingProject() else { return .usage }
    return await BaselineCommand(console: console, arguments: arguments, project: project).run(
      command)
  }

  /// Says what could not be read, and goes on with the rest.
  private func complainingProject() async -> Project? {
    guard let project = await project() else { return nil }
    let problems = project.problems.filter { $0.severity == .error }
    FindingsPrinter.complaining(console).show(problems, sources: [:])
    return project
  }

  private func tell(_ change: Generation.Change, isDryRun: Bool) {
    if !arguments.has("quiet") {
      let what = isDryRun ? "would write" : "wrote"
      console.print("\(what) \(change.page.path.visible)  (\(change.count.counted("region")))\n")
    }
    if arguments.has("diff") { console.print(diff(of: change)) }
  }

  // MARK: - Reading

  /// The project's folder and configuration, or nothing after saying why there is none.
  private func root() -> Root? {
    let search = Root.find(from: folder, named: arguments.value("config"))
    if search.root == nil { printer.show(search.problems, sources: search.sources) }
    return search.root
  }

  private func project(
    after previous: Project? = nil, forCheck: Bool = false
  ) async -> Project? {
    guard let root = root() else { return nil }
    let start = ContinuousClock.now
    let project = await Project.read(
      root, usesCache: !arguments.has("no-cache"), after: previous,
      forCheck: forCheck)
    if arguments.has("verbose") {
      let model = project.model
      let counts = [
        project.pages.count.counted("document"), model.sources.count.counted("Swift file"),
        model.traces.count.counted("trace"), project.templates.names.count.counted("template"),
      ]
      console.complain(
        "docgen: \(root.file): \(counts.joined(separator: ", ")), "
          + "read in \(Self.milliseconds(since: start)) ms\n")
    }
    return project
  }

  // MARK: - Printing

  private var printer: FindingsPrinter { FindingsPrinter(console, arguments) }

  private func show(_ findings: [Diagnostic], in project: Project) {
    printer.show(findings, sources: project.sources(of: findings))
  }

  private func diff(of change: Generation.Change) -> String {
    "--- \(change.page.path)\n+++ \(change.page.path)\n\(change.diff)"
  }

  static func milliseconds(since start: ContinuousClock.Instant) -> Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  }
}
