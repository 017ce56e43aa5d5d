package import Facts

/// Compares the meaning of diagrams: ignores meaningless order, aliases, white space, comments and
/// style.
package enum MermaidComparison {
  /// The differences, or those of the generated facts alone. Returns `nil` if the diagrams are of
  /// different kinds, or of a kind that is identified only by its first word.
  ///
  /// An empty array means that the diagrams have the same meaning, even if their texts differ.
  /// `parts` restricts the comparison to the facts that a generator writes, so that an author's
  /// notes do not count as a difference.
  package static func changes(
    from old: MermaidDiagram, to new: MermaidDiagram, of parts: GeneratedParts? = nil
  ) -> [Difference]? {
    details(from: old, to: new, of: parts)?.filter { !$0.isWithin }
  }

  /// Also returns the facts inside of an added or removed element.
  package static func details(
    from old: MermaidDiagram, to new: MermaidDiagram, of parts: GeneratedParts? = nil
  ) -> [Difference]? {
    func facts(_ diagram: MermaidDiagram) -> [LocatedFact] {
      parts.map(diagram.facts(of:)) ?? diagram.facts
    }
    switch (old, new) {
    case (.sequence(let before), .sequence(let after)):
      return SequenceComparison(old: before, oldFacts: facts(old), new: after, newFacts: facts(new))
        .differences()
    case (.state, .state), (.classes, .classes), (.flowchart, .flowchart):
      return FactComparison(facts(old), facts(new)).all
    default: return nil
    }
  }
}
