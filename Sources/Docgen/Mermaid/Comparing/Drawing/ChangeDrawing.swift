import Diagnostics

/// Draws what changed between two diagrams as a diagram of the same kind.
///
/// It is the new diagram, with what is gone put back in. What changed says so in its label, so that
/// it can be read in black and white, printed, or aloud; colours come on top where the language has
/// them. Comments at the head list every change in a sentence.
///
///     A --> B: [new] pushed
///     A --> C: [gone] pulled
///     B --> A: [was: closed] shut
package enum ChangeDrawing {
  /// Nothing when the two are of different kinds, or of one that this module cannot read.
  package static func text(from old: MermaidDiagram, to new: MermaidDiagram) -> String? {
    guard let changes = MermaidComparison.changes(from: old, to: new),
      let details = MermaidComparison.details(from: old, to: new)
    else { return nil }
    let marks = ChangeMarks(details, in: old)
    let drawn: MermaidDiagram? =
      switch (old, new) {
      case (.state(let old), .state(let new)):
        .state(StateChangeDrawing(old, new, marks).diagram())
      case (.sequence(let old), .sequence(let new)):
        .sequence(SequenceChangeDrawing(old, new, marks).diagram())
      case (.classes(let old), .classes(let new)):
        .classes(ClassChangeDrawing(old, new, marks).diagram())
      default: nil
      }
    guard let drawn, let text = MermaidPrinter.print(commented(drawn, changes)) else { return nil }
    // Mermaid forbids some mixtures of old and new; the new diagram with its comments is sound.
    if MermaidParser.parse(text).errors.isEmpty { return text }
    return MermaidPrinter.print(commented(new, changes))
  }

  private static func commented(
    _ diagram: MermaidDiagram, _ changes: [DiagramChange]
  ) -> MermaidDiagram {
    let comments = changes.map { Comment($0.sentence) }
    switch diagram {
    case .state(var diagram):
      diagram.statements.insert(contentsOf: comments.map { .comment($0) }, at: 0)
      return .state(diagram)
    case .sequence(var diagram):
      diagram.statements.insert(contentsOf: comments.map { .comment($0) }, at: 0)
      return .sequence(diagram)
    case .classes(var diagram):
      diagram.statements.insert(contentsOf: comments.map { .comment($0) }, at: 0)
      return .classes(diagram)
    case .flowchart, .other, .unrecognized: return diagram
    }
  }

  /// The styles of what changed, by the names of their classes.
  static let styles = [
    ("added", "fill:#dafbe1,stroke:#1a7f37,color:#1f2328"),
    ("gone", "fill:#ffebe9,stroke:#cf222e,color:#1f2328"),
    ("changed", "fill:#fff8c5,stroke:#9a6700,color:#1f2328"),
  ]

  /// Names that a style statement can say in every language.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { ByteClasses.isWord($0) }
  }
}

/// Which places of two diagrams changed, and the words for it.
struct ChangeMarks {
  private let changes: [DiagramChange]
  /// What stood at places of the old diagram.
  private let before: [SourceRange: String]

  init(_ changes: [DiagramChange], in old: MermaidDiagram) {
    self.changes = changes
    before = OldTexts.all(in: old)
  }

  /// The changes of elements whose new place lies within a range.
  func new(_ element: DiagramChange.Element, within range: SourceRange?) -> [DiagramChange] {
    guard let range else { return [] }
    return changes.filter { $0.element == element && $0.newRange?.isWithin(range) == true }
  }

  /// The changes of elements that go by a name.
  func named(_ element: DiagramChange.Element, _ subject: String) -> [DiagramChange] {
    changes.filter { $0.element == element && $0.subject == subject && $0.kind != .removed }
  }

  /// The change by which an old element is gone.
  func removal(of element: DiagramChange.Element, at range: SourceRange?) -> DiagramChange? {
    changes.first { $0.kind == .removed && $0.element == element && $0.oldRange == range }
  }

  func removals(of element: DiagramChange.Element, at range: SourceRange?) -> [DiagramChange] {
    changes.filter { $0.kind == .removed && $0.element == element && $0.oldRange == range }
  }

  /// Whether a change names both an old and a new place within these.
  func isLinked(_ old: SourceRange?, _ new: SourceRange?) -> Bool {
    guard let old, let new else { return false }
    return changes.contains {
      $0.oldRange?.isWithin(old) == true && $0.newRange?.isWithin(new) == true
    }
  }

  /// `[new] `, `[was: pushed] `; nothing where nothing changed.
  func prefix(_ changes: [DiagramChange]) -> String {
    let words = changes.map { change in
      switch change.kind {
      case .added: "new"
      case .removed: "gone"
      case .moved: "moved"
      case .changed where [.state, .classifier, .participant].contains(change.element):
        change.kind.rawValue
      case .relabelled, .redirected, .changed:
        change.oldRange.flatMap { before[$0] }.map { "was: \($0)" } ?? change.kind.rawValue
      }
    }
    return words.isEmpty ? "" : "[\(words.joined(separator: "; "))] "
  }

  static let gone = "[gone] "
}

extension SourceRange {
  fileprivate func isWithin(_ other: SourceRange) -> Bool {
    other.start <= start && end <= other.end
  }
}

extension Label {
  /// The same behind some words, without its place.
  func behind(_ prefix: String) -> Label { Label((prefix + text).trimmingEnd) }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

/// The words for places of an old diagram: labels, and lines that may lead elsewhere now.
private enum OldTexts {
  static func all(in diagram: MermaidDiagram) -> [SourceRange: String] {
    var result: [SourceRange: String] = [:]
    func add(_ range: SourceRange?, _ text: String) {
      if let range { result[range] = text }
    }
    func add(_ name: Name, shownAt range: SourceRange?) { add(range, name.text) }
    func add(_ label: Label?) { if let label { add(label.range, label.text) } }
    switch diagram {
    case .state(let diagram):
      for statement in diagram.allStatements {
        switch statement {
        case .state(let state):
          add(state.id, shownAt: state.range)
          add(state.label)
        case .transition(let transition):
          add(transition.from, shownAt: transition.from.range)
          add(transition.to, shownAt: transition.to.range)
          add(transition.range, "\(transition.from) --> \(transition.to)")
          add(transition.label)
        case .note(let note): add(note.text)
        default: break
        }
      }
    case .sequence(let diagram):
      for statement in diagram.allStatements {
        switch statement {
        case .participant(let participant):
          add(participant.range, participant.label?.text ?? participant.id.text)
          add(participant.label)
        case .message(let message):
          add(message.from, shownAt: message.from.range)
          add(message.to, shownAt: message.to.range)
          add(message.range, message.line)
          add(message.text)
        case .note(let note): add(note.text)
        case .block(let block):
          for branch in block.branches { add(branch.label) }
        default: break
        }
      }
    case .classes(let diagram):
      for statement in diagram.allStatements {
        switch statement {
        case .declaration(let declaration):
          add(declaration.id, shownAt: declaration.range)
          add(declaration.label)
          for member in declaration.members { add(member.range, MemberSpelling.body.spell(member)) }
        case .member(let member):
          add(member.member.range, MemberSpelling.body.spell(member.member))
        case .relation(let relation):
          add(relation.from.name, shownAt: relation.from.name.range)
          add(relation.to.name, shownAt: relation.to.name.range)
          add(relation.range, "\(relation.from.name) \(relation.arrow) \(relation.to.name)")
          add(relation.label)
        case .note(let note): add(note.text)
        default: break
        }
      }
    case .flowchart, .other, .unrecognized: break
    }
    return result
  }
}
