/// What a generator writes of that which a person may add to its diagrams too.
///
/// The rest is a person's: it says nothing about what is drawn, and stays when the diagram is
/// generated anew.
package struct GeneratedParts: Hashable, Sendable {
  package var hasNotes: Bool
  /// Whether arrows between states have labels.
  package var hasStepLabels: Bool
  /// The labels that relations between classes may have.
  package var relationLabels: Set<String>

  package init(
    hasNotes: Bool = false, hasStepLabels: Bool = true, relationLabels: Set<String> = []
  ) {
    self.hasNotes = hasNotes
    self.hasStepLabels = hasStepLabels
    self.relationLabels = relationLabels
  }

  /// The label of a relation without one that a person gave it.
  func label(of relation: ClassRelation) -> Label? {
    relation.label.flatMap { relationLabels.contains($0.text) ? $0 : nil }
  }

  func label(of transition: StateTransition) -> Label? { hasStepLabels ? transition.label : nil }

  /// A generator shows the last part of a state's name, with what the state holds behind it:
  /// `pulling(cursor)` for `working.pulling`. A person shows anything else.
  func label(of state: StateDeclaration) -> Label? {
    guard let label = state.label else { return nil }
    let name = label.text.prefix { $0 != "(" }
    return state.id.text == name || state.id.text.hasSuffix(".\(name)") ? label : nil
  }
}
