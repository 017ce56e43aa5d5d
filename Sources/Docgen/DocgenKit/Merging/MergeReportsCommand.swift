import CommandLineTool
import JSON

/// `docgen merge-reports`.
struct MergeReportsCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "merge-reports", "Join the reports of the parts of a check", group: .tools,
    discussion: """
      Joins the output of `docgen check --shard` in the formats json, sarif and html into the report \
      of the complete check. Findings that several parts report, such as those about the \
      configuration, appear once. The scripts of a joined page come from this docgen and not from \
      the reports.
      """,
    operands: [
      OperandDescription(
        "REPORT", "The reports, all in the same format", isRequired: true, isRepeating: true)
    ],
    options: [CommonOptions.output, ReportCommand.mermaid],
    examples: [
      ("docgen merge-reports part-*.json", "Print all findings as one JSON object."),
      ("docgen merge-reports part-*.html -o report.html", "Write one report about all documents."),
    ],
    exitCodes: [
      (0, "the parts have no errors"), (1, "a part has errors"),
      (2, "the reports have different formats"), (4, "a file is not a report"),
    ])

  func run() async throws -> ExitCode {
    let reports = try arguments.operands.map { try ShardReport(reading: $0) }
    guard let first = reports.first else { return .usage }
    if let other = reports.first(where: { $0.format != first.format }) {
      throw UsageError(
        "\(other.file) is \(other.format.title), but \(first.file) is \(first.format.title)")
    }
    let hasErrors: Bool
    switch first.format {
    case .findings:
      let merged = MergedFindings(reports.map(\.model))
      try context.write(json: merged.json)
      hasErrors = merged.hasErrors
    case .sarif:
      let merged = MergedSARIF(reports.map(\.model))
      try context.write(json: merged.json)
      hasErrors = merged.hasErrors
    case .page:
      let merged = MergedPage(reports)
      let script = context.mermaidScript(nil)
      try context.write(Array(merged.text(script: script).utf8))
      hasErrors = merged.hasErrors
    }
    return hasErrors ? .drift : .success
  }
}
