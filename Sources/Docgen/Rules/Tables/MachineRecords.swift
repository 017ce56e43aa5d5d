import Diagrams
import Facts
import Models
import Traces

extension TableRecords {
  /// The rows that a table about a machine may have.
  enum MachineRows: String, CaseIterable {
    case transitions, states, events
  }

  /// Transitions, states or events of a machine.
  ///
  /// A table whose headings are events has a row for each state and the next states in its cells.
  init(_ machine: StateMachineModel, _ rows: MachineRows, matrix events: [String]) {
    switch rows {
    case .transitions: self.init(transitionsOf: machine)
    case .states: self.init(statesOf: machine, events)
    case .events:
      self.init(
        records: machine.events.map { event in
          TableRecord(
            facets: [
              "event": .caseName([event.name, ".\(event.name)"]),
              "values": .values(event.values.map { TableRecord.Value($0) }),
              "observed": .flag(
                machine.edges.contains { $0.step.event == event.name && $0.observed.count > 0 }),
            ], title: event.name, location: event.declaredAt)
        }, keys: ["event"], headings: Self.shared.merging(["name": "event"]) { one, _ in one })
    }
  }

  private init(transitionsOf machine: StateMachineModel) {
    let records = machine.edges.map { edge in
      let step = edge.step
      var title = "\(step.from) --> \(step.to) on \(step.event)"
      if let condition = step.condition { title += " [\(condition)]" }
      return TableRecord(
        facets: [
          "from": .caseName([step.from, ".\(step.from)"]),
          "event": .caseName([step.event, ".\(step.event)"]),
          "to": .caseName([step.to, ".\(step.to)"]),
          "condition": .text(step.condition ?? ""), "effects": .list(step.effects),
          "observed": .flag(edge.observed.count > 0),
        ], title: title, location: edge.declaredAt ?? machine.declaredAt,
        subject: Fact(.transition, [.source: step.from, .target: step.to, .text: step.event]),
        isOptional: !edge.isCertain)
    }
    var headings = Self.shared
    for name in ["from", "state", "before", "source"] { headings[name] = "from" }
    for name in ["to", "next", "next state", "after", "target"] { headings[name] = "to" }
    for name in ["condition", "guard", "when", "if"] { headings[name] = "condition" }
    for name in ["effects", "effect", "actions", "action"] { headings[name] = "effects" }
    self.init(
      records: records, keys: ["from", "event", "condition", "to"], headings: headings)
  }

  private init(statesOf machine: StateMachineModel, _ events: [String]) {
    let records = machine.states.map { state in
      let values = state.values.enumerated().map { index, label in
        let type = index < state.valueTypes.count ? state.valueTypes[index] : ""
        // Traces have a position in place of a missing label.
        return Int(label) == nil || type.isEmpty
          ? TableRecord.Value(label: label, type: type) : TableRecord.Value(label: nil, type: type)
      }
      var facets: [String: TableRecord.Facet] = [
        "state": .caseName([state.name, ".\(state.name)"]), "values": .values(values),
        "observed": .flag(state.observed.count > 0 || state.name == machine.initial),
        "initial": .flag(state.name == machine.initial),
      ]
      for event in events {
        let edges = machine.edges.filter { $0.step.from == state.name && $0.step.event == event }
        facets[event] = .list(Array(Set(edges.map(\.step.to))).sorted())
      }
      return TableRecord(
        facets: facets, title: state.name, location: state.declaredAt,
        subject: Fact(.state, [.name: state.name]))
    }
    var headings = Self.shared
    for name in ["state", "name", "from"] { headings[name] = "state" }
    for name in ["initial", "start"] { headings[name] = "initial" }
    for event in events { headings[event.lowercased()] = event }
    self.init(records: records, keys: ["state"], headings: headings)
  }

  private static let shared: [String: String] = [
    "event": "event", "trigger": "event", "on": "event", "values": "values", "carries": "values",
    "associated values": "values", "observed": "observed", "seen": "observed",
  ]
}
