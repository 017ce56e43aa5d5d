import Diagnostics
import Facts

/// Draws the changes between two diagrams as a diagram of the same kind.
///
/// The result is the new diagram, with removed elements put back in. Changes are marked in labels,
/// so that the diagram can be read in black and white, printed, or aloud. Colors are added where
/// the language has them. Comments at the head list every change in a sentence.
///
///     A --> B: 🟩 [new] pushed
///     A --> C: 🟥 [gone] pulled
///     B --> A: 🟪 [was: closed] shut
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
    let comments = changes.map { Comment($0.message) }
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

  /// Whether a style statement accepts the name in every language.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { ByteClasses.isWord($0) }
  }
}

/// The marks of a drawing by their places, and the differences that remove elements.
///
/// A drawing visits statements and needs the marks at each, so marks are indexed by ranges. The ranges
/// of both texts are kept apart, because they may be equal by chance.
struct ChangeMarks {
  private var old: [SourceRange: [Difference]] = [:]
  private var marks: [SourceRange: [ElementMark]] = [:]
  private var named: [String: [ElementMark]] = [:]

  init(_ changes: [Difference]) {
    self.init(changes.filter { $0.new != nil }.map(ElementMark.init))
    for change in changes {
      for range in Set([change.old?.range, change.oldRange].compactMap(\.self)) {
        old[range, default: []].append(change)
      }
    }
  }

  init(_ elements: [ElementMark]) {
    for mark in elements {
      for range in Set(mark.places) { marks[range, default: []].append(mark) }
      if mark.fact.kind.isElement { named[mark.fact[.name], default: []].append(mark) }
    }
  }

  /// The marks of facts at a place of the new diagram.
  func new(_ kind: Fact.Kind, at range: SourceRange?) -> [ElementMark] {
    range.flatMap { marks[$0] }?.filter { $0.fact.kind == kind } ?? []
  }

  /// The marks of an element of the new diagram.
  func named(_ name: String) -> [ElementMark] { named[name] ?? [] }

  /// The differences that remove an old fact.
  func removals(of kind: Fact.Kind, at range: SourceRange?) -> [Difference] {
    range.flatMap { old[$0] }?.filter { $0.kind == .removed && $0.fact.kind == kind } ?? []
  }

  /// Whether a difference has both an old and a new place.
  func isLinked(_ old: SourceRange?, _ new: SourceRange?) -> Bool {
    guard let old, let new else { return false }
    return self.old[old]?.contains { $0.new?.range == new || $0.newRange == new } == true
  }

  static let removed = "\(ElementMark.Color.gone.sign) [gone] "
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
