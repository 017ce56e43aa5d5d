package import Mermaid
package import Models
import Traces

/// Draws a state machine.
package enum StateBuilder {
  /// The declared transitions; several between the same two states share an arrow. States whose
  /// names have dots are drawn within composite ones: `working.pulling` within `working`.
  ///
  /// Guards appear in brackets only if they decide the target: a guard that changes only effects
  /// would make the label longer without a difference in the picture.
  package static func diagram(
    of model: StateMachineModel, options: StateOptions = StateOptions()
  ) -> StateDiagram {
    var statements: [StateStatement] = []
    if let direction = options.direction {
      statements.append(.direction(DirectionStatement(direction)))
    }
    if let initial = model.initial {
      statements.append(.transition(StateTransition(from: StateDiagram.edge, to: Name(initial))))
    }
    let arrows = arrows(of: model, options: options)
    let nesting = StateNesting(model, arrows)
    for arrow in arrows where nesting.home(of: arrow) == nil { statements.append(arrow.statement) }
    if options.showsEnds { statements += ends(of: model) }
    statements += groups(of: model, options)
    // After the arrows: the first mention of a state decides where it is drawn.
    statements += nesting.declarations(within: nil, model, arrows, options: options)
    if options.showsNotes { statements += model.states.compactMap(note) }
    return StateDiagram(statements: statements)
  }

  /// `finished --> [*]` for each state that is reached and never left.
  ///
  /// Only for machines with declared transitions: in a recorded machine, a state that no trace
  /// leaves is not necessarily final.
  private static func ends(of model: StateMachineModel) -> [StateStatement] {
    guard model.isDeclared else { return [] }
    let changes = (model.edges.map(\.step) + model.possible + model.undeclared.map(\.step))
      .filter { $0.from != $0.to }
    let (left, reached) = (Set(changes.map(\.from)), Set(changes.map(\.to)))
    return model.states.map(\.name)
      .filter { reached.contains($0) && !left.contains($0) && !$0.contains(".") }
      .map { .transition(StateTransition(from: Name($0), to: StateDiagram.edge)) }
  }

  /// `state working { syncing pulling }`
  ///
  /// Unknown states of a group are skipped.
  private static func groups(
    of model: StateMachineModel, _ options: StateOptions
  ) -> [StateStatement] {
    let known = Set(model.states.map(\.name))
    return options.groups.map { group in
      let members = group.states.filter(known.contains).map { name in
        StateStatement.state(StateDeclaration(Name(name)))
      }
      return .state(StateDeclaration(Name(group.name), regions: [StateRegion(members)]))
    }
  }

  /// The associated values of a state, a line each, and its meaning.
  private static func note(_ state: StateMachineModel.State) -> StateStatement? {
    var lines: [String] = []
    for (index, label) in state.values.enumerated() {
      let type = index < state.valueTypes.count ? state.valueTypes[index] : ""
      if Int(label) == nil {
        lines.append(type.isEmpty ? label : "\(label): \(type)")
      } else if !type.isEmpty {
        lines.append(type)
      }
    }
    if let summary = state.summary { lines.append(summary) }
    if lines.isEmpty { return nil }
    let text = Label(lines.joined(separator: "\n"))
    return .note(StateNote(.right, of: Name(state.name), text))
  }

  private static func arrows(
    of model: StateMachineModel, options: StateOptions
  ) -> [StateArrow] {
    var arrows: [StateArrow] = []
    var places: [[String]: Int] = [:]
    let guards = Guards(model.edges.map(\.step))
    let total = model.observedCount
    for edge in model.edges {
      let step = edge.step
      let frequency = Frequency(edge.observed.count, of: total)
      if step.from == step.to, !options.showsLoops { continue }
      let isUnseen = model.isRecorded && edge.observed.count == 0
      if isUnseen, options.unobserved == .hide { continue }
      if model.isRecorded, frequency.share < options.minShare { continue }
      let condition = guards.decide(step) ? step.condition : nil
      let index = places[[step.from, step.to]] ?? arrows.endIndex
      if index == arrows.endIndex {
        places[[step.from, step.to]] = index
        arrows.append(StateArrow(from: step.from, to: step.to))
      }
      let name = model.label(for: step.event, condition: nil, options.labels)
      let remark = remark(on: edge.observed, frequency, model, options)
      if let name {
        arrows[index].add(name + (remark.map { " (\($0))" } ?? ""), condition: condition)
      } else if let remark {
        arrows[index].add(remark, condition: nil)
      }
    }
    return options.order.isEmpty ? arrows : sorted(arrows, by: options.order, model)
  }

  /// `2.1 M, 0.3 %`, `never in 30 days`, `not observed`; `nil` for nothing to remark.
  private static func remark(
    on observed: Observation, _ frequency: Frequency, _ model: StateMachineModel,
    _ options: StateOptions
  ) -> String? {
    guard model.isRecorded else { return nil }
    if observed.count > 0 { return options.showsFrequencies ? frequency.text : nil }
    guard options.unobserved == .mark else { return nil }
    return observed.days == nil ? "not observed" : observed.never
  }

  /// Sorted by the states that they leave, then by those that they lead to.
  private static func sorted(
    _ arrows: [StateArrow], by order: [String], _ model: StateMachineModel
  ) -> [StateArrow] {
    let names = order + model.states.map(\.name)
    func rank(_ arrow: StateArrow) -> (Int, Int) {
      (names.firstIndex(of: arrow.from) ?? 0, names.firstIndex(of: arrow.to) ?? 0)
    }
    return arrows.sorted { rank($0) < rank($1) }
  }
}

extension StateMachineModel {
  /// The number of observed transitions.
  fileprivate var observedCount: Int {
    var all = Observation()
    for edge in edges { all.add(edge.observed) }
    for (_, observed) in undeclared { all.add(observed) }
    return all.count
  }

  /// The label of an arrow: `rateLimitHit [third consecutive 429]`; `nil` if labels are off.
  package func label(
    for event: String, condition: String?, _ labels: StateOptions.Labels
  ) -> String? {
    let name: String
    switch labels {
    case .none: return nil
    case .events: name = event
    case .summaries:
      name = events.first { $0.name == event }?.summary.map(Self.withoutFullStop) ?? event
    }
    return condition.map { "\(name) [\($0)]" } ?? name
  }

  private static func withoutFullStop(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }
}

/// The guards of a machine's transitions.
private struct Guards {
  /// The numbers of transitions from a state by an event, with some target, with some condition.
  private var counts: [[String?]: Int] = [:]

  init(_ steps: [DeclaredEdge]) {
    for step in steps { for key in Self.keys(step) { counts[key, default: 0] += 1 } }
  }

  private static func keys(_ step: DeclaredEdge) -> [[String?]] {
    let start = [step.from, step.event]
    return [
      start, start + ["to", step.to], start + ["if", step.condition],
      start + ["both", step.to, step.condition],
    ]
  }

  /// Whether a guard decides the target, and not only the effects: a transition with another target
  /// has another guard.
  func decide(_ step: DeclaredEdge) -> Bool {
    let numbers = Self.keys(step).map { counts[$0] ?? 0 }
    return numbers[0] - numbers[1] - numbers[2] + numbers[3] > 0
  }
}
