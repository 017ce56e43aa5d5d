import CommandLineTool
import Diagnostics

/// Prints findings in the format that `--format` names: the same for every command with findings.
struct FindingsPrinter: Sendable {
  /// The formats of findings; every command with findings offers all of them.
  enum Format: String, CaseIterable, Sendable {
    case text, short, json, sarif, github, junit, markdown

    /// Whether a summary follows the findings.
    var isForPeople: Bool { self == .text || self == .short }

    /// Whether it names the owners of files.
    var hasOwners: Bool { self == .json || self == .sarif }

    /// Whether `--max-findings` applies: the output states how many are left out.
    var isShortened: Bool { isForPeople || self == .markdown || self == .github }
  }

  private let console: any Console
  let format: Format
  private let style: TextStyle
  /// The name in the summary: the command.
  private let tool: String

  /// When results are colored.
  enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
  }

  init(_ console: any Console, format: Format, color: ColorChoice, tool: String) {
    let usesColor = color == .always || color == .auto && console.wantsColor
    self.init(
      console: console, format: format, style: usesColor ? TextStyle(usesColor: true) : .plain,
      tool: tool)
  }

  private init(console: any Console, format: Format, style: TextStyle, tool: String) {
    self.console = console
    self.format = format
    self.style = style
    self.tool = tool
  }

  /// Prints findings that are not the result of a command: as text, on standard error.
  static func printingErrors(_ console: any Console) -> FindingsPrinter {
    FindingsPrinter(
      console: ErrorConsole(console: console), format: .text, style: .plain, tool: "")
  }

  /// Prints findings; `sources` are the texts by the file names of the findings. A command calls it
  /// once: the formats for programs are complete documents, even if there is nothing to report.
  /// Text has a heading for several findings within one of the `diagrams`; Markdown draws those in
  /// `drawn`. `omitted` is the number of further findings, and `owners`
  /// has the teams of each finding.
  func show(
    _ findings: [Diagnostic], sources: [String: SourceText], diagrams: [DiagramPlace] = [],
    drawn: [DiagramReport] = [], omitted: Int = 0, owners: [[String]] = []
  ) {
    let report = FindingsReport(findings, sources: sources, owners: owners)
    switch format {
    case .text, .short:
      guard !findings.isEmpty else { return }
      let writer = TextFormat(
        style: style, sources: sources, columns: console.terminalColumns)
      let text =
        format == .short
        ? findings.map { writer.line(for: $0) + "\n" }.joined()
        : DiagramPlace.groups(of: findings, in: diagrams).map { place, findings in
          guard let place, findings.count > 1 else { return writer.text(for: findings) }
          return writer.text(for: findings, heading: place.heading(findings.count))
        }.joined(separator: "\n")
      console.put(text.inert(isStyled: style.usesColor), on: .output)
    case .github:
      let rest = omitted > 0 ? "::notice::\(omitted) more (--max-findings)\n" : ""
      console.put(GitHubFormat.text(for: findings) + rest, on: .output)
    case .json: console.put(JSONFindings.text(report).inertJSON, on: .output)
    case .sarif: console.put(SARIFFindings.text(report).inertJSON, on: .output)
    case .junit: console.put(JUnitFindings.text(report, tool: tool), on: .output)
    case .markdown:
      console.print(MarkdownFindings.text(report, tool: tool, diagrams: drawn, omitted: omitted))
    }
  }

  /// The option `--format` of commands whose results are findings.
  static let formatOption = CommandOption.choice(
    "format", short: "f", value: "NAME", default: Format.text, "How to print findings")
}
