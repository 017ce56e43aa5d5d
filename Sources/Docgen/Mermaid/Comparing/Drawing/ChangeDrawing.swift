import Diagnostics
import Facts

/// Draws the changes between two diagrams as a diagram of the same kind.
///
/// The result is the new diagram, with removed elements put back in. Changes are marked in labels,
/// so that the diagram can be read in black and white, printed, or aloud. Colors are added where
/// the language has them. Comments at the head list every change in a sentence.
///
///     A --> B: [new] pushed
///     A --> C: [gone] pulled
///     B --> A: [was: closed] shut
package enum ChangeDrawing {
  /// Returns `nil` if the two are of different kinds, or of a kind that this module cannot read.
  ///
  /// The result is a complete Mermaid text. Flowcharts have no such drawing, since they are not
  /// printed; the result is `nil` for them, too.
  package static func text(from old: MermaidDiagram, to new: MermaidDiagram) -> String? {
    guard let details = MermaidComparison.details(from: old, to: new) else { return nil }
    let changes = details.filter { !$0.isWithin }
    let marks = ChangeMarks(details)
    let drawn: MermaidDiagram? =
      switch (old, new) {
      case (.state(let old), .state(let new)):
        .state(StateChangeDrawing(old: old, new: new, marks: marks).diagram())
      case (.sequence(let old), .sequence(let new)):
        .sequence(SequenceChangeDrawing(old: old, new: new, marks: marks).diagram())
      case (.classes(let old), .classes(let new)):
        .classes(ClassDiffRenderer(old: old, new: new, marks: marks).diagram())
      default: nil
      }
    guard let drawn, let text = MermaidPrinter.print(commented(drawn, changes)) else { return nil }
    // Mermaid forbids some mixtures of old and new elements; the new diagram with its comments is
    // always valid.
    if MermaidParser.parse(text).errors.isEmpty { return text }
    return MermaidPrinter.print(commented(new, changes))
  }

  /// One comment for each change, in the order of the comparison. Facts within an added or removed
  /// element are not listed on their own.
  private static func commented(
    _ diagram: MermaidDiagram, _ changes: [Difference]
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

  /// The styles of changes, by the names of their style classes.
  static let styles = [
    ("added", "fill:#dafbe1,stroke:#1a7f37,color:#1f2328"),
    ("gone", "fill:#ffebe9,stroke:#cf222e,color:#1f2328"),
    ("changed", "fill:#fff8c5,stroke:#9a6700,color:#1f2328"),
  ]

  /// Whether a style statement accepts the name in every language.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { ByteClasses.isWord($0) }
  }
}

/// The differences of two diagrams by their places, and their descriptions.
///
/// A drawing visits statements and needs the changes at each, so changes are indexed by the ranges
/// of their facts. The ranges of both texts are kept apart, because they may be equal by chance.
struct ChangeMarks {
  private var old: [SourceRange: [Difference]] = [:]
  private var new: [SourceRange: [Difference]] = [:]
  private var named: [String: [Difference]] = [:]

  init(_ changes: [Difference]) {
    for change in changes {
      for range in Set([change.old?.range, change.oldRange].compactMap(\.self)) {
        old[range, default: []].append(change)
      }
      for range in Set([change.new?.range, change.newRange].compactMap(\.self)) {
        new[range, default: []].append(change)
      }
      guard let fact = change.new?.fact, fact.kind.isElement else { continue }
      named[fact[.name], default: []].append(change)
    }
  }

  /// The differences of facts at a place of the new diagram.
  func new(_ kind: Fact.Kind, at range: SourceRange?) -> [Difference] {
    range.flatMap { new[$0] }?.filter { $0.fact.kind == kind } ?? []
  }

  /// The differences of an element of the new diagram.
  func named(_ name: String) -> [Difference] { named[name] ?? [] }

  /// The differences that remove an old fact.
  func removals(of kind: Fact.Kind, at range: SourceRange?) -> [Difference] {
    range.flatMap { old[$0] }?.filter { $0.kind == .removed && $0.fact.kind == kind } ?? []
  }

  /// Whether a difference has both an old and a new place.
  func isLinked(_ old: SourceRange?, _ new: SourceRange?) -> Bool {
    guard let old, let new else { return false }
    return self.old[old]?.contains { $0.new?.range == new || $0.newRange == new } == true
  }

  /// `[new] `, `[was: pushed] `; empty if nothing changed.
  func prefix(_ changes: [Difference]) -> String {
    var words: [String] = []
    for change in changes {
      let word = Self.word(change)
      if !words.contains(word) { words.append(word) }
    }
    return words.isEmpty ? "" : "[\(words.joined(separator: "; "))] "
  }

  private static func word(_ change: Difference) -> String {
    switch change.kind {
    case .added: return "new"
    case .removed: return "gone"
    case .moved: return "moved"
    case .changed where change.fact.kind.isElement: return change.kind.rawValue
    case .relabelled, .redirected, .changed:
      guard let old = change.old?.fact else { return change.kind.rawValue }
      let role = change.roles.count == 1 ? change.roles[0] : nil
      let isLabel = role == .label || role == .text && old.kind != .member
      let words = isLabel ? role.map { old[$0] } ?? "" : old.brief
      return words.isEmpty ? change.kind.rawValue : "was: \(words)"
    }
  }

  static let removed = "[gone] "
}

extension Label {
  /// The label after a prefix, without its place.
  func behind(_ prefix: String) -> Label { Label((prefix + text).trimmingEnd) }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
