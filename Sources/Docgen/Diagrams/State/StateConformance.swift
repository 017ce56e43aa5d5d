import Diagnostics
package import Mermaid
package import Models
import Traces

/// Compares a hand-drawn state diagram with a machine.
///
/// An arrow's label names the events that cause the transition, one a line or separated by commas.
/// A name matches the event, the event with its guard in brackets, the guard alone, the first
/// sentence of the event's documentation, or a synonym for one of these. An arrow without a label
/// makes no claim about the events.
///
/// The comparison works transition by transition. Each drawn one must be declared, possible or
/// observed with its trigger (`StepJudge`), and each certain declared one must be drawn
/// (`StateConformance+Undrawn`). No search is needed, unlike for sequences: a state diagram is a
/// set of transitions, and its order has no meaning. Cost: drawn × declared transitions.
package struct StateConformance {
  let model: StateMachineModel
  private(set) var triggers: TriggerMatching
  let ignoresLoops: Bool
  private let isPartial: Bool

  /// `synonyms` maps a label of the diagram to a label of the machine. `isPartial` allows
  /// transitions to be missing, and `ignoresLoops` those that stay in their state.
  package init(
    model: StateMachineModel, synonyms: [String: String] = [:], isPartial: Bool = false,
    ignoresLoops: Bool = false
  ) {
    self.model = model
    self.isPartial = isPartial
    self.ignoresLoops = ignoresLoops
    triggers = TriggerMatching(model: model, synonyms: synonyms)
  }

  /// In the order: unknown states, loose markers, wrong arrows, missing transitions. A missing
  /// transition is omitted if a wrong label between the same states already explains it.
  package func deviations(of diagram: StateDiagram) -> [StateDeviation] {
    let steps = DrawnStateSteps(of: diagram)
    var conformance = self
    conformance.triggers = triggers.reading(steps.all.flatMap(\.arrows))
    return conformance.deviations(of: diagram, steps)
  }

  private func deviations(of diagram: StateDiagram, _ steps: DrawnStateSteps) -> [StateDeviation] {
    let known = Set(model.states.map(\.name))
    let states = DrawnStates(of: diagram, steps, known: known)
    let loose = steps.loose.map { name in
      StateDeviation(
        kind: .looseMarker, from: name.text, to: "", range: name.range, declared: [])
    }
    let markers = Set(diagram.markers.map(\.text))
    let unknown = diagram.stateNames.filter { name in
      !known.contains(states.state(name.text)) && !states.isComposite(name.text)
        && !markers.contains(name.text)
    }.map { name in
      StateDeviation(
        kind: .unknownState(name.text), from: name.text, to: "", range: name.range, declared: [])
    }
    let wrong = StepJudge(self, steps, states: states).deviations
    let undrawn = isPartial ? [] : undrawn(in: steps, states)
    return unknown + loose + wrong + undrawn.filter { !Self.isTold($0, by: wrong) }
  }

  /// Whether an arrow between the same states has a wrong label: that finding shows the right one.
  private static func isTold(_ missing: StateDeviation, by wrong: [StateDeviation]) -> Bool {
    guard case .missing = missing.kind else { return false }
    return wrong.contains { deviation in
      guard case .wrongTrigger = deviation.kind else { return false }
      return deviation.from == missing.from && deviation.to == missing.to
        && deviation.declared.contains { $0.step.event == missing.declared.first?.step.event }
    }
  }
}
