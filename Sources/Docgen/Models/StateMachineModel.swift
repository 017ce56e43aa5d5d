package import Diagnostics
package import Traces

/// A state machine in two of the three truths: what is declared, and what was observed of it.
package struct StateMachineModel: Sendable {
  package struct State: Sendable {
    package var name: String
    /// Labels of the associated values.
    package var values: [String]
    /// Their types, as far as the sources tell, in the same order.
    package var valueTypes: [String] = []
    /// First sentence of the case's documentation.
    package var summary: String?
    package var declaredAt: SourceLocation?
    package var observed = Observation()
  }

  package struct Event: Sendable {
    package var name: String
    /// Its associated values as the sources have them: `retryAfter: Duration`.
    package var values: [String] = []
    package var summary: String?
    package var declaredAt: SourceLocation?
  }

  /// One step, with everything that is known of it.
  package struct Edge: Sendable {
    package var step: DeclaredEdge
    package var declaredAt: SourceLocation?
    package var observed = Observation()
    /// What the sources say instead, where they no longer have this step.
    package var contradiction: String?
    /// The events of a shortest way over it, as Swift writes them; empty where none is declared.
    package var way: [String] = []
    /// Whether the sources surely have it: a diagram has to draw it.
    package var isCertain = true
  }

  /// How a machine is known.
  package enum Origin: Sendable {
    /// A trace declares it.
    case explored
    /// Only traces show it: its edges are those that were taken; it may have others.
    case observed
    /// From the code that assigns its states.
    case source
  }

  package var name: String
  package var origin: Origin
  /// Whether its edges are more than what was observed.
  package var isDeclared: Bool { origin != .observed }
  /// Whether there are traces of it.
  package var isRecorded: Bool
  /// The Swift type that was explored or that holds the state; the machine's name where nothing
  /// declares it.
  package var type: String
  /// `nil` if the sources do not show it.
  package var initial: String?
  /// Where the type is declared.
  package var declaredAt: SourceLocation?
  /// The module that declares the type.
  package var module: String?
  /// Whether another module sees the type, as far as the sources tell.
  package var isOpenToOthers = true
  package var states: [State]
  package var events: [Event]
  package var edges: [Edge]
  /// Steps that happened although no declaration has them, each with where.
  package var undeclared: [(step: DeclaredEdge, observed: Observation)]
  /// The traces that declare this machine otherwise than the first one does.
  package var disagreeing: [TracePlace]
  /// What the sources have and the traces do not: `event `paused``, with its place.
  package var unrecorded: [(words: String, location: SourceLocation)]
  /// Steps that the sources do not show and that cannot be excluded.
  package var possible: Set<DeclaredEdge> = []
  /// Whether nothing but the code that was read assigns the state.
  package var isSealed = true

  /// Gathers the machine `name` from the traces that declare or observe it; nothing when none
  /// does either.
  package init?(named name: String, in traces: [RecordedTrace]) {
    var declared: DeclaredMachine?
    disagreeing = []
    unrecorded = []
    for recorded in traces {
      guard let machine = recorded.trace.machines.first(where: { $0.name == name }) else {
        continue
      }
      if let declared, declared != machine {
        disagreeing.append(TracePlace(file: recorded.file, line: 1, scenario: recorded.scenario))
      }
      declared = declared ?? machine
    }
    (origin, isRecorded) = (declared != nil ? .explored : .observed, true)
    guard let declared = declared ?? DeclaredMachine(observedAs: name, in: traces) else {
      return nil
    }
    self.name = name
    type = declared.type
    initial = declared.initial
    states = declared.states.map { State(name: $0.name, values: $0.values) }
    events = declared.events.map { Event(name: $0) }
    edges = declared.edges.enumerated().map { index, step in
      Edge(step: step, way: declared.ways.indices.contains(index) ? declared.ways[index] : [])
    }
    undeclared = []
    observe(traces)
  }

  private mutating func observe(_ traces: [RecordedTrace]) {
    let stateIndex = Dictionary(
      states.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let edgeIndex = Dictionary(
      edges.enumerated().map { ($1.step, $0) }, uniquingKeysWith: { first, _ in first })
    var strangers: [DeclaredEdge: Observation] = [:]
    for recorded in traces {
      for record in recorded.trace.records {
        guard case .transition(let move) = record.body, move.machine == name else { continue }
        let place = recorded.place(of: record)
        if let index = stateIndex[move.to] { states[index].observed.add(place) }
        let step = DeclaredEdge(
          from: move.from, event: move.event, condition: move.condition, to: move.to,
          effects: move.effects)
        if let index = edgeIndex[step] {
          edges[index].observed.add(place)
        } else {
          strangers[step, default: Observation()].add(place)
        }
      }
    }
    setUndeclared(strangers)
  }

  /// Adds what traces show of a machine that was read from the code. A trace need not have conditions
  /// and effects; a transition that the code cannot exclude is one of its edges once it was observed.
  mutating func observeSource(_ traces: [RecordedTrace]) {
    func key(_ step: DeclaredEdge) -> [String] {
      [step.from.outerState, step.event, step.to.outerState]
    }
    isRecorded = true
    let stateIndex = Dictionary(
      states.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let excusable = Dictionary(possible.map { (key($0), $0) }) { first, _ in first }
    var edgeIndexes = Dictionary(grouping: edges.indices) { key(edges[$0].step) }
    var strangers: [DeclaredEdge: Observation] = [:]
    for recorded in traces {
      for record in recorded.trace.records {
        guard case .transition(let move) = record.body, move.machine == name else { continue }
        let place = recorded.place(of: record)
        if let index = stateIndex[move.to.outerState] { states[index].observed.add(place) }
        let step = DeclaredEdge(
          from: move.from, event: move.event, condition: move.condition, to: move.to)
        let key = key(step)
        if edgeIndexes[key] == nil, key[0] != key[2], let known = excusable[key] {
          edgeIndexes[key] = [edges.count]
          edges.append(Edge(step: known, declaredAt: declaredAt, isCertain: false))
        }
        for index in edgeIndexes[key] ?? [] { edges[index].observed.add(place) }
        if edgeIndexes[key] == nil, excusable[key] == nil, isSealed {
          strangers[step, default: Observation()].add(place)
        }
      }
    }
    setUndeclared(strangers)
  }

  private mutating func setUndeclared(_ strangers: [DeclaredEdge: Observation]) {
    undeclared = strangers.map { (step: $0.key, observed: $0.value) }
      .sorted { ($0.observed.first?.sortKey ?? ("", 0)) < ($1.observed.first?.sortKey ?? ("", 0)) }
  }

  /// The names of all machines that the traces declare or observe, in order of appearance.
  package static func names(in traces: [RecordedTrace]) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    for machine in traces.flatMap(\.trace.machines) where known.insert(machine.name).inserted {
      names.append(machine.name)
    }
    for record in traces.lazy.flatMap(\.trace.records) {
      guard case .transition(let move) = record.body else { continue }
      if known.insert(move.machine).inserted { names.append(move.machine) }
    }
    return names
  }
}

extension DeclaredMachine {
  /// What the traces show of a machine that none of them declares: it begins where the first trace
  /// does, and can do what it was seen to do.
  fileprivate init?(observedAs name: String, in traces: [RecordedTrace]) {
    var initial: String?
    var states: [DeclaredState] = []
    var events: [String] = []
    var edges: [DeclaredEdge] = []
    func add(_ state: String, _ values: [String]) {
      guard let index = states.firstIndex(where: { $0.name == state }) else {
        return states.append(DeclaredState(state, values: values))
      }
      if states[index].values.isEmpty { states[index].values = values }
    }
    for record in traces.lazy.flatMap(\.trace.records) {
      guard case .transition(let move) = record.body, move.machine == name else { continue }
      initial = initial ?? move.from
      add(move.from, [])
      add(move.to, move.values.map(\.name))
      if !events.contains(move.event) { events.append(move.event) }
      let edge = DeclaredEdge(
        from: move.from, event: move.event, condition: move.condition, to: move.to,
        effects: move.effects)
      if !edges.contains(edge) { edges.append(edge) }
    }
    guard let initial else { return nil }
    self.init(
      name: name, type: name, initial: initial, states: states, events: events, edges: edges)
  }
}

extension TracePlace {
  fileprivate var sortKey: (String, Int) { (file, line) }
}
