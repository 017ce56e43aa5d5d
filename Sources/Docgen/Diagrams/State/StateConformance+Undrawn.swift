import Mermaid
import Models
import Traces

/// Transitions and starts of the machine that the diagram lacks.
extension StateConformance {
  func undrawn(in steps: DrawnStateSteps, _ states: DrawnStates) -> [StateDeviation] {
    missingStart(in: steps) + missing(from: steps, states) + missingLikely(from: steps, states)
      + missingUndeclared(from: steps, states)
  }

  private func missingStart(in steps: DrawnStateSteps) -> [StateDeviation] {
    let begins = steps.all.contains { $0.from == StateDiagram.edge.text && $0.scope == nil }
    guard !begins, let initial = model.initial else { return [] }
    return [
      StateDeviation(
        kind: .missingStart, from: StateDiagram.edge.text, to: initial, declared: [])
    ]
  }

  private func missing(
    from steps: DrawnStateSteps, _ states: DrawnStates
  ) -> [StateDeviation] {
    var found: [StateDeviation] = []
    var reported: Set<[String]> = []
    for edge in model.edges where edge.isCertain {
      let step = edge.step
      if step.from == step.to, ignoresLoops { continue }
      let between = states.steps(steps, from: step.from, to: step.to)
      guard !between.contains(where: { triggers.names($0, edge) }),
        reported.insert([step.from, step.event, step.condition ?? "", step.to]).inserted
      else { continue }
      let known: StateDeviation.Missing =
        edge.observed.count > 0 || !model.isRecorded ? .declaredAndObserved : .declared
      found.append(
        StateDeviation(
          kind: .missing(known, event: step.event, condition: step.condition), from: step.from,
          to: step.to, range: between.first?.last.range, declared: [edge]))
    }
    return found
  }

  /// If a method assigns a state without a comparison, a transition from one of the states must be
  /// drawn.
  private func missingLikely(
    from steps: DrawnStateSteps, _ states: DrawnStates
  ) -> [StateDeviation] {
    var found: [StateDeviation] = []
    var seen: Set<[String]> = []
    for edge in model.edges where !edge.isCertain {
      let step = edge.step
      let same = model.edges.filter { $0.step.event == step.event && $0.step.to == step.to }
      guard seen.insert([step.event, step.to]).inserted, !same.contains(where: \.isCertain),
        same.allSatisfy({ states.steps(steps, from: $0.step.from, to: step.to).isEmpty })
      else { continue }
      found.append(
        StateDeviation(
          kind: .missing(.likely, event: step.event, condition: step.condition), from: step.from,
          to: step.to, declared: [edge]))
    }
    return found
  }

  private func missingUndeclared(
    from steps: DrawnStateSteps, _ states: DrawnStates
  ) -> [StateDeviation] {
    model.undeclared.compactMap { step, observed in
      if step.from == step.to, ignoresLoops { return nil }
      guard states.steps(steps, from: step.from, to: step.to).isEmpty else { return nil }
      return StateDeviation(
        kind: .missing(.observed, event: step.event, condition: step.condition), from: step.from,
        to: step.to, range: nil, declared: [], observed: observed)
    }
  }
}

extension DrawnStates {
  /// The drawn transitions from one state of the machine to another, or between composites around
  /// them.
  fileprivate func steps(
    _ steps: DrawnStateSteps, from: String, to: String
  ) -> [DrawnStateStep] {
    steps.all.filter {
      members(of: $0.from).contains(from) && entered(by: $0.to).contains(to)
    }
  }
}
