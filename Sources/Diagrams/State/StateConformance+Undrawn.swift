import Mermaid
import Models
import Traces

/// What the machine does and the diagram does not say.
extension StateConformance {
  func undrawn(in diagram: StateDiagram, _ composites: CompositeStates) -> [StateDeviation] {
    let arrows = diagram.transitions.map(\.transition)
    return missingStart(in: diagram) + missing(from: arrows, composites)
      + missingUndeclared(from: arrows, composites)
  }

  private func missingStart(in diagram: StateDiagram) -> [StateDeviation] {
    let begins = diagram.transitions.contains { arrow, scope in
      arrow.from == StateDiagram.edge && scope.isEmpty
    }
    if begins { return [] }
    return [
      StateDeviation(
        kind: .missingStart, from: StateDiagram.edge.text, to: model.initial, declared: [])
    ]
  }

  private func missing(
    from arrows: [StateTransition], _ composites: CompositeStates
  ) -> [StateDeviation] {
    var found: [StateDeviation] = []
    var reported: Set<[String]> = []
    for edge in model.edges {
      let step = edge.step
      if step.from == step.to, ignoresLoops { continue }
      let between = composites.arrows(arrows, from: step.from, to: step.to)
      guard !between.contains(where: { triggers.names($0, edge) }),
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
    return found
  }

  private func missingUndeclared(
    from arrows: [StateTransition], _ composites: CompositeStates
  ) -> [StateDeviation] {
    model.undeclared.compactMap { step, observed in
      if step.from == step.to, ignoresLoops { return nil }
      guard composites.arrows(arrows, from: step.from, to: step.to).isEmpty else { return nil }
      return StateDeviation(
        kind: .missingUndeclared(event: step.event, condition: step.condition), from: step.from,
        to: step.to, range: nil, declared: [], observed: observed)
    }
  }
}
