package import Facts

/// Compares what diagrams state: blind to order where order means nothing, to aliases, white space,
/// comments and style.
package enum MermaidComparison {
  /// The differences, or those of the generated facts alone; `nil` if the diagrams are of different
  /// kinds, or of a kind that is only known by its first word.
  package static func changes(
    from old: MermaidDiagram, to new: MermaidDiagram, of parts: GeneratedParts? = nil
  ) -> [Difference]? {
    details(from: old, to: new, of: parts)?.filter { !$0.isWithin }
  }

  /// Also the facts that are inside of something new or gone.
  static func details(
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
