import CommandLineTool
import Diagnostics
import Models
import SwiftIndex
import Templates
import Traces

/// `docgen new`.
struct NewCommand: Command {
  let context: CommandContext

  enum Kind: String, CaseIterable, Sendable {
    case stateMachine = "state-machine"
    case sequence
    case type = "class"
    case page
    case recorder
  }

  private static let output = CommandOption.text(
    "output", short: "o", value: "FILE", "Write the page to this file")

  static let description = CommandDescription(
    "new", "Create a page, or a program that records traces",
    discussion: """
      KIND is what the page is about: state-machine, NAME is the machine in the traces; sequence, NAME \
      is a recorded scenario or a pattern of several; class, NAME is a type; page, NAME is the title. \
      The page is written to the folder of the configured documents, under a name made from NAME, and \
      never over an existing one. A file new-KIND.mustache in the folder of templates replaces the \
      template that comes with docgen. With recorder, NAME is a module: \
      Sources/NAMERecorder/main.swift gets a decorator for each protocol that its types hold, and a \
      list of scenarios.
      """,
    operands: [
      OperandDescription(
        "KIND", choices: Kind.allCases.map(\.rawValue),
        "The subject: \(Kind.allCases.map(\.rawValue).joined(separator: ", "))",
        isRequired: true),
      OperandDescription("NAME", "The machine, scenario, type, title or module", isRequired: true),
    ],
    options: [output, CommonOptions.configuration],
    examples: [
      ("docgen new class SyncEngine", "Write docs/sync-engine.md."),
      ("docgen new sequence 'rate-limit-*' -o docs/limits.md", "Draw several runs as one diagram."),
      ("docgen new page 'How we release'", "Write docs/how-we-release.md."),
      ("docgen new recorder Downloads", "Write Sources/DownloadsRecorder/main.swift."),
    ],
    exitCodes: [
      (0, "the page is written"),
      (2, "the command line is wrong, NAME does not exist, or the page exists already"),
      (4, "the page cannot be written"),
    ])

  func run() async throws -> ExitCode {
    let operands = arguments.operands
    guard operands.count == 2, let kind = Kind(rawValue: operands[0]) else { return .usage }
    let root = try context.root()
    let project = await Project.read(root)
    if kind == .recorder { return try recorder(operands[1], project.model.code, root: root) }
    let data = try data(kind, operands[1], in: project.model)
    let text = try text(kind, data, templates: project.templates)
    return try write(text, to: path(operands[1], root), in: root)
  }

  // MARK: - Content

  private func data(
    _ kind: Kind, _ name: String, in model: ProjectModel
  ) throws(UsageError) -> TemplateValue {
    var data = TemplateDictionary([
      ("title", .string(Self.title(name))), ("name", .string(name)),
    ])
    switch kind {
    case .stateMachine:
      guard let machine = model.machine(named: name) else {
        throw Self.unknown("the traces have no machine '\(name)'", name, known: model.machineNames)
      }
      data["steps"] = .list(
        machine.edges.prefix(3).map { edge in
          [
            "from": .code(edge.step.from), "event": .code(edge.step.event),
            "to": .code(edge.step.to),
          ]
        })
    case .type:
      guard let type = model.code.types(named: name).first else {
        throw Self.unknown(
          "the sources have no type '\(name)'", name, known: model.code.types.map(\.qualifiedName))
      }
      data["meaning"] = .markdown(type.documentation?.summary ?? "")
      data["access"] = .string(type.access >= .public ? "public" : "internal")
    case .sequence:
      let pattern = NamePattern(name)
      guard model.scenarioNames.contains(where: pattern.matches) else {
        throw Self.unknown(
          "no trace records the scenario '\(name)'", name, known: model.scenarioNames)
      }
    case .page, .recorder: break
    }
    return .dictionary(data)
  }

