package import Diagnostics
package import Mermaid
package import Models
import Traces

/// A place where a hand-drawn state diagram and the machine part.
package struct StateDeviation: Sendable {
  package enum Kind: Sendable {
    /// The diagram names a state that the machine does not have.
    case unknownState(String)
    /// The diagram draws a step that is neither declared nor observed.
    case undeclared
    /// The diagram draws a step that was observed, although it is not declared.
    case undeclaredObserved
    /// The machine can take a step, and was seen to, that the diagram does not draw.
    case missing(event: String, condition: String?)
    /// The machine can take a step that the diagram does not draw and nobody has seen.
    case missingUnobserved(event: String, condition: String?)
    /// A step was observed that is neither declared nor drawn.
    case missingUndeclared(event: String, condition: String?)
    /// The step exists, but not for the reason that its arrow names.
    case wrongTrigger(drawn: String)
    /// The diagram begins in another state.
    case wrongStart
    /// The step is drawn and declared, but no trace ever takes it.
    case neverObserved
  }

  package var kind: Kind
  package var from: String
  package var to: String
  /// Within the diagram's text: the arrow or its label; nothing for a step that is not drawn.
  package var range: SourceRange?
  /// The declared steps between the two states.
  package var declared: [StateMachineModel.Edge]
  /// How often the step was seen, where it is not declared.
  package var observed = Observation()
}

