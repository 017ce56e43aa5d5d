import CommandLineTool
import Diagnostics
import Diagrams
import Mermaid
import Models
import Rules
import SwiftIndex

/// `docgen diagram class` and `docgen diagram module`: what Swift files declare, as Mermaid.
struct ClassDrawingRun: Sendable {
  let console: any Console
  let folder: String
  let arguments: ParsedArguments

  func run() async -> ExitCode {
    let drawing: ClassDrawing
    do throws(KeyProblem) {
      drawing = try ClassDrawing(value)
    } catch {
      return complain(error, "class")
    }
    let (code, exit) = await read()
    do throws(KeyProblem) {
      let model = try drawing.model(of: code)
      console.print(MermaidPrinter.print(drawing.diagram(of: model)))
      if let words = omission(from: model) { console.complain("docgen: \(words)\n") }
    } catch {
      return complain(error, "class")
    }
    return exit
  }

  func runModules() async -> ExitCode {
    let (code, exit) = await read()
    let model = ModuleModel(code, only: arguments.operands)
    if let unknown = model.unknown.first {
      let known = ModuleModel(code).modules
      return complain(.unknownModule(unknown, among: known), "module")
    }
    let diagram = ModuleBuilder.diagram(
      of: model, direction: arguments.value("direction").flatMap(Direction.init),
      showsAll: arguments.has("all"))
    console.print(MermaidPrinter.print(diagram))
    return exit
  }

  /// What the diagram leaves out by default, and the options that would show it.
  private func omission(from model: TypeModel) -> String? {
    var parts: [String] = []
    var options: [String] = []
    if !model.omittedTypes.isEmpty, arguments.options["max-types"] == nil {
      let count = model.omittedTypes.count
      let names = model.omittedTypes.prefix(3).joined(separator: ", ")
      parts.append("\(count.counted("type")) (\(names)\(count > 3 ? ", …" : ""))")
      options.append("--max-types \(model.types.count + count)")
    }
    let shortened = model.types.filter { $0.omitted > 0 }
    if let most = shortened.map({ $0.members.count + $0.omitted }).max(),
      arguments.options["max-members"] == nil
    {
      let count = shortened.reduce(0) { $0 + $1.omitted }
      parts.append("\(count.counted("member")) of \(shortened.count.counted("type"))")
      options.append("--max-members \(most)")
    }
    guard !parts.isEmpty else { return nil }
    return "left out \(parts.joined(separator: " and ")); \(options.joined(separator: " ")) "
      + (options.count == 1 ? "draws" : "draw") + " all"
  }

  private func read() async -> (CodeModel, ExitCode) {
    let paths = arguments.options["sources"] ?? []
    var files = paths.isEmpty ? SwiftFiles(around: folder) : SwiftFiles(paths: paths)
    files.readSymbolGraphs(at: arguments.options["symbol-graphs"] ?? [])
    files.compile(
      on: arguments.options["platform"] ?? [], flags: arguments.options["define"] ?? [])
    return (await files.read(console), files.problems.isEmpty ? .success : .input)
  }

  /// The operands are `types`; what a marker answers with yes or no is a flag.
  private func value(_ key: String) -> String? {
    if key == "types" { return arguments.operands.joined(separator: " ") }
    guard let values = arguments.options[key] else {
      return arguments.options["around"] == nil ? nil : Self.aroundDefaults[key]
    }
    let isFlag = ClassDrawing.keys.contains { $0.name == key && $0.isYesOrNo }
    return isFlag ? "yes" : values.joined(separator: " ")
  }

  /// So much of a type's surroundings fits on a page.
  private static let aroundDefaults = ["max-types": "12", "max-members": "6"]

  private func complain(_ problem: KeyProblem, _ command: String) -> ExitCode {
    let near = NearMiss.best(for: problem.given, among: problem.known)
    var words = problem.summary.replacing("`", with: "'")
    if let near {
      words += "; did you mean '\(near)'?"
    } else if let what = problem.what, !problem.known.isEmpty {
      words += "; the \(what) are \(problem.known.joined(separator: ", "))"
    }
    return DiagramCommand.usage(words, command, console)
  }
}

extension DiagramCommand {
  private static let sources = OptionDescription(
    "sources", value: "PATH",
    "Read this Swift file or folder; may be repeated. Otherwise the sources that .docgen.json "
      + "names, or the folder Sources, or the working folder")

  static let classes = CommandDescription(
    "class", "Draw types with their members and relations",
    discussion: """
      Each TYPE is a name or a pattern, * for any characters; all types when there is none. What \
      is said with --modules, --files and --around narrows them down. LIST is words separated by \
      commas or spaces. With --around at most 12 types and 6 members of each are drawn unless \
      --max-types and --max-members are given, and SwiftUI previews are left out.
      """,
    operands: [OperandDescription("TYPE", "A type's name, or a pattern", isRepeating: true)],
    options: [sources, SwiftFiles.symbolGraphsOption] + SwiftFiles.platformOptions
      + ClassDrawing.keys.filter { $0.name != "types" }.map(OptionDescription.init),
    examples: [
      (
        "docgen diagram class '*Protocol' --members methods --signatures types",
        "Draw protocols with their methods in full."
      ),
      (
        "docgen diagram class --around SyncEngine --follow uses --members none",
        "Draw what a type needs."
      ),
    ], exitCodes: classExitCodes)

  static let modules = CommandDescription(
    "module", "Draw modules and their imports",
    operands: [OperandDescription("MODULE", "Draw these, in this order", isRepeating: true)],
    options: [sources] + SwiftFiles.platformOptions + [
      OptionDescription("all", "Draw imports that follow from others too"),
      OptionDescription(RegionKey.direction),
    ],
    examples: [("docgen diagram module --all", "See every import, also those that others imply.")],
    exitCodes: classExitCodes)

  private static let classExitCodes: [(code: Int32, meaning: String)] = [
    (ExitCode.success.rawValue, "the diagram was drawn"),
    (ExitCode.usage.rawValue, "the command line is wrong, or names what is not there"),
    (ExitCode.input.rawValue, "a file could not be read; the others are drawn"),
  ]
}

extension OptionDescription {
  private static let standards = [
    "follow": TypeSelection().following.rawValue, "access": TypeSelection().access.rawValue,
    "signatures": TypeSelection().signatures.rawValue,
    "extensions": TypeSelection().extensions.rawValue,
  ]

  /// A region's key as an option.
  fileprivate init(_ key: RegionKey) {
    let value =
      key.isYesOrNo
      ? nil : key.isNumber ? "NUMBER" : key.choices.isEmpty ? "LIST" : "WORD"
    self.init(
      key.name, value: value, choices: key.isYesOrNo ? [] : key.choices,
      standard: Self.standards[key.name],
      key.meaning.prefix(1).uppercased() + key.meaning.dropFirst())
  }
}
