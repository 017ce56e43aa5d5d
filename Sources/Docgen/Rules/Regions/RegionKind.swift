package import Diagnostics
package import Markdown
package import Models
package import Templates

/// A kind of region that `docgen:begin` or `docgen:verify` may name.
package protocol RegionKind: Sendable {
  /// The name in a marker: `state-diagram`.
  static var name: String { get }
  /// The contents of the region, for the manual.
  static var summary: String { get }
  static var keys: [RegionKey] { get }

  /// The Markdown of the region, with LF line endings and a final one.
  ///
  /// - Throws: `RegionProblem` if the marker names something that does not exist.
  static func content(for request: RegionRequest) throws(RegionProblem) -> String
}

/// An argument of a region's marker.
package struct RegionKey: Sendable {
  package var name: String
  package var meaning: String
  /// The allowed values; empty for any value.
  package var choices: [String]
  /// The words that may be combined; empty for any other value.
  package var words: [String]

  package init(
    _ name: String, _ meaning: String, choices: [String] = [], words: [String] = []
  ) {
    self.name = name
    self.meaning = meaning
    self.choices = choices
    self.words = words
  }
}

/// The reason why a region cannot be generated or proven.
package struct RegionProblem: Error, Sendable {
  package var diagnostics: [Diagnostic]

  package init(_ diagnostic: Diagnostic) {
    diagnostics = [diagnostic]
  }
}

/// All kinds of region, in the order of the manual.
package enum RegionKinds {
  package static let all: [any RegionKind.Type] = [
    StateDiagramRegion.self, SequenceRegion.self, ClassDiagramRegion.self,
    ModuleDiagramRegion.self, FlowchartRegion.self, TableRegion.self, SnippetRegion.self,
    PictureRegion.self, ConsoleRegion.self, JSONRegion.self, SwiftBlockRegion.self,
  ]

  package static func kind(named name: String) -> (any RegionKind.Type)? {
    all.first { $0.name == name }
  }

  /// The problems with a marker's kind and arguments that show without a lookup.
  package static func problems(with marker: Marker, in file: String) -> [Diagnostic] {
    guard let subject = marker.subject else { return [] }
    guard let kind = kind(named: subject.text) else {
      let known = all.map { $0.name }
      return [
        .unknownWord(
          .unknownRegion, subject, in: file,
          summary: "unknown kind of region `\(subject.text)`", known: known, what: "kinds")
      ]
    }
    let flags = kind.keys.filter(\.isYesOrNo).map(\.name)
    return ArgumentCheck(keys: kind.keys.map(\.name), flags: flags).check(marker, in: file)
      + marker.arguments.compactMap { wrongChoice(in: $0, of: kind, file) }
  }

  private static func wrongChoice(
    in argument: Marker.Argument, of kind: any RegionKind.Type, _ file: String
  ) -> Diagnostic? {
    guard let key = kind.keys.first(where: { $0.name == argument.name.text }),
      let value = argument.value, !key.choices.isEmpty, !key.choices.contains(value.text)
    else { return nil }
    return .unknownWord(
      .unknownChoice, value, in: file, summary: "`\(key.name)` cannot be `\(value.text)`",
      known: key.choices, what: "choices")
  }
}

/// A region to generate, with all its sources.
package struct RegionRequest: Sendable {
  package let marker: Marker
  package let file: String
  package let project: ProjectModel
  package let templates: TemplateSource

  package init(
    marker: Marker, file: String, project: ProjectModel, templates: TemplateSource
  ) {
    self.marker = marker
    self.file = file
    self.project = project
    self.templates = templates
  }

  /// A finding at one of the marker's arguments, or at the marker as a whole.
  func finding(
    _ rule: RuleID, at argument: String? = nil, _ summary: String, evidence: [Evidence] = []
  ) -> RegionProblem {
    let named = argument.flatMap { marker.argument(named: $0)?.range }
    let range = named ?? marker.subject?.range ?? marker.range
    return RegionProblem(
      Diagnostic(
        rule: rule, at: SourceLocation(file: file, range: range), summary, evidence: evidence))
  }

  /// The value of a key that was checked before.
  func choice<Choice: RawRepresentable<String>>(_ key: String, _ type: Choice.Type) -> Choice? {
    marker[key].flatMap(Choice.init(rawValue:))
  }

  /// True also for a key without a value: `partial` is `partial=yes`.
  func isYes(_ key: String, default standard: Bool) -> Bool {
    marker.argument(named: key).map { $0.value?.text ?? "yes" == "yes" } ?? standard
  }
}

extension RegionKey {
  static let yesOrNo = ["yes", "no"]
  package var isYesOrNo: Bool { choices == Self.yesOrNo }
  package var isNumber: Bool { ["radius", "max-types", "max-members", "depth"].contains(name) }
  package static let style = RegionKey(
    "style", "what to draw: a class diagram, or a flowchart with an arrow for each dependency",
    choices: ["class-diagram", "flowchart"])
  static let minShare = RegionKey(
    "min-share", "the smallest share of all observations that an element needs, such as 0.1%")
  package static let direction = RegionKey(
    "direction", "where the diagram points", choices: ["TB", "BT", "LR", "RL"])
}

extension Diagnostic {
  static func unknownWord(
    _ rule: InputRule, _ word: Marker.Word, in file: String, summary: String, known: [String],
    what: String
  ) -> Diagnostic {
    let nearest = NearMiss.best(for: word.text, among: known)
    return Diagnostic(
      rule: rule, at: SourceLocation(file: file, range: word.range), summary,
      caretLabel: nearest.map { "did you mean `\($0)`?" },
      evidence: [
        Evidence(.help, "the \(what) are " + known.map { "`\($0)`" }.joined(separator: ", "))
      ],
      fixIts: nearest.map {
        [FixIt(range: word.range, replacement: $0, title: "replace with `\($0)`")]
      } ?? [])
  }
}
