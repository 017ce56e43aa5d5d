package import Diagnostics

/// One difference in meaning between two diagrams of a kind.
package struct DiagramChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case added, removed, moved, relabelled, redirected
    /// Anything else about an element that is on both sides: its kind, its line, its count.
    case changed
  }

  package enum Element: String, Hashable, Sendable, CaseIterable {
    case state, transition, region, note, participant, box, message, activation, block, branch
    case numbering, link, classifier = "class", member, annotation, relation, namespace, direction
    case title
    /// A diagram as a whole, where files are compared.
    case diagram
  }

  package var kind: Kind
  package var element: Element
  /// Short and in the diagram's own spelling: `idle --> syncing`.
  package var subject: String
  package var oldRange: SourceRange?
  package var newRange: SourceRange?
  /// One sentence without a full stop.
  package var sentence: String

  package init(
    _ kind: Kind, _ element: Element, _ subject: String, old: SourceRange? = nil,
    new: SourceRange? = nil, _ sentence: String
  ) {
    self.kind = kind
    self.element = element
    self.subject = subject
    self.oldRange = old
    self.newRange = new
    self.sentence = sentence
  }
}

extension DiagramChange {
  /// `, with A, B and C`: the elements that are part of a change.
  static func content(_ names: [String]) -> String {
    let quoted = names.map { "`\($0)`" }
    guard let last = quoted.last else { return "" }
    let rest = quoted.dropLast().joined(separator: ", ")
    return ", with \(rest.isEmpty ? last : "\(rest) and \(last)")"
  }
}

/// Compares what diagrams mean: blind to order where order means nothing, to aliases, white space,
/// comments and style.
package enum MermaidComparison {
  /// Nothing when the diagrams are of different kinds, or of a kind that this module cannot read.
  package static func changes(
    from old: MermaidDiagram, to new: MermaidDiagram
  ) -> [DiagramChange]? {
    switch (old, new) {
    case (.state(let old), .state(let new)): changes(from: old, to: new)
    case (.sequence(let old), .sequence(let new)): changes(from: old, to: new)
    case (.classes(let old), .classes(let new)): changes(from: old, to: new)
    default: nil
    }
  }

  package static func changes(
    from old: StateDiagram, to new: StateDiagram
  ) -> [DiagramChange] {
    var comparison = StateComparison(StateModel(old), StateModel(new))
    return comparison.run()
  }

  package static func changes(
    from old: SequenceDiagram, to new: SequenceDiagram
  ) -> [DiagramChange] {
    var comparison = SequenceComparison(old, new)
    return comparison.run()
  }

  package static func changes(
    from old: ClassDiagram, to new: ClassDiagram
  ) -> [DiagramChange] {
    var comparison = ClassComparison(ClassModel(old), ClassModel(new))
    return comparison.run() + comparison.links(old, new)
  }

  /// Every element that is new or gone by itself, even where another that is holds it.
  static func details(from old: MermaidDiagram, to new: MermaidDiagram) -> [DiagramChange]? {
    switch (old, new) {
    case (.state(let old), .state(let new)):
      var comparison = StateComparison(StateModel(old), StateModel(new), isFolded: false)
      return comparison.run()
    case (.sequence(let old), .sequence(let new)):
      var comparison = SequenceComparison(old, new, isFolded: false)
      return comparison.run()
    case (.classes(let old), .classes(let new)):
      var comparison = ClassComparison(ClassModel(old), ClassModel(new), isFolded: false)
      return comparison.run() + comparison.links(old, new)
    default: return nil
    }
  }
}
