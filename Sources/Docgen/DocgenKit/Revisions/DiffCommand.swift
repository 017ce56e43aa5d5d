import CommandLineTool
import Diagnostics
import JSON
import Markdown
import Traces

/// `docgen diff`.
struct DiffCommand: Command {
  enum Format: String, CaseIterable, Sendable {
    case text, json, markdown, html
  }

  let context: CommandContext

  private static let format = CommandOption.choice(
    "format", short: "f", value: "NAME", default: Format.text,
    "How to print it; markdown and html draw the changes")

  static let description = CommandDescription(
    "diff", "Compare what documents show at two revisions",
    discussion: """
      Compares the meaning of the diagrams and values in the configured documents at two Git \
      revisions. If the documents agree with the code at both, the differences show how its \
      behavior has changed. Regions in the working tree count as `docgen fix` would write them.
      """,
    operands: [
      OperandDescription("OLD", "A Git revision, or two as OLD..NEW", isRequired: true),
      OperandDescription("NEW", "A later revision; by default, the working tree"),
    ],
    options: [
      format, CommonOptions.output, ReportCommand.mermaid, ReportCommand.trust,
      CommonOptions.configuration,
    ],
    examples: [
      ("docgen diff main", "Show what this branch changes."),
      ("docgen diff -f markdown v1.0 v1.1", "Draw what a release has changed."),
      ("docgen diff main -f html -o diff.html", "Both versions of each diagram, in a browser."),
    ],
    exitCodes: [
      (0, "no difference"), (1, "they differ"), (2, "Git does not know the revision"),
      (4, "a file cannot be read"),
    ])

  func run() async throws -> ExitCode {
    let names =
      arguments.operands.count == 1 ? Self.range(arguments.operands[0]) : arguments.operands
    let root = try context.root()
    let old = try Revision.named(names[0], in: root.folder)
    let new =
      names.count > 1
      ? try Revision.named(names[1], in: root.folder) : Revision(workingTreeIn: root.folder)
    let generated = names.count > 1 ? [] : Generation.plan(try await context.project()).changes
    for change in generated {
      context.report(
        "\(change.page.path.visible) is out of date; it is compared as `docgen fix` would write it")
    }
    let pages = try differences(
      old: old, new: new, configuration: root.configuration, generated: generated)
    switch arguments[Self.format] {
    case .json:
      try context.write(json: [
        "version": 1, "old": .text(old.name ?? ""), "new": .text(new.name ?? ""),
        "pages": .array(pages.map(\.json)),
      ])
    case .html:
      let report = Report(
        pages, of: root.title,
        Report.Revisions(old: old.name ?? "", new: new.name ?? "the working tree"))
      try context.write(report, root: root)
    case .markdown:
      try context.write(
        pages.isEmpty
          ? "The documents show no difference.\n" : pages.map(\.markdown).joined(separator: "\n"))
    case .text:
      let same = context.isQuiet ? "" : "the documents show no difference\n"
      try context.write(pages.isEmpty ? same : pages.map(\.text).joined())
    }
    return pages.isEmpty ? .success : .drift
  }

  /// The revisions of Git's `main..topic`; an omitted one is `HEAD`.
  private static func range(_ operand: String) -> [String] {
    guard let dots = operand.firstRange(of: "..") else { return [operand] }
    let (old, new) = (operand[..<dots.lowerBound], operand[dots.upperBound...])
    // Git resolves `main...topic`, the changes since the branch began.
    if new.hasPrefix(".") { return [operand] }
    return [old, new].map { $0.isEmpty ? "HEAD" : String($0) }
  }

  private func differences(
    old: Revision, new: Revision, configuration: Configuration,
    generated: [Generation.Change]
  ) throws(FileError) -> [PageDifference] {
    let (patterns, excluded) = (configuration.documents, configuration.excluded)
    // The working tree is compared as if its regions were regenerated.
    func content(_ path: String) throws(FileError) -> [UInt8] {
      if let change = generated.first(where: { $0.page.path == path }) { return change.bytes }
      return try new.read(path)
    }
    let before = try old.files(matching: patterns, excluding: excluded)
    let after = try new.files(matching: patterns, excluding: excluded)
    var pages: [PageDifference] = []
    for path in Set(before).union(after).sorted() {
      let page = PageDifference(
        path, old: (old.shown(path), before.contains(path) ? try old.read(path) : []),
        new: (new.shown(path), after.contains(path) ? try content(path) : []))
      if !page.isEmpty { pages.append(page) }
    }
    return pages
  }
}
