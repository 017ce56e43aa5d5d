import Diagrams
import Markdown
package import Mermaid
package import Models
package import SwiftIndex

/// The contents of a class diagram: set by the keys of a marker, or by the equal options of
/// `docgen diagram class`.
package struct ClassDiagramOptions: Sendable {
  package var selection = TypeSelection()
  package var direction: Direction?
  package var hasNamespaces = false

  /// Words for all of a list, and for none of it.
  private static let setNames = ["all", "none"]

  package static let keys = [
    RegionKey("types", "the types to draw: names or patterns"),
    RegionKey("modules", "draw types of these modules only: names or patterns"),
    RegionKey("files", "draw types of these files or folders only: paths or patterns"),
    RegionKey("around", "draw these types and related ones, the nearest first"),
    RegionKey("radius", "the maximum number of relations between them; 1 by default"),
    RegionKey("max-types", "how many related types are drawn; all by default"),
    RegionKey(
      "follow",
      "the direction of the relations: to the types that these use, to their users, or both",
      choices: TypeSelection.Following.allCases.map(\.rawValue)),
    RegionKey(
      "members",
      "which members are shown, of methods initializers subscripts operators properties cases; "
        + "or all, or none", words: TypeSelection.MemberKind.allCases.map(\.rawValue) + setNames),
    RegionKey("show-members", "show only these members: NAME or TYPE.NAME, or patterns of them"),
    RegionKey("hide-members", "do not show these members"),
    RegionKey("max-members", "how many members a type shows before \"… n more\""),
    RegionKey(
      "signatures",
      "the shown parts of a member: its name, labels and result, or parameters and "
        + "effects too", choices: TypeSelection.Signatures.allCases.map(\.rawValue)),
    RegionKey(
      "access", "the narrowest access that is shown",
      choices: TypeSelection.AccessLevel.allCases.map(\.rawValue)),
    RegionKey(
      "relations",
      "which relations are drawn, of "
        + TypeModel.Relation.Kind.allCases.map(\.rawValue).joined(separator: " ") + ", or none",
      words: TypeModel.Relation.Kind.allCases.map(\.rawValue) + setNames),
    RegionKey(
      "extensions", "how to draw extensions by other modules, and of other modules' types",
      choices: TypeSelection.Extensions.allCases.map(\.rawValue)),
    RegionKey(
      "sendable", "whether types are annotated as Sendable, or as not",
      choices: RegionKey.yesOrNo),
    RegionKey(
      "namespaces", "whether types are drawn in a namespace for their module",
      choices: RegionKey.yesOrNo),
    RegionKey.direction,
  ]

  /// Reads the keys; `value` returns the value of a key.
  package init(_ value: (String) -> String?) throws(KeyProblem) {
    func list(_ key: String) -> [String] {
      (value(key) ?? "").split { $0.isWhitespace || $0 == "," }.map(String.init)
    }
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
      _ key: String, _ standard: Choice
    ) throws(KeyProblem) -> Choice {
      guard let text = value(key) else { return standard }
      if let choice = Choice(rawValue: text) { return choice }
      throw KeyProblem(
        key, "`\(key)` cannot be `\(text)`", given: text, known: Choice.allCases.map(\.rawValue),
        what: "choices")
    }
    selection.types = list("types")
    selection.modules = list("modules")
    selection.files = list("files")
    selection.centers = list("around")
    selection.radius = try Self.number("radius", value("radius")) ?? selection.radius
    selection.following = try choice("follow", selection.following)
    selection.maximumTypes = try Self.number("max-types", value("max-types"))
    for key in ["radius", "follow", "max-types"]
    where value(key) != nil && selection.centers.isEmpty {
      throw KeyProblem(key, "`\(key)` needs `around`", given: "", lacks: "around")
    }
    selection.memberKinds = try Self.words(
      "members", list("members"), of: TypeSelection.MemberKind.self, selection.memberKinds)
    selection.shownMembers = list("show-members")
    selection.hiddenMembers = list("hide-members")
    selection.maximum = try Self.number("max-members", value("max-members"))
    selection.signatures = try choice("signatures", selection.signatures)
    selection.access = try choice("access", selection.access)
    selection.relations = try Self.words(
      "relations", list("relations"), of: TypeModel.Relation.Kind.self, selection.relations)
    selection.extensions = try choice("extensions", selection.extensions)
    selection.showsSendability = value("sendable") == "yes"
    hasNamespaces = value("namespaces") == "yes"
    direction = value("direction").flatMap(Direction.init)
  }

  private static func number(_ key: String, _ text: String?) throws(KeyProblem) -> Int? {
    guard let text else { return nil }
    if let number = Int(text), number >= 0 { return number }
    throw KeyProblem(key, "`\(key)` must be a number, not `\(text)`", given: text)
  }

  /// Some of the words of a kind; `all` and `none` mean these, an empty list the default.
  private static func words<Word: RawRepresentable<String> & CaseIterable & Hashable>(
    _ key: String, _ names: [String], of type: Word.Type, _ standard: Set<Word>
  ) throws(KeyProblem) -> Set<Word> {
    guard !names.isEmpty else { return standard }
    var words: Set<Word> = []
    for name in names where name != "none" {
      if name == "all" {
        words.formUnion(Word.allCases)
      } else if let word = Word(rawValue: name) {
        words.insert(word)
      } else {
        throw KeyProblem(
          key, "`\(key)` cannot be `\(name)`", given: name,
          known: Word.allCases.map(\.rawValue) + setNames, what: "words")
      }
    }
    return words
  }

  /// Whether some key selects types; without one, all would be drawn.
  package var namesTypes: Bool {
    !(selection.types + selection.modules + selection.files + selection.centers).isEmpty
  }

  /// - Throws: `KeyProblem` if a key names something that the code does not have.
  package func diagram(of code: CodeModel) throws(KeyProblem) -> ClassDiagram {
    diagram(of: try model(of: code))
  }

  package func diagram(of model: TypeModel) -> ClassDiagram {
    ClassBuilder.diagram(of: model, direction: direction, namespaces: hasNamespaces)
  }

  /// - Throws: `KeyProblem` if a key names something that the code does not have.
  package func model(of code: CodeModel) throws(KeyProblem) -> TypeModel {
    let model = TypeModel(selection, in: code)
    guard let unknown = model.unknown.first else { return model }
    let name = unknown.name
    switch unknown.place {
    case .types, .centers:
      let key = unknown.place == .types ? "types" : "around"
      let isNarrowed = !(selection.modules + selection.files).isEmpty
      throw KeyProblem(
        key, "the sources have no type `\(name)`\(isNarrowed ? " there" : "")", given: name,
        known: code.types.map(\.qualifiedName))
    case .modules:
      throw .unknownModule(name, among: code.moduleNames)
    case .files:
      throw KeyProblem(
        "files", "no type is declared in `\(name)`", given: name,
        known: code.files.sorted())
    }
  }
}

extension KeyProblem {
  package static func unknownModule(_ name: String, among known: [String]) -> KeyProblem {
    KeyProblem(
      "modules", "no source belongs to a module `\(name)`", given: name, known: known,
      what: "modules")
  }
}

/// A key with a value that it cannot have.
package struct KeyProblem: Error, Sendable {
  package var key: String
  package var summary: String
  package var given: String
  /// The possible values; `what` describes them if they are worth listing.
  package var known: [String]
  package var what: String?
  /// The other key that it requires.
  package var lacking: String?

  init(
    _ key: String, _ summary: String, given: String, known: [String] = [], what: String? = nil,
    lacks lacking: String? = nil
  ) {
    self.key = key
    self.summary = summary
    self.given = given
    self.known = known
    self.what = what
    self.lacking = lacking
  }
}
