import CommandLineTool
import Diagnostics
import Markdown
import Models

/// `docgen adopt`.
struct AdoptCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "adopt", "Insert markers before unchecked diagrams",
    discussion: """
      For each diagram without a marker, prints how much of it the sources confirm. Class diagrams, \
      flowcharts and state diagrams of this project get the marker that verifies them; the markers of \
      other diagrams are printed. Nothing else in a document changes.
      """,
    operands: [CommonOptions.pages],
    options: [CommonOptions.dryRun, CommonOptions.configuration],
    examples: [
      ("docgen adopt --dry-run", "List the unchecked diagrams, with their markers."),
      ("docgen adopt docs/design.md && docgen check", "Verify the diagrams of one document."),
    ],
    exitCodes: [
      (0, "the markers are inserted"), (1, "with --dry-run: there are markers to insert"),
      (2, "the command line or the configuration is wrong"),
      (4, "a file cannot be read or written"),
    ])

  func run() async throws -> ExitCode {
    let project = try await context.project(forCheck: true)
    let (pages, unknown) = project.pages(named: arguments.operands)
    guard unknown.isEmpty else {
      context.report(unknown)
      return .usage
    }
    let adoption = Adoption(project, pages)
    let isDryRun = arguments[CommonOptions.dryRun]
    console.print(adoption.text(insertsMarkers: !isDryRun))
    if adoption.diagrams.isEmpty {
      if !context.isQuiet { console.print("no unchecked diagrams\n") }
      return .success
    }
    let canInsert = adoption.diagrams.contains(where: \.isProvable)
    if isDryRun { return canInsert ? .drift : .success }
    if canInsert {
      await InitCommand.printNextStep(try adoption.insertMarkers(context), context)
    }
    return .success
  }
}

/// The unchecked diagrams of documents, and the markers that would verify them.
///
/// Only markers that the sources can already confirm are inserted, so that the first check begins
/// with few errors. The others are printed for the author to decide.
struct Adoption: Sendable {
  let diagrams: [DiagramInventory]
  private let project: Project
  private let pages: [Page]

  init(_ project: Project, _ pages: [Page]) {
    self.project = project
    self.pages = pages
    let graph = project.model.graph
    diagrams = pages.flatMap { page in
      page.looseFences.compactMap { DiagramInventory($0, on: page, project.model.code, in: graph) }
    }
  }

  /// One line for each diagram, and its marker unless it is inserted.
  func text(insertsMarkers: Bool) -> String {
    diagrams.map { diagram in
      let line = "\(diagram.summary)\n"
      guard let marker = diagram.marker, !diagram.isForeign,
        !(diagram.isProvable && insertsMarkers)
      else { return line }
      let condition =
        diagram.needsNoTraces ? "put before it" : "once traces are recorded"
      return line + "    \(condition): \(marker)\n"
    }.joined()
  }

  /// Inserts the markers of diagrams that the sources can verify; returns the project with them.
  func insertMarkers(_ context: CommandContext) throws(FileError) -> Project {
    let lock = try project.root.lock()
    defer { withExtendedLifetime(lock) {} }
    var changed: [Page] = []
    for page in pages {
      let own = diagrams.filter { $0.page == page.path && $0.isProvable }
      if own.isEmpty { continue }
      guard let bytes = Self.marking(own, on: page) else {
        context.report("\(page.path.visible) has a diagram with no room for a marker before it")
        continue
      }
      try project.root.files.replace(page.path, with: bytes)
      context.console.print("wrote \(page.path.visible)  (\(own.count.counted("marker")))\n")
      changed.append(Page(path: page.path, bytes: bytes))
    }
    return project.replacing(changed)
  }

  /// The insertion of a marker before a diagram; `nil` if it would not be recognized.
  static func insertion(of marker: String, before fence: Fence, on page: Page) -> TextChange? {
    let change = insertion(of: marker, at: fence, on: page)
    let bytes = TextChange.applied([change], to: page.source.bytes)
    return isRead(bytes, with: 1, on: page) ? change : nil
  }

  /// The prefix of a fence in a list or a quote is repeated before its marker.
  private static func insertion(of marker: String, at fence: Fence, on page: Page) -> TextChange {
    let start = fence.range.start
    let line = page.source.offset(of: SourcePosition(line: start.line, column: 1))
    let prefix = page.source.bytes[line..<page.source.offset(of: start)]
    return TextChange(
      range: line..<line,
      text: String(decoding: prefix, as: UTF8.self) + marker + page.lineEnding.rawValue)
  }

  /// Whether a page has these new markers, and is the same otherwise.
  ///
  /// As everywhere, the page is parsed again: the new regions must exist, and no fence may have
  /// changed.
  private static func isRead(_ bytes: [UInt8], with count: Int, on page: Page) -> Bool {
    let marked = Page(path: page.path, bytes: bytes)
    return marked.regions.count == page.regions.count + count
      && marked.diagnostics.count <= page.diagnostics.count
      && marked.fences.map(\.literal) == page.fences.map(\.literal)
  }

  /// The page with the markers, or `nil` if one of them would not be recognized.
  private static func marking(_ diagrams: [DiagramInventory], on page: Page) -> [UInt8]? {
    let changes = diagrams.compactMap { diagram in
      diagram.marker.map { insertion(of: $0, at: diagram.fence, on: page) }
    }
    let bytes = TextChange.applied(changes, to: page.source.bytes)
    return isRead(bytes, with: diagrams.count, on: page) ? bytes : nil
  }
}