  /// The error for an unknown name, with the nearest known name, or else with all known names if
  /// they are few.
  private static func unknown(_ sentence: String, _ name: String, known: [String]) -> UsageError {
    if let near = NearMiss.best(for: name, among: known) {
      return UsageError("\(sentence); did you mean '\(near)'?")
    }
    guard (1...50).contains(known.count) else {
      return UsageError(known.isEmpty ? "\(sentence): none was found" : sentence)
    }
    let list = known.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    let more = known.count > 8 ? " and \(known.count - 8) more" : ""
    return UsageError("\(sentence); known: \(list)\(more)")
  }

  private func text(
    _ kind: Kind, _ data: TemplateValue, templates: TemplateSource
  ) throws(UsageError) -> String {
    var library = TemplateLibrary(StartingTemplates.source(templates))
    do throws(TemplateFailure) {
      return try library.render("new-" + kind.rawValue, with: data)
    } catch {
      let first = error.diagnostics.first
      throw UsageError(
        "\(first?.location.description ?? "the template"): \(first?.summary ?? "")")
    }
  }

  /// `SyncEngine` -> `Sync engine`, `rate-limit-*` -> `Rate limit`
  private static func title(_ name: String) -> String {
    let title = words(name).joined(separator: " ")
    return title.prefix(1).uppercased() + title.dropFirst()
  }

  private static func words(_ name: String) -> [String] {
    var words: [String] = [""]
    var wasSmall = false
    for character in name {
      let isPart = character.isLetter || character.isNumber
      if !isPart || wasSmall && character.isUppercase { words.append("") }
      if isPart { words[words.count - 1].append(character) }
      wasSmall = character.isLowercase
    }
    return words.filter { !$0.isEmpty }.map { word in
      word.dropFirst().contains(where: \.isUppercase) ? word : word.lowercased()
    }
  }

  // MARK: - Writing

  /// A path in the first folder of the configured documents.
  ///
  /// The first configured pattern that begins with a folder without a star decides; otherwise the
  /// project's folder.
  private func path(_ name: String, _ root: Root) -> String {
    if let path = arguments[Self.output] { return path }
    let words = Self.words(name).map { $0.lowercased() }
    let folders = root.configuration.documents.compactMap { pattern -> Substring? in
      guard let slash = pattern.firstIndex(of: "/") else { return nil }
      return pattern[..<slash].contains("*") ? nil : pattern[...slash]
    }
    let file = (words.isEmpty ? "page" : words.joined(separator: "-")) + ".md"
    return root.folder + "/" + (folders.first ?? "") + file
  }

  private func recorder(_ module: String, _ code: CodeModel, root: Root) throws -> ExitCode {
    let modules = Set(code.types.compactMap(\.module)).sorted()
    guard modules.contains(module) else {
      throw Self.unknown("the sources have no module '\(module)'", module, known: modules)
    }
    let source = RecorderSource(module: module, code: code)
    let folder = "Sources/\(module)Recorder"
    return try write(
      source.text, to: arguments[Self.output] ?? "\(root.folder)/\(folder)/main.swift", in: root,
      next: source.steps(folder: folder))
  }

  /// Writes a new file, and prints the next steps.
  ///
  /// - Throws: `UsageError` if the file exists: nothing is ever overwritten.
  private func write(
    _ text: String, to path: String, in root: Root, next: String? = nil
  ) throws -> ExitCode {
    let shown =
      path.hasPrefix(root.folder + "/") ? String(path.dropFirst(root.folder.count + 1)) : path
    guard FileSystem.kind(of: path) == nil else {
      throw UsageError("'\(shown)' already exists; --output names another file")
    }
    try Confinement.check(operand: path, for: "write", isCreated: true, from: context.folder)
    if let slash = path.lastIndex(of: "/") { try FileSystem.makeFolder(String(path[..<slash])) }
    try FileSystem.create(path, with: Array(text.utf8))
    console.print("wrote \(shown.visible)\n\(next ?? "next: docgen fix \(shown.shellWord)\n")")
    return .success
  }
}
