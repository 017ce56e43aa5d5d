import Facts

/// Separates the facts of a diagram that a generator writes from those that its author may add.
///
/// The author's facts are kept when the diagram is regenerated.
///
///     a state diagram without notes:  note right of idle: …   the author's, kept
///     a class diagram:                A --> B : uses          the label is the author's, the arrow is not
///
/// The options of a region decide which parts are generated: a region with `notes` overwrites
/// notes.
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

  /// The fact without the author's part; `nil` if all of it is the author's.
  fileprivate func generated(_ located: LocatedFact) -> LocatedFact? {
    var located = located
    switch located.kind {
    case .title, .link: return nil
    case .note: return hasNotes ? located : nil
    case .transition where !hasStepLabels: located.fact[.text] = ""
    case .relation where !relationLabels.contains(located[.text]): located.fact[.text] = ""
    case .type: located.fact[.label] = located[.name]
    case .state where located.fact.has(.label):
      let label = located.fact.labels.first { isLabel($0, of: located[.name]) }
      located.fact[.label] = label ?? located[.name]
      located.fact[.description] = ""
    default: break
    }
    return located
  }

  /// The author's parts of a fact.
  fileprivate func additions(_ fact: Fact, generated: Fact?) -> [String] {
    var fact = fact
    fact[.scope] = ""
    guard let generated else { return [fact.canonicalText] }
    let name = fact[fact.kind.isElement ? .name : .source]
    if fact.kind == .state {
      return fact.labels.filter { $0 != name && !isLabel($0, of: name) }.map { "\(name): \($0)" }
    }
    return [Fact.Role.label, .text].filter { fact[$0] != generated[$0] }
      .map { "\(name): \(fact[$0])" }
  }

  /// A generator shows the last part of a state's name, followed by the state's values:
  /// `pulling(cursor)` for `working.pulling`.
  private func isLabel(_ label: String, of state: String) -> Bool {
    let name = label.prefix { $0 != "(" }
    return state == name || state.hasSuffix(".\(name)")
  }

  /// The label of a state that a generator writes.
  func label(of state: StateDeclaration) -> Label? {
    state.label.flatMap { isLabel($0.text, of: state.id.text) ? $0 : nil }
  }
}

extension Fact {
  /// All displayed labels of a state.
  fileprivate var labels: [String] {
    [self[.label]] + self[.description].split(separator: "\n").map(String.init)
  }
}

extension MermaidDiagram {
  /// The facts that a generator writes. Of a sequence diagram all are generated but its title.
  func facts(of parts: GeneratedParts) -> [LocatedFact] {
    if case .sequence = self { return facts.filter { $0.kind != .title } }
    return facts.compactMap(parts.generated)
  }

  /// The facts as texts, equal for two diagrams of equal meaning: sorted if their order has no
  /// meaning.
  ///
  /// For a sequence diagram in the order of the steps, which is part of the meaning.
  package func generatedFacts(_ parts: GeneratedParts) -> [String] {
    let texts = facts(of: parts).map(\.fact.canonicalText)
    if case .sequence = self { return texts }
    return texts.sorted()
  }

  /// The author's additions: facts, and parts that facts do not cover.
  func additions(_ parts: GeneratedParts) -> [String] {
    if case .sequence = self { return decorations }
    return decorations
      + facts.flatMap { parts.additions($0.fact, generated: parts.generated($0)?.fact) }
  }
}
