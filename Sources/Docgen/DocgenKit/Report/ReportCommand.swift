import CommandLineTool
import Diagnostics

/// `docgen report`, and `docgen check --format html`.
struct ReportCommand: Command {
  let context: CommandContext

  private static let mermaid = CommandOption.text(
    "mermaid", value: "FILE", "Mermaid's script, mermaid.min.js")
  private static let trust = CommandOption.flag(
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
      CheckCommand.confidence, CheckCommand.blame, CheckCommand.record, CheckCommand.run,
      CommonOptions.noBaseline, mermaid, trust, CommonOptions.configuration,
    ],
    examples: [
      ("docgen report -o report.html", "The report about all documents."),
      (
        "docgen report --editor-url 'vscode://file/{root}/{path}:{line}'",
        "With links to an editor, on standard output."
      ),
    ])

  // MARK: - `docgen check --format html`

  private static let html = "html"

  /// The formats of findings, and the report.
  static let formatOfCheck = OptionDescription(
    "format", short: "f", value: "NAME",
    choices: FindingsPrinter.Format.allCases.map(\.rawValue) + [html],
    standard: FindingsPrinter.Format.text.rawValue, "How to print findings; html is a report")

  private static let givenFormat = CommandOption.text("format", value: "NAME", "")

  /// Whether the command line of `docgen check` asks for a report.
  static func isMeant(by arguments: ParsedArguments) throws(UsageError) -> Bool {
    if arguments[givenFormat] == html { return true }
    if arguments[CommonOptions.output] != nil {
      throw UsageError("--output is for --format html; other formats are printed")
    }
    return false
  }

  func run() async throws -> ExitCode {
    var project = try await context.projectWithTraces().adding(unconfigured: arguments.operands)
    let links = try SourceLinks(arguments, root: project.root.folder)
    let known = await context.runSessions(of: &project)
    var check = try await CheckOutput(context: context).check(project, after: known)
    let exitCode = try FindingSelection(arguments).exitCode(check.exitCode)
    check.show(atLeast: arguments[CheckCommand.confidence], showsHints: true)
    if arguments[CheckCommand.blame] {
      let blame = Blame(project)
      if let obstacle = blame.obstacle { context.report(obstacle) }
      check.findings = blame.explained(check.findings)
    }
    var report = Report(check, of: project)
    report.links = links
    try context.write(Array(ReportPage(report: report, script: script(project.root)).text.utf8))
    return exitCode
  }

  /// Mermaid's script; `nil` if it is not found, which is reported.
  private func script(_ root: Root) -> String? {
    let configured = root.configuration.mermaid.map {
      $0.hasPrefix("/") ? $0 : root.folder + "/" + $0
    }
    let tools = RenderingTools(
      folder: context.folder, mermaid: arguments[Self.mermaid], configured: configured,
      trustsProject: arguments[Self.trust])
    do throws(RenderingTools.Missing) {
      return try tools.script()
    } catch {
      context.report("\(error.sentence); the report shows the text of diagrams")
      console.printError(HelpText.wrapped(error.help, width: console.width, indent: "  "))
      return nil
    }
  }
}
