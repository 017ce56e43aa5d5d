import CommandLineTool
import Diagnostics
import Markdown
import Models

/// `docgen init`: begins with docgen in somebody's project.
struct InitCommand: Sendable {
  let console: any Console
  let folder: String
  let arguments: ParsedArguments

  func run() async -> ExitCode {
    let root = FileSystem.absolute(folder)
    let file = root + "/" + Configuration.fileName
    guard FileSystem.kind(of: file) == nil else {
      console.complain("docgen: \(Configuration.fileName) is there already; nothing is written\n")
      return .usage
    }
    do throws(FileError) {
      let survey = try ProjectSurvey(of: root)
      guard !survey.swiftFiles.isEmpty else {
        console.complain("docgen: there are no Swift files here: go to the project's folder\n")
        return .usage
      }
      if arguments.has("dry-run") {
        console.print(survey.configuration)
        return .success
      }
      try FileSystem.create(file, with: Array(survey.configuration.utf8))
      return try await tell(survey, root)
    } catch {
      console.complain("docgen: \(error)\n")
      return .input
    }
  }

  private func tell(_ survey: ProjectSurvey, _ root: String) async throws(FileError) -> ExitCode {
    let search = Root.find(from: root)
    guard let found = search.root else { return .internalError }
    let project = await Project.read(found, forCheck: true)
    let graph = ProjectGraph(project.model)
    let diagrams = project.pages.flatMap { page in
      page.looseFences.compactMap { DiagramSurvey($0, on: page, project.model.code, graph) }
    }
    console.print(Self.summary(survey, diagrams))
    if let words = Self.skipped(survey) { console.print(words) }
    for diagram in diagrams {
      console.print("\(diagram.sentence)\n")
      guard let marker = diagram.marker else { continue }
      if diagram.isForeign || diagram.isProvable && arguments.has("markers") { continue }
      let when =
        diagram.isProvable || diagram.kind == .flowchart
        ? "put before it" : "once traces are recorded"
      console.print("    \(when): \(marker)\n")
    }
    console.print("wrote \(Configuration.fileName)\n")
    let isMarked = arguments.has("markers")
    if isMarked { try write(diagrams.filter(\.isProvable), project) }
    let result = await Check.run(isMarked ? project.rereadingPages() : project)
    let errors = result.findings.count { $0.severity == .error }
    console.print("next: docgen check   (\(errors.counted("error")) now)\n")
    return .success
  }

  /// Puts markers before diagrams that the sources prove.
  private func write(_ diagrams: [DiagramSurvey], _ project: Project) throws(FileError) {
    let lock = try project.root.lock()
    defer { withExtendedLifetime(lock) {} }
    for page in project.pages {
      let own = diagrams.filter { $0.page == page.path }
      if own.isEmpty { continue }
      guard let bytes = Self.marking(own, on: page) else {
        console.complain("docgen: \(page.path) has a diagram with no room for a marker before it\n")
        continue
      }
      try FileSystem.replace(project.root.folder + "/" + page.path, with: bytes)
      console.print("wrote \(page.path.visible)  (\(own.count.counted("marker")))\n")
    }
  }

  /// The page with the markers; nothing where one would not be read as such. What stands before a fence on its line, of a list or a quote, stands before its marker.
  private static func marking(_ diagrams: [DiagramSurvey], on page: Page) -> [UInt8]? {
    var bytes = page.source.bytes
    for diagram in diagrams.reversed() {
      guard let text = diagram.marker else { continue }
      let start = diagram.fence.range.start
      let line = page.source.offset(of: SourcePosition(line: start.line, column: 1))
      let prefix = bytes[line..<page.source.offset(of: start)]
      let marker = prefix + Array((text + page.lineEnding.rawValue).utf8)
      bytes.insert(contentsOf: marker, at: line)
    }
    let marked = Page(path: page.path, bytes: bytes)
    let isRead =
      marked.regions.count == page.regions.count + diagrams.count
      && marked.diagnostics.count <= page.diagnostics.count
      && marked.fences.map(\.literal) == page.fences.map(\.literal)
    return isRead ? bytes : nil
  }

  /// `found 214 Swift files, 12 Markdown documents, 7 unchecked diagrams (3 state, 2 sequence, 2 class)`
  private static func summary(_ survey: ProjectSurvey, _ diagrams: [DiagramSurvey]) -> String {
    var parts = [
      survey.swiftFiles.count.counted("Swift file"),
      survey.documents.count.counted("Markdown document"),
    ]
    if !survey.traces.isEmpty { parts.append(survey.traces.count.counted("trace")) }
    let kinds = DiagramSurvey.Kind.allCases.compactMap { kind -> String? in
      let count = diagrams.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }
    let list = kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))"
    if !diagrams.isEmpty { parts.append(diagrams.count.counted("unchecked diagram") + list) }
    return "found \(parts.joined(separator: ", "))\n"
  }

  /// `skipped hidden folders with 37 documents: .planning (30), .github (7)`
  private static func skipped(_ survey: ProjectSurvey) -> String? {
    guard let first = survey.hidden.first else { return nil }
    let count = survey.hidden.reduce(0) { $0 + $1.documents }
    let folders = survey.hidden.count == 1 ? "a hidden folder" : "hidden folders"
    let list = survey.hidden.map { "\($0.folder) (\($0.documents))" }.joined(separator: ", ")
    return "skipped \(folders) with \(count.counted("document")): \(list)\n"
      + "    to check them, add for example \"\(first.folder)/**/*.md\" to `documents`\n"
  }

  static let description = CommandDescription(
    "init", "Find sources and documents, and write .docgen.json",
    discussion: """
      Searches the working folder and writes a commented configuration. For each diagram that \
      nothing checks, it prints how much of it the sources confirm and the marker that verifies it. \
      Existing files are never overwritten.
      """,
    options: [
      OptionDescription(
        "markers", short: "m", "Insert markers before the diagrams that sources can verify"),
      OptionDescription("dry-run", short: "n", "Print the configuration, and write nothing"),
    ],
    examples: [
      ("docgen init --markers && docgen check", "Set up docgen and see the first findings.")
    ],
    exitCodes: [
      (0, "the configuration is written"),
      (2, "there is a configuration already, or there are no Swift files"),
      (4, "a file cannot be read or written"),
    ])
}
