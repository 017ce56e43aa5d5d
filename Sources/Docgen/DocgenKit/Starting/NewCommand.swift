import CommandLineTool
import Diagnostics
import Models
import SwiftIndex
import Templates
import Traces

/// `docgen new`: begins a page from a template.
struct NewCommand: Sendable {
  static let name = "new"

  let console: any Console
  let folder: String
  let arguments: ParsedArguments

  func run(_ kind: String) async -> ExitCode {
    guard let name = arguments.operands.first, arguments.operands.count == 1 else {
      return usage(arguments.operands.isEmpty ? "NAME is missing" : "one NAME at a time", kind)
    }
    let search = Root.find(from: folder, named: arguments.value("config"))
    guard let root = search.root else {
      FindingsPrinter.complaining(console).show(search.problems, sources: search.sources)
      return .usage
    }
    let project = await Project.read(root)
    do throws(UsageError) {
      let data = try data(kind, name, project.model)
      let text = try text(kind, data, project.templates)
      return write(text, to: path(name, root), in: root)
    } catch {
      return usage(error.message, kind)
    }
  }

  private func usage(_ message: String, _ kind: String) -> ExitCode {
    console.complain("docgen: \(message)\nTry 'docgen new \(kind) --help'.\n")
    return .usage
  }

  // MARK: - Content

  private func data(
    _ kind: String, _ name: String, _ model: ProjectModel
  ) throws(UsageError) -> TemplateValue {
    var data = TemplateDictionary([
      ("title", .string(Self.title(name))), ("name", .string(name)),
    ])
    switch kind {
    case "state-machine":
      guard let machine = model.machine(named: name) else {
        throw Self.unknown("the traces have no machine '\(name)'", name, model.machineNames)
      }
      data["steps"] = .list(
        machine.edges.prefix(3).map { edge in
          [
            "from": .code(edge.step.from), "event": .code(edge.step.event),
            "to": .code(edge.step.to),
          ]
        })
    case "class":
      guard let type = model.code.types(named: name).first else {
        throw Self.unknown(
          "the sources have no type '\(name)'", name, model.code.types.map(\.qualifiedName))
      }
      data["meaning"] = .markdown(type.documentation?.summary ?? "")
      data["access"] = .string(type.access >= .public ? "public" : "internal")
    case "sequence":
      let pattern = NamePattern(name)
      guard model.scenarioNames.contains(where: pattern.matches) else {
        throw Self.unknown("no trace records the scenario '\(name)'", name, model.scenarioNames)
      }
    default: break
    }
    return .dictionary(data)
  }

  /// With the nearest of the known names, else with the first ones where they are few.
  private static func unknown(_ sentence: String, _ name: String, _ known: [String]) -> UsageError {
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
    _ kind: String, _ data: TemplateValue, _ templates: TemplateSource
  ) throws(UsageError) -> String {
    var library = TemplateLibrary(StartingTemplates.source(templates))
    do throws(TemplateFailure) {
      return try library.render("new-" + kind, with: data)
    } catch {
      let first = error.diagnostics.first
      throw UsageError("\(first?.location.description ?? "the template"): \(first?.summary ?? "")")
    }
  }

  /// `SyncEngine` -> `Sync engine`, `rate-limit-*` -> `Rate limit`
  private static func title(_ name: String) -> String {
    let words = words(name).joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
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

  /// Beside the first of the configured documents that stand in a folder.
  private func path(_ name: String, _ root: Root) -> String {
    if let path = arguments.value("out") { return path }
    let words = Self.words(name).map { $0.lowercased() }
    let folders = root.configuration.documents.compactMap { pattern -> Substring? in
      guard let slash = pattern.firstIndex(of: "/") else { return nil }
      return pattern[..<slash].contains("*") ? nil : pattern[...slash]
    }
    let file = (words.isEmpty ? "page" : words.joined(separator: "-")) + ".md"
    return root.folder + "/" + (folders.first ?? "") + file
  }

  private func write(_ text: String, to path: String, in root: Root) -> ExitCode {
    let shown =
      path.hasPrefix(root.folder + "/") ? String(path.dropFirst(root.folder.count + 1)) : path
    guard FileSystem.kind(of: path) == nil else {
      console.complain("docgen: '\(shown)' is there already; --out names another file\n")
      return .usage
    }
    do throws(FileError) {
      try FileSystem.create(path, with: Array(text.utf8))
    } catch {
      console.complain("docgen: \(error)\n")
      return .input
    }
    console.print("wrote \(shown.visible)\nnext: docgen generate \(shown.shellWord)\n")
    return .success
  }

  // MARK: - Description

  static let description = CommandDescription(
    name, "Create a page from a template",
    discussion: """
      The page goes into the folder of the configured documents, under a name made of NAME, and \
      never over one that is there. A file new-KIND.mustache in the folder of templates takes the \
      place of the template that comes with docgen.
      """,
    commands: [
      kind(
        "state-machine", "A state machine: its diagram and the steps that need a reason",
        "The machine, as traces name it", ("SyncState", "Write docs/sync-state.md.")),
      kind(
        "sequence", "What happens in scenarios; NAME is one, or a pattern",
        "A recorded scenario, or a pattern of several",
        ("'rate-limit-*' -o docs/limits.md", "Draw several runs as one diagram.")),
      kind(
        "class", "A type: what is around it, and what it offers", "The type, as Swift names it",
        ("SyncEngine", "Write docs/sync-engine.md.")),
      kind(
        "page", "Any other page; NAME is its title", "The title",
        ("'How we release'", "Write docs/how-we-release.md.")),
    ],
    examples: [("docgen new class SyncEngine", "Write docs/sync-engine.md to begin with.")],
    exitCodes: exitCodes)

  private static let exitCodes: [(code: Int32, meaning: String)] = [
    (ExitCode.success.rawValue, "the page is written"),
    (ExitCode.usage.rawValue, "the command line is wrong, NAME is not there, or the page is"),
    (ExitCode.input.rawValue, "the page cannot be written"),
  ]

  private static func kind(
    _ name: String, _ summary: String, _ operand: String,
    _ example: (words: String, meaning: String)
  ) -> CommandDescription {
    CommandDescription(
      name, summary,
      operands: [OperandDescription("NAME", operand, isRequired: true)],
      options: [
        OptionDescription("out", short: "o", value: "FILE", "Write the page here"),
        OptionDescription(
          "config", short: "c", value: "FILE",
          "Read this configuration instead of the nearest one"),
      ], examples: [("docgen new \(name) \(example.words)", example.meaning)],
      exitCodes: exitCodes)
  }
}
