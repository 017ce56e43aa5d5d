import CommandLineTool
import Diagnostics
import Diagrams
import Mermaid
import Models
import Rules
import SwiftIndex

/// `docgen diagram class`.
///
/// The options are the keys of the region `class-diagram`, so that a drawn diagram can be moved
/// into a document with a marker of the same words.
struct ClassDiagramCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "class", "Draw types with their members and relations",
    discussion: """
      Each TYPE is a name or a pattern, * for any characters; by default, all types. --modules, \
      --files and --around select among them. LIST is words separated by commas or spaces. With \
      --around at most 12 types and 6 members of each are drawn unless --max-types and --max-members \
      are given, and SwiftUI previews are omitted.
      """,
    operands: [OperandDescription("TYPE", "A type's name, or a pattern", isRepeating: true)],
    options: [CommonOptions.output, SwiftFiles.sources] + SwiftFiles.compilerOptions
      + ClassDiagramOptions.keys.filter { $0.name != "types" }.map(OptionDescription.init),
    examples: [
      (
        "docgen diagram class '*Protocol' --members methods --signatures types",
        "Draw protocols with the complete signatures of their methods."
      ),
      (
        "docgen diagram class --around SyncEngine --follow uses --members none",
        "Draw the types that a type needs."
      ),
    ], exitCodes: exitCodes)

  static let exitCodes: [(code: Int32, meaning: String)] = [
    (0, "the diagram is drawn"),
    (2, "the command line is wrong, or names something unknown"),
    (4, "a file could not be read; the others are drawn"),
  ]

  func run() async throws -> ExitCode {
    do {
      let drawing = try ClassDiagramOptions(value)
      let files = SwiftFiles(context)
      let code = await files.read(console)
      let model = try drawing.model(of: code)
      try context.write(MermaidPrinter.print(drawing.diagram(of: model)))
      if let omission = omission(from: model) { context.report(omission) }
      return files.problems.isEmpty ? .success : .input
    } catch let problem as KeyProblem {
      throw UsageError(problem)
    }
  }

  /// The parts that the diagram omits by default, and the options that would draw them.
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
    return "omitted \(parts.joined(separator: " and ")); \(options.joined(separator: " ")) "
      + (options.count == 1 ? "draws" : "draw") + " all"
  }

  /// The operands are `types`. A marker's `key=yes` is a flag.
  private func value(_ key: String) -> String? {
    if key == "types" { return arguments.operands.joined(separator: " ") }
    guard let values = arguments.options[key] else {
      return arguments.options["around"] == nil ? nil : Self.aroundDefaults[key]
    }
    let isFlag = ClassDiagramOptions.keys.contains { $0.name == key && $0.isYesOrNo }
    return isFlag ? "yes" : values.joined(separator: " ")
  }

  /// Limits for the types around a type, so that the diagram fits on a page.
  private static let aroundDefaults = ["max-types": "12", "max-members": "6"]
}

/// `docgen diagram module`.
struct ModuleDiagramCommand: Command {
  let context: CommandContext

  private static let all = CommandOption.flag(
    "all", "Draw imports that follow from other imports too")
  private static let direction = CommandOption.choice(
    "direction", value: "WORD", of: Direction.self, "The direction of the diagram")

  static let description = CommandDescription(
    "module", "Draw modules and their imports",
    operands: [OperandDescription("MODULE", "Draw these, in this order", isRepeating: true)],
    options: [CommonOptions.output, SwiftFiles.sources] + SwiftFiles.platformOptions
      + [all, direction],
    examples: [("docgen diagram module --all", "Draw every import, including implied ones.")],
    exitCodes: ClassDiagramCommand.exitCodes)

  func run() async throws -> ExitCode {
    let files = SwiftFiles(context)
    let code = await files.read(console)
    let model = ModuleModel(code, only: arguments.operands)
    if let unknown = model.unknown.first {
      throw UsageError(.unknownModule(unknown, among: ModuleModel(code).modules))
    }
    let diagram = ModuleBuilder.diagram(
      of: model, direction: arguments[Self.direction], showsAll: arguments[Self.all])
    try context.write(MermaidPrinter.print(diagram))
    return files.problems.isEmpty ? .success : .input
  }
}

extension UsageError {
  /// A wrong value of an option, with the nearest or all known values.
  fileprivate init(_ problem: KeyProblem) {
    var message = problem.summary.replacing("`", with: "'")
    if let near = NearMiss.best(for: problem.given, among: problem.known) {
      message += "; did you mean '\(near)'?"
    } else if let what = problem.what, !problem.known.isEmpty {
      message += "; the \(what) are \(problem.known.joined(separator: ", "))"
    }
    self.init(message)
  }
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
