import Diagnostics
package import Mermaid
package import Models
import Traces

/// Holds a hand-drawn state diagram against a machine.
///
/// An arrow's label names the events that cause the step, one a line or separated by commas. A
/// name matches the event, the event with its guard in brackets, the guard alone, or the first
/// sentence of the event's documentation; or a synonym stands for one of these. An arrow without a
/// label claims nothing about the events.
package struct StateConformance {
  let model: StateMachineModel
  let triggers: TriggerMatching
  let ignoresLoops: Bool
  private let isPartial: Bool

  package init(
    model: StateMachineModel, synonyms: [String: String] = [:], isPartial: Bool = false,
    ignoresLoops: Bool = false
  ) {
    self.model = model
    self.isPartial = isPartial
    self.ignoresLoops = ignoresLoops
    triggers = TriggerMatching(model: model, synonyms: synonyms)
  }

  package func deviations(of diagram: StateDiagram) -> [StateDeviation] {
    let composites = CompositeStates(of: diagram)
    let known = Set(model.states.map(\.name))
    var found: [StateDeviation] = []
    for name in diagram.stateNames where !known.contains(name.text) && composites[name.text] == nil
    {
      found.append(
        StateDeviation(
          kind: .unknownState(name.text), from: name.text, to: "", range: name.range, declared: []))
    }
    for (arrow, scope) in diagram.transitions {
      found += deviation(of: arrow, within: scope.last?.text, composites).map { [$0] } ?? []
    }
    return isPartial ? found : found + undrawn(in: diagram, composites)
  }

  private func deviation(
    of arrow: StateTransition, within scope: String?, _ composites: CompositeStates
  ) -> StateDeviation? {
    let (from, to) = (arrow.from.text, arrow.to.text)
    if from == StateDiagram.edge.text {
      if scope != nil || composites.members(of: to).contains(model.initial) { return nil }
      return deviation(.wrongStart, of: arrow, at: arrow.to.range)
    }
    if to == StateDiagram.edge.text {
      return isEnd(from, within: scope, composites) ? nil : deviation(.wrongEnd, of: arrow)
    }
    let (sources, targets) = (composites.members(of: from), composites.members(of: to))
    let names = Set(model.states.map(\.name))
    guard sources.isSubset(of: names), targets.isSubset(of: names) else { return nil }
    let edges = model.edges.filter {
      sources.contains($0.step.from) && targets.contains($0.step.to)
    }
    if edges.isEmpty {
      var seen = Observation()
      for (step, observed) in model.undeclared
      where sources.contains(step.from) && targets.contains(step.to) {
        seen.add(observed)
      }
      var found = deviation(seen.count == 0 ? .undeclared : .undeclaredObserved, of: arrow)
      found.observed = seen
      return found
    }
    let claims = triggers.claims(of: arrow)
    if let wrong = claims.first(where: { claim in
      !edges.contains { triggers.matches(claim, $0) }
    }) {
      return deviation(.wrongTrigger(drawn: wrong), of: arrow, edges, at: arrow.label?.range)
    }
    let meant = edges.filter { triggers.names(arrow, $0) }
    return meant.allSatisfy { $0.observed.count == 0 }
      ? deviation(.neverObserved, of: arrow, meant) : nil
  }

  private func deviation(
    _ kind: StateDeviation.Kind, of arrow: StateTransition,
    _ edges: [StateMachineModel.Edge] = [], at range: SourceRange? = nil
  ) -> StateDeviation {
    StateDeviation(
      kind: kind, from: arrow.from.text, to: arrow.to.text, range: range ?? arrow.range,
      declared: edges)
  }

  /// Whether the machine can rest in a state for good; or, within a composite state, leave the
  /// composite from there.
  private func isEnd(
    _ name: String, within scope: String?, _ composites: CompositeStates
  ) -> Bool {
    let sources = composites.members(of: name)
    let steps = model.edges.map(\.step) + model.undeclared.map(\.step)
    let targets = steps.filter { sources.contains($0.from) && !sources.contains($0.to) }.map(\.to)
    guard let scope else { return targets.isEmpty }
    let inside = composites.members(of: scope)
    return targets.isEmpty || targets.contains { !inside.contains($0) }
  }
}