/// Holds a hand-drawn state diagram against a machine.
///
/// An arrow's label names the events that cause the step, one a line or separated by commas. A
/// name matches the event, the event with its guard in brackets, the guard alone, or the first
/// sentence of the event's documentation; or a synonym stands for one of these. An arrow without a
/// label claims nothing about the events.
package struct StateConformance {
  private let model: StateMachineModel
  private let synonyms: [String: String]
  private let isPartial: Bool
  private let ignoresLoops: Bool

  package init(
    model: StateMachineModel, synonyms: [String: String] = [:], isPartial: Bool = false,
    ignoresLoops: Bool = false
  ) {
    self.model = model
    self.synonyms = synonyms
    self.isPartial = isPartial
    self.ignoresLoops = ignoresLoops
  }

  package func deviations(of diagram: StateDiagram) -> [StateDeviation] {
    let arrows = diagram.transitions.map(\.transition)
    let composites = Self.composites(of: diagram)
    let known = Set(model.states.map(\.name))
    var found: [StateDeviation] = []
    for name in diagram.stateNames where !known.contains(name.text) && composites[name.text] == nil
    {
      found.append(
        StateDeviation(
          kind: .unknownState(name.text), from: name.text, to: "", range: name.range, declared: []))
    }
    for arrow in arrows { found += deviations(of: arrow, composites: composites) }
    if !isPartial { found += missing(from: arrows, composites: composites) }
    return found
  }

  // MARK: - Drawn arrows

  private func deviations(
    of arrow: StateTransition, composites: [String: Set<String>]
  ) -> [StateDeviation] {
    let (from, to) = (arrow.from.text, arrow.to.text)
    if to == StateDiagram.edge.text { return [] }
    func deviation(
      _ kind: StateDeviation.Kind, _ edges: [StateMachineModel.Edge], at range: SourceRange?
    ) -> StateDeviation {
      StateDeviation(kind: kind, from: from, to: to, range: range, declared: edges)
    }
    if from == StateDiagram.edge.text {
      let isInner = composites.values.contains { $0.contains(to) }
      if to == model.initial || isInner || composites[to]?.contains(model.initial) == true {
        return []
      }
      return [deviation(.wrongStart, [], at: arrow.to.range ?? arrow.range)]
    }
    let sources = composites[from] ?? [from]
    let targets = composites[to] ?? [to]
    let names = Set(model.states.map(\.name))
    guard sources.isSubset(of: names), targets.isSubset(of: names) else { return [] }
    let edges = model.edges.filter {
      sources.contains($0.step.from) && targets.contains($0.step.to)
    }
    if edges.isEmpty {
      var seen = Observation()
      for (step, observed) in model.undeclared
      where sources.contains(step.from) && targets.contains(step.to) {
        seen.add(observed)
      }
      var found = deviation(
        seen.count == 0 ? .undeclared : .undeclaredObserved, edges, at: arrow.range)
      found.observed = seen
      return [found]
    }
    let claims = claims(of: arrow)
    let wrong = claims.filter { claim in !edges.contains { matches(claim, $0) } }
    if let first = wrong.first {
      return [deviation(.wrongTrigger(drawn: first), edges, at: arrow.label?.range ?? arrow.range)]
    }
    let meant = edges.filter { edge in
      claims.isEmpty || claims.contains { matches($0, edge) }
    }
    if meant.allSatisfy({ $0.observed.count == 0 }) {
      return [deviation(.neverObserved, meant, at: arrow.range)]
    }
    return []
  }

  /// The events that an arrow's label names.
  private func claims(of arrow: StateTransition) -> [String] {
    guard let text = arrow.label?.text else { return [] }
    if synonyms[text] != nil { return [text] }
    return text.split(separator: "\n").flatMap { Self.split($0) }
  }

  /// At commas that are not within parentheses or brackets.
  private static func split(_ line: Substring) -> [String] {
    var parts = [""]
    var depth = 0
    for character in line {
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      if character == ",", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map(Self.trimmed).filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: String) -> String {
    String(
      text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  private func matches(_ claim: String, _ edge: StateMachineModel.Edge) -> Bool {
    let step = edge.step
    let wanted = (synonyms[claim] ?? claim).lowercased()
    var spellings = [step.event, "\(step.event)()"]
    if let condition = step.condition { spellings += [condition, "[\(condition)]"] }
    for labels in [StateOptions.Labels.events, .summaries] {
      for condition in [step.condition, nil] {
        if let words = model.words(for: step.event, condition: condition, labels) {
          spellings.append(words)
        }
      }
    }
    return spellings.contains { $0.lowercased() == wanted }
  }

  // MARK: - Steps that are not drawn

  private func missing(
    from arrows: [StateTransition], composites: [String: Set<String>]
  ) -> [StateDeviation] {
    var found: [StateDeviation] = []
    var reported: Set<[String]> = []
    for edge in model.edges {
      let step = edge.step
      if step.from == step.to, ignoresLoops { continue }
      let between = Self.arrows(arrows, composites, from: step.from, to: step.to)
      let isDrawn = between.contains { arrow in
        let claims = claims(of: arrow)
        return claims.isEmpty || claims.contains { matches($0, edge) }
      }
      guard !isDrawn,
        reported.insert([step.from, step.event, step.condition ?? "", step.to]).inserted
      else { continue }
      let kind: StateDeviation.Kind =
        edge.observed.count > 0
        ? .missing(event: step.event, condition: step.condition)
        : .missingUnobserved(event: step.event, condition: step.condition)
      found.append(
        StateDeviation(
          kind: kind, from: step.from, to: step.to, range: between.first?.range, declared: [edge]))
    }
    return found + missingUndeclared(from: arrows, composites: composites)
  }

  private func missingUndeclared(
    from arrows: [StateTransition], composites: [String: Set<String>]
  ) -> [StateDeviation] {
    model.undeclared.compactMap { step, observed in
      if step.from == step.to, ignoresLoops { return nil }
      let between = Self.arrows(arrows, composites, from: step.from, to: step.to)
      guard between.isEmpty else { return nil }
      return StateDeviation(
        kind: .missingUndeclared(event: step.event, condition: step.condition), from: step.from,
        to: step.to, range: nil, declared: [], observed: observed)
    }
  }

  /// The arrows that join two states, or composites around them.
  private static func arrows(
    _ arrows: [StateTransition], _ composites: [String: Set<String>], from: String, to: String
  ) -> [StateTransition] {
    arrows.filter { arrow in
      (composites[arrow.from.text] ?? [arrow.from.text]).contains(from)
        && (composites[arrow.to.text] ?? [arrow.to.text]).contains(to)
    }
  }

  /// The plain states within each composite state.
  private static func composites(of diagram: StateDiagram) -> [String: Set<String>] {
    var inside: [String: Set<String>] = [:]
    func visit(_ statements: [StateStatement], _ scope: [String]) {
      for statement in statements {
        switch statement {
        case .state(let state):
          if state.isComposite {
            inside[state.id.text, default: []].formUnion([])
            for region in state.regions { visit(region.statements, scope + [state.id.text]) }
          } else {
            add([state.id], scope)
          }
        case .transition(let transition): add([transition.from, transition.to], scope)
        case .note, .direction, .style, .click, .metadata, .comment, .inert: continue
        }
      }
    }
    func add(_ names: [Name], _ scope: [String]) {
      for outer in scope {
        for name in names where name != StateDiagram.edge {
          inside[outer, default: []].insert(name.text)
        }
      }
    }
    visit(diagram.statements, [])
    for (name, members) in inside { inside[name] = members.filter { inside[$0] == nil } }
    return inside
  }
}
