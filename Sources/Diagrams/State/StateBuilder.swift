package import Mermaid
package import Models
import Traces

/// What of a state machine a diagram shows.
package struct StateOptions: Sendable {
  /// What is written at an arrow.
  package enum Labels: String, CaseIterable, Sendable {
    /// The event's name and the guard.
    case events
    /// The first sentence of the event's documentation, and the guard.
    case summaries
    case none
  }

  package var labels = Labels.events
  /// Whether steps that stay in their state are drawn.
  package var showsLoops = true
  /// Whether a state shows the labels of its associated values.
  package var showsValues = true
  package var direction: Direction?
  /// Whether a note tells each state's associated values and documentation.
  package var showsNotes = false
  /// What becomes of steps that no trace takes.
  package enum Unobserved: String, CaseIterable, Sendable {
    /// Drawn like all others.
    case draw
    /// Drawn, and said to be so.
    case mark
    /// Left out.
    case hide
  }

  package var unobserved = Unobserved.draw
  /// Composite states by name, with the states in each.
  package var groups: [(name: String, states: [String])] = []
  /// States whose arrows come first, in this order; Mermaid lays out what it reads in its order.
  package var order: [String] = []

  package init() {}
}

/// Draws a state machine.
package enum StateBuilder {
  /// The declared steps; several that join the same two states share an arrow.
  package static func diagram(
    of model: StateMachineModel, options: StateOptions = StateOptions()
  ) -> StateDiagram {
    var statements: [StateStatement] = []
    if let direction = options.direction {
      statements.append(.direction(DirectionStatement(direction)))
    }
    statements.append(
      .transition(StateTransition(from: StateDiagram.edge, to: Name(model.initial))))
    for arrow in arrows(of: model, options: options) {
      let text = arrow.lines.joined(separator: "\n")
      statements.append(
        .transition(
          StateTransition(
            from: Name(arrow.from), to: Name(arrow.to), label: text.isEmpty ? nil : Label(text))))
    }
    statements += groups(of: model, options)
    // At the end: the first mention of a state decides where it is drawn.
    for state in model.states where options.showsValues {
      let labels = state.values.filter { Int($0) == nil }
      if labels.isEmpty { continue }
      statements.append(
        .state(
          StateDeclaration(
            Name(state.name), label: Label("\(state.name)(\(labels.joined(separator: ", ")))"))))
    }
    if options.showsNotes { statements += model.states.compactMap(note) }
    return StateDiagram(statements: statements)
  }

  /// `state working { syncing pulling }`
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

  /// What a state carries, a line each, and what it means.
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

  private struct Arrow {
    var from: String
    var to: String
    /// Events with the guards under which they lead this way.
    private var causes: [(event: String, conditions: [String])] = []

    init(from: String, to: String) {
      self.from = from
      self.to = to
    }

    mutating func add(_ event: String, condition: String?) {
      let known = causes.firstIndex { $0.event == event }
      if known == nil { causes.append((event, [])) }
      let index = known ?? causes.count - 1
      if let condition, !causes[index].conditions.contains(condition) {
        causes[index].conditions.append(condition)
      }
    }

    /// An event a line, and its guards below it: Mermaid breaks longer lines.
    var lines: [String] {
      causes.flatMap { cause in [cause.event] + cause.conditions.map { "[\($0)]" } }
    }
  }

  private static func arrows(of model: StateMachineModel, options: StateOptions) -> [Arrow] {
    var arrows: [Arrow] = []
    for edge in model.edges {
      let step = edge.step
      if step.from == step.to, !options.showsLoops { continue }
      let isUnseen = edge.observed.count == 0
      if isUnseen, options.unobserved == .hide { continue }
      let condition = model.isDecisive(step) ? step.condition : nil
      let known = arrows.firstIndex { $0.from == step.from && $0.to == step.to }
      let index = known ?? arrows.endIndex
      if known == nil { arrows.append(Arrow(from: step.from, to: step.to)) }
      let mark = isUnseen && options.unobserved == .mark ? " (not observed)" : ""
      let name = model.words(for: step.event, condition: nil, options.labels)
      if let name {
        arrows[index].add(name + mark, condition: condition)
      } else if !mark.isEmpty {
        arrows[index].add("not observed", condition: nil)
      }
    }
    return options.order.isEmpty ? arrows : sorted(arrows, by: options.order, model)
  }

  /// By the states that they leave, then by those that they lead to.
  private static func sorted(
    _ arrows: [Arrow], by order: [String], _ model: StateMachineModel
  ) -> [Arrow] {
    let names = order + model.states.map(\.name)
    func rank(_ arrow: Arrow) -> (Int, Int) {
      (names.firstIndex(of: arrow.from) ?? 0, names.firstIndex(of: arrow.to) ?? 0)
    }
    return arrows.sorted { rank($0) < rank($1) }
  }
}

extension StateMachineModel {
  /// Whether a step's guard decides where it leads, and not only what is done on the way.
  func isDecisive(_ step: DeclaredEdge) -> Bool {
    edges.contains {
      $0.step.from == step.from && $0.step.event == step.event && $0.step.to != step.to
    }
  }

  /// What an arrow says: `rateLimitHit [third consecutive 429]`; nothing when labels are off.
  package func words(
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
