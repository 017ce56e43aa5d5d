import CommandLineTool
import Diagnostics
import Markdown
import Rules

/// `docgen report`, and `docgen check --format html`.
struct ReportCommand: Command {
  let context: CommandContext

  static let mermaid = CommandOption.text(
    "mermaid", value: "FILE", "Mermaid's script, mermaid.min.js")
  static let trust = CommandOption.flag(
    "trust-project", "Run Mermaid's script of the repository")

  static let description = CommandDescription(
    "report", "Write a visual report of the check, as one HTML file",
    discussion: """
      The file shows every document with its findings at their places, and every diagram with \
      the verdict of each element: what is documented, what the code declares, what recorded runs \
      show. It works without a network, in a light and a dark theme. Diagrams are drawn if \
      Mermaid's script is found, as for `docgen render`; otherwise their text is shown. The exit \
      code is that of `docgen check`.
      """,
    operands: [CommonOptions.pages],
    options: [
      CommonOptions.output, SourceLinks.editorOption, SourceLinks.repositoryOption,
      CheckCommand.hints, CheckCommand.confidence, CheckCommand.blame, CheckCommand.record,
      CheckCommand.run, CheckShard.option, CommandContext.changedSince, CommonOptions.noBaseline,
      mermaid, trust,
      CommonOptions.configuration,
    ],
    examples: [
      ("docgen report -o report.html", "The report about all documents."),
      (
        "docgen report --editor-url 'vscode://file/{root}/{path}:{line}'",
        "With links to an editor, on standard output."
      ),
    ])

  // MARK: - `docgen check --format html`

  /// The formats of `docgen check` that are not printed: a page, and a picture of each diagram.
  private enum Drawing: String, CaseIterable { case html, svg }

  /// The formats of findings, and the report.
  static let formatOfCheck = OptionDescription(
    "format", short: "f", value: "NAME",
    choices: FindingsPrinter.Format.allCases.map(\.rawValue) + Drawing.allCases.map(\.rawValue),
    standard: FindingsPrinter.Format.text.rawValue,
    "How to print findings; html is a report, svg a folder of pictures")

  private static let givenFormat = CommandOption.text("format", value: "NAME", "")

  /// Whether the command line of `docgen check` asks for a report or pictures.
  static func isMeant(by arguments: ParsedArguments) throws(UsageError) -> Bool {
    let output = arguments[CommonOptions.output]
    switch arguments[givenFormat].flatMap(Drawing.init) {
    case .html: return true
    case .svg:
      if output ?? "-" != "-" { return true }
      throw UsageError("--format svg writes several files; name a folder with --output")
    case nil:
      if output == nil { return false }
      throw UsageError("--output is for --format html and svg; other formats are printed")
    }
  }

  func run() async throws -> ExitCode {
    guard arguments[CheckCommand.recursive] else {
      let part = try await part(in: context, path: "")
      if isDrawing { return try draw(part) ? part.exitCode : .input }
      try context.write(report(of: part), root: part.project.root)
      return part.exitCode
    }
    try CheckCommand.refuseOperands(arguments)
    var parts: [Part] = []
    for (inner, path) in try context.configuredParts() {
      parts.append(try await part(in: inner, path: path))
    }
    let exitCode = CheckOutput.exitCode(of: parts.map(\.exitCode))
    if isDrawing { return try parts.allSatisfy(draw) ? exitCode : .input }
    let reports = try parts.map { part in
      try ShardReport(
        Array(ReportPage(report: report(of: part)).text.utf8), file: part.path, folder: part.path)
    }
    let title = FileName.last(of: FileSystem.absolute(context.folder))
    let merged = MergedPage(reports, title: title)
    try context.write(Array(merged.text(script: context.mermaidScript(nil)).utf8))
    return exitCode
  }

  private var isDrawing: Bool { arguments[Self.givenFormat] == Drawing.svg.rawValue }

  /// A checked project with the path of its folder relative to the working folder.
  private struct Part {
    var path: String
    var check: Check
    var project: Project
    var exitCode: ExitCode
  }

  private func part(in context: CommandContext, path: String) async throws -> Part {
    var project = try await context.projectWithTraces().adding(unconfigured: arguments.operands)
    try context.restrict(&project)
    let known = await context.runSessions(of: &project)
    var check = try await CheckOutput(context: context).check(project, after: known)
    let exitCode = try FindingSelection(arguments).exitCode(check.exitCode)
    check.show(
      atLeast: arguments[CheckCommand.confidence], showsHints: arguments[CheckCommand.hints])
    if arguments[CheckCommand.blame] {
      let blame = Blame(project)
      if let obstacle = blame.obstacle { context.report(obstacle) }
      check.findings = blame.explained(check.findings)
    }
    return Part(path: path, check: check, project: project, exitCode: exitCode)
  }

  private func report(of part: Part) throws -> Report {
    var report = Report(part.check, of: part.project)
    let isWhole = part.path.isEmpty
    report.links = try SourceLinks(
      arguments, root: isWhole ? part.project.root.folder : FileSystem.absolute(context.folder))
    return report
  }

  /// Writes each diagram that a finding is about as a picture: `FOLDER/docs-sync.md-18.svg`. False if
  /// a tool is missing, which is reported.
  private func draw(_ part: Part) throws -> Bool {
    let (check, project) = (part.check, part.project)
    let diagrams = check.diagrams(about: check.findings, of: project).filter { !$0.marks.isEmpty }
    guard !diagrams.isEmpty else { return true }
    guard let tools = context.drawingTools(project.root) else { return false }
    let folder = arguments[CommonOptions.output] ?? ""
    for diagram in diagrams {
      let page = ReportPage(report: Report(only: diagram), script: tools.script, isSingle: true)
      let line = diagram.fence.range.start.line
      let name = part.path.isEmpty ? diagram.file : part.path + "/" + diagram.file
      let file = folder + "/\(name.replacing("/", with: "-"))-\(line).svg"
      do {
        let picture = try Picture(page, browser: tools.browser).svg()
        try Confinement.check(operand: file, for: "write", isCreated: true, from: context.folder)
        try FileSystem.makeFolder(folder)
        try FileSystem.replace(file, with: Array(picture.utf8))
      } catch let failure as Picture.Failure {
        context.report("\(diagram.file):\(line): \(failure.message)")
        return false
      }
      if !context.isQuiet { console.printError("wrote \(file.visible)\n") }
    }
    return true
  }
}

extension CommandContext {
  /// Writes a report as HTML. A missing script of Mermaid is reported.
  func write(_ report: Report, root: Root) throws(FileError) {
    let page = ReportPage(report: report, script: mermaidScript(root))
    try write(Array(page.text.utf8))
  }

  /// Mermaid's script; `nil`, with a report, if it is not found. Without a project, only the command line
  /// and the machine can name it.
  func mermaidScript(_ root: Root?) -> String? {
    do throws(RenderingTools.Missing) {
      return try renderingTools(root).script()
    } catch {
      report("\(error.message); the report shows the text of diagrams")
      console.printError(HelpText.wrapped(error.help, width: console.width, indent: "  "))
      return nil
    }
  }
}
