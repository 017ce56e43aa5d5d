import CommandLineTool
import Diagnostics

/// `docgen init`.
struct InitCommand: Command {
  let context: CommandContext

  private static let markers = CommandOption.flag(
    "markers", short: "m", "Insert markers as well, as `docgen adopt` does")
  private static let dryRun = CommandOption.flag(
    "dry-run", short: "n", "Print the configuration, and write nothing")

  static let description = CommandDescription(
    "init", "Find sources and documents, and write .docgen.json",
    discussion: """
      Searches the working folder and writes a commented configuration. For each unchecked diagram, \
      it prints how much of it the sources confirm and the marker that verifies it. Existing files \
      are never overwritten.
      """,
    options: [markers, dryRun],
    examples: [
      ("docgen init && docgen check", "Set up docgen and see the first findings."),
      ("docgen init --markers", "Let docgen verify the diagrams that the sources confirm."),
    ],
    exitCodes: [
      (0, "the configuration is written"),
      (2, ".docgen.json already exists, or the folder has no Swift files"),
      (4, "a file cannot be read or written"),
    ])

  func run() async throws -> ExitCode {
    let root = FileSystem.absolute(context.folder)
    let file = root + "/" + Configuration.fileName
    guard FileSystem.kind(of: file) == nil else {
      context.report("\(Configuration.fileName) already exists; nothing is written")
      return .usage
    }
    let survey = try ProjectInventory(of: root)
    guard !survey.swiftFiles.isEmpty else {
      context.report("found no Swift files here: run it in the folder of the project")
      return .usage
    }
    if arguments[Self.dryRun] {
      console.print(survey.configuration)
      return .success
    }
    try FileSystem.create(file, with: Array(survey.configuration.utf8))
    guard let found = Root.find(from: root).root else { return .internalError }
    let project = await Project.read(found, forCheck: true)
    let adoption = Adoption(project, project.pages)
    console.print(Self.summary(survey, adoption.diagrams))
    if let message = Self.skipped(survey) { console.print(message) }
    let insertsMarkers = arguments[Self.markers]
    console.print(adoption.text(insertsMarkers: insertsMarkers))
    console.print("wrote \(Configuration.fileName)\n")
    let changed = insertsMarkers ? try adoption.insertMarkers(context) : project
    await Self.printNextStep(changed, context)
    return .success
  }

  /// Prints how many errors a check reports now.
  static func printNextStep(_ project: Project, _ context: CommandContext) async {
    let errors = await Check.run(project).findings.count { $0.severity == .error }
    context.console.print("next: docgen check   (\(errors.counted("error")) now)\n")
  }

  /// `found 214 Swift files, 12 Markdown documents, 7 unchecked diagrams (3 state, 2 sequence, 2 class)`
  private static func summary(_ survey: ProjectInventory, _ diagrams: [DiagramInventory]) -> String
  {
    var parts = [
      survey.swiftFiles.count.counted("Swift file"),
      survey.documents.count.counted("Markdown document"),
    ]
    if !survey.traces.isEmpty { parts.append(survey.traces.count.counted("trace")) }
    let kinds = DiagramInventory.Kind.allCases.compactMap { kind -> String? in
      let count = diagrams.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(kind.rawValue)"
    }
    let list = kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))"
    if !diagrams.isEmpty { parts.append(diagrams.count.counted("unchecked diagram") + list) }
    return "found \(parts.joined(separator: ", "))\n"
  }

  /// `skipped hidden folders with 37 documents: .planning (30), .github (7)`
  private static func skipped(_ survey: ProjectInventory) -> String? {
    guard let first = survey.hidden.first else { return nil }
    let count = survey.hidden.reduce(0) { $0 + $1.documents }
    let folders = survey.hidden.count == 1 ? "a hidden folder" : "hidden folders"
    let list = survey.hidden.map { "\($0.folder) (\($0.documents))" }.joined(separator: ", ")
    return "skipped \(folders) with \(count.counted("document")): \(list)\n"
      + "    to check them, add for example \"\(first.folder)/**/*.md\" to `documents`\n"
  }
}
