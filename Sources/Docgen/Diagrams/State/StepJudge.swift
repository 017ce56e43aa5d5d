import Diagnostics
import Mermaid
import Models
import Traces

/// Judges each drawn transition of a state diagram by the machine's declaration and observations.
///
/// A drawn transition is judged by the first rule that fits: start, end, unknown state (reported
/// elsewhere), no declared transition between its ends, a wrong trigger, a state of a composite
/// without the transition, and last a transition that is declared but never observed.
struct StepJudge {
  private(set) var deviations: [StateDeviation] = []
  private let model: StateMachineModel
  private let triggers: TriggerMatching
  private let steps: DrawnStateSteps
  private let states: DrawnStates
  private let names: Set<String>
  /// States with a wrong arrow to the end, which is reported there.
  private var wrongEnds: Set<String> = []
  /// Triggers that were reported: an arrow into a choice is part of several transitions.
  private var reported: Set<String> = []

  init(_ conformance: StateConformance, _ steps: DrawnStateSteps, states: DrawnStates) {
    model = conformance.model
    triggers = conformance.triggers
    names = Set(model.states.map(\.name))
    (self.steps, self.states) = (steps, states)
    wrongEnds = steps.all.filter { $0.to == StateDiagram.edge.text && !isEnd($0) }
      .reduce(into: []) { $0.formUnion(states.members(of: $1.from)) }
    for step in steps.all { judge(step) }
  }

  private mutating func judge(_ step: DrawnStateStep) {
    if step.from == StateDiagram.edge.text { return judgeStart(step) }
    if step.to == StateDiagram.edge.text {
      if !isEnd(step) { report(.wrongEnd, step) }
      return
    }
    let (sources, targets) = (states.members(of: step.from), states.entered(by: step.to))
    guard sources.isSubset(of: names), targets.isSubset(of: names) else { return }
    let edges = edges(of: step)
    if edges.isEmpty {
      judgeUndeclared(step, from: sources, to: targets)
    } else if !judgeTriggers(step, edges) {
      judgeSources(step, edges, targets: targets)
      let intended = edges.filter { triggers.names(step, $0) }
      if model.isRecorded, intended.allSatisfy({ $0.observed.count == 0 }) {
        report(.neverObserved, step, edges: intended)
      }
    }
  }

  private mutating func judgeStart(_ step: DrawnStateStep) {
    guard step.scope == nil, step.to != StateDiagram.edge.text, let initial = model.initial,
      !states.entered(by: step.to).contains(initial)
    else { return }
    report(.wrongStart, step, at: step.last.to.range)
  }

  private mutating func judgeUndeclared(
    _ step: DrawnStateStep, from sources: Set<String>, to targets: Set<String>
  ) {
    if isPossible(from: sources, to: targets) { return }
    let seen = observed(from: sources, to: targets)
    // After a choice, the arrow that leaves it is wrong, unless all that leave it are.
    let isFirstWrong = steps.all.allSatisfy { other in
      other.first.range != step.first.range || edges(of: other).isEmpty
    }
    let arrow = isFirstWrong ? step.first : step.last
    report(seen.count == 0 ? .undeclared : .undeclaredObserved, step, at: arrow.range)
    deviations[deviations.count - 1].observed = seen
  }

  /// A transition out of a composite is one of each state in it, except the one that it leads to.
  private mutating func judgeSources(
    _ step: DrawnStateStep, _ edges: [StateMachineModel.Edge], targets: Set<String>
  ) {
    guard states.isComposite(step.from) else { return }
    let sources = states.left(by: step.from).subtracting(wrongEnds)
    for source in model.states.map(\.name) where sources.contains(source) && targets != [source] {
      if edges.contains(where: { $0.step.from == source && triggers.names(step, $0) })
        || observed(from: [source], to: targets).count > 0
        || isPossible(from: [source], to: targets)
      {
        continue
      }
      report(.undeclared, step)
      deviations[deviations.count - 1].from = source
    }
  }

  /// Whether a label of the transition names a trigger that does not cause it, which is reported at
  /// the label.
  private mutating func judgeTriggers(
    _ step: DrawnStateStep, _ edges: [StateMachineModel.Edge]
  ) -> Bool {
    for arrow in step.arrows {
      let edges = steps.all.filter { $0.arrows.contains(arrow) }.flatMap(self.edges)
      for claim in triggers.claims(of: arrow)
      where !edges.contains(where: { triggers.matches(claim, $0) }) {
        reportTrigger(claim, arrow: arrow, step: step, edges: edges)
        return true
      }
    }
    // Each label is right, but their combination is not.
    guard !edges.contains(where: { triggers.names(step, $0) }),
      let arrow = step.arrows.last(where: { !triggers.claims(of: $0).isEmpty }),
      let claim = triggers.claims(of: arrow).first
    else { return false }
    reportTrigger(claim, arrow: arrow, step: step, edges: edges)
    return true
  }

  private mutating func reportTrigger(
    _ claim: String, arrow: StateTransition, step: DrawnStateStep,
    edges: [StateMachineModel.Edge]
  ) {
    let range = arrow.label?.range ?? arrow.range
    guard reported.insert("\(range.map(String.init(describing:)) ?? "") \(claim)").inserted else {
      return
    }
    report(.wrongTrigger(drawn: claim), step, edges: edges, at: range)
  }

  private mutating func report(
    _ kind: StateDeviation.Kind, _ step: DrawnStateStep,
    edges: [StateMachineModel.Edge] = [], at range: SourceRange? = nil
  ) {
    deviations.append(
      StateDeviation(
        kind: kind, from: step.from, to: step.to, range: range ?? step.last.range,
        declared: edges))
  }

  /// The declared transitions between its ends.
  private func edges(of step: DrawnStateStep) -> [StateMachineModel.Edge] {
    let (sources, targets) = (states.members(of: step.from), states.entered(by: step.to))
    return model.edges.filter {
      sources.contains($0.step.from) && targets.contains($0.step.to)
    }
  }

  /// Whether a transition between two groups of states cannot be excluded.
  ///
  /// "Possible" transitions are assignments that the source may make, without proof that it does. A
  /// drawing of one is neither confirmed nor reported.
  private func isPossible(from sources: Set<String>, to targets: Set<String>) -> Bool {
    // An event that the code ignores leads from a state to itself.
    if model.origin == .source, sources == targets { return true }
    return model.possible.contains { sources.contains($0.from) && targets.contains($0.to) }
  }

  /// The observations of undeclared transitions between two groups of states.
  private func observed(from sources: Set<String>, to targets: Set<String>) -> Observation {
    var seen = Observation()
    for (step, observed) in model.undeclared
    where sources.contains(step.from) && targets.contains(step.to) {
      seen.add(observed)
    }
    return seen
  }

  /// Whether the machine can stay in a state forever; within a composite state, whether it can
  /// leave the composite from there.
  private func isEnd(_ step: DrawnStateStep) -> Bool {
    let sources = states.members(of: step.from)
    let all = model.edges.map(\.step) + model.undeclared.map(\.step)
    let targets = all.filter { sources.contains($0.from) && !sources.contains($0.to) }.map(\.to)
    guard let scope = step.scope else { return targets.isEmpty }
    let inside = states.members(of: scope)
    return targets.isEmpty || targets.contains { !inside.contains($0) }
  }
}
