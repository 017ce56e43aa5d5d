package import Diagnostics
package import Traces

/// A state machine with its declaration and its observations.
///
/// There are three ways to one: a trace declares it after exploring the machine in a test
/// (`explored`), traces only show transitions (`observed`), or the sources assign the states
/// (`source`). `locate` then adds places and documentation from the sources, and `observe` counts
/// the traces' transitions for each edge.
package struct StateMachineModel: Sendable {
  package struct State: Sendable {
    package var name: String
    /// Labels of the associated values.
    package var values: [String]
    /// Their types, as far as the sources show them, in the same order.
    package var valueTypes: [String] = []
    /// First sentence of the case's documentation.
    package var summary: String?
    package var declaredAt: SourceLocation?
    package var observed = Observation()
  }

  package struct Event: Sendable {
    package var name: String
    /// Its associated values in the sources: `retryAfter: Duration`.
    package var values: [String] = []
    package var summary: String?
    package var declaredAt: SourceLocation?
  }

  /// One transition, with all facts about it.
  package struct Edge: Sendable {
    package var step: DeclaredEdge
    package var declaredAt: SourceLocation?
    package var observed = Observation()
    /// The contradicting fact of the sources, if they no longer have this transition.
    package var contradiction: String?
    /// The events of a shortest path through it, in Swift's notation; empty if none is declared.
    package var way: [String] = []
    /// Whether the sources are certain to have it: a diagram must draw it.
    package var isCertain = true
  }

  /// The origin of a machine's transitions.
  package enum Origin: Sendable {
    /// A trace declares it.
    case explored
    /// Only traces show it: its edges are the observed ones; it may have others.
    case observed
    /// From the code that assigns its states.
    case source
  }

  package var name: String
  package var origin: Origin
  /// Whether its edges include more than the observed ones.
  package var isDeclared: Bool { origin != .observed }
  /// Whether traces observe it.
  package var isRecorded: Bool
  /// The Swift type that was explored or that holds the state; the machine's name if it is
  /// undeclared.
  package var type: String
  /// `nil` if the sources do not show it.
  package var initial: String?
  /// The declaration of the type.
  package var declaredAt: SourceLocation?
  /// The module that declares the type.
  package var module: String?
  /// Whether other modules can use the type, as far as the sources show it.
  package var isOpenToOthers = true
  package var states: [State]
  package var events: [Event]
  package var edges: [Edge]
  /// Observed transitions without a declaration, each with its places.
  package var undeclared: [(step: DeclaredEdge, observed: Observation)]
  /// The traces whose declarations of this machine differ from the first one.
  package var disagreeing: [TracePlace]
  /// Elements of the sources that the traces lack: `event `paused``, with its place.
  package var unrecorded: [(title: String, location: SourceLocation)]
  /// Transitions that the sources do not show and that cannot be excluded.
  package var possible: Set<DeclaredEdge> = []
  /// Whether only the code that was read assigns the state.
  package var isSealed = true

  /// Collects the machine `name` from the traces that declare or observe it; returns `nil` if none
  /// does.
  ///
  /// If traces declare the machine differently, the first declaration counts and the others are
  /// listed in `disagreeing`.
  package init?(named name: String, in traces: [RecordedTrace]) {
    var declared: DeclaredMachine?
    disagreeing = []
    unrecorded = []
    for recorded in traces {
      guard let machine = recorded.machines.first(where: { $0.name == name }) else {
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
      Edge(step: step, way: declared.paths.indices.contains(index) ? declared.paths[index] : [])
    }
    undeclared = []
    observe(traces)
  }

  /// A transition must agree in condition and effects with a declared one; others are undeclared.
  private mutating func observe(_ traces: [RecordedTrace]) {
    let stateIndex = Dictionary(
      states.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let edgeIndex = Dictionary(
      edges.enumerated().map { ($1.step, $0) }, uniquingKeysWith: { first, _ in first })
    var strangers: [DeclaredEdge: Observation] = [:]
    for recorded in traces {
      for (move, place, count) in recorded.transitions where move.machine == name {
        if let index = stateIndex[move.to] { states[index].observed.add(place, count: count) }
        let step = DeclaredEdge(
          from: move.from, event: move.event, condition: move.condition, to: move.to,
          effects: move.effects)
        if let index = edgeIndex[step] {
          edges[index].observed.add(place, count: count)
        } else {
          strangers[step, default: Observation()].add(place, count: count)
        }
      }
    }
    setUndeclared(strangers)
    setPeriod(traces)
  }

  /// Adds the observations of traces to a machine that was read from the code. A trace may lack
  /// conditions and effects; a transition that the code cannot exclude becomes an edge if it was
  /// observed.
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
      for (move, place, count) in recorded.transitions where move.machine == name {
        if let index = stateIndex[move.to.outerState] {
          states[index].observed.add(place, count: count)
        }
        let step = DeclaredEdge(
          from: move.from, event: move.event, condition: move.condition, to: move.to)
        let key = key(step)
        if edgeIndexes[key] == nil, key[0] != key[2], let known = excusable[key] {
          edgeIndexes[key] = [edges.count]
          edges.append(Edge(step: known, declaredAt: declaredAt, isCertain: false))
        }
        let all = edgeIndexes[key] ?? []
        let same = all.filter { edges[$0].step.condition == move.condition }
        for index in same.isEmpty ? all : same { edges[index].observed.add(place, count: count) }
        if edgeIndexes[key] == nil, excusable[key] == nil, isSealed {
          strangers[step, default: Observation()].add(place, count: count)
        }
      }
    }
    setUndeclared(strangers)
    setPeriod(traces)
  }

  /// Notes the period in which a transition was never observed.
  private mutating func setPeriod(_ traces: [RecordedTrace]) {
    let days = traces.filter {
      $0.days != nil && $0.transitions.contains { $0.step.machine == name }
    }
    .compactMap(\.days).max()
    for index in edges.indices { edges[index].observed.days = days }
  }

  private mutating func setUndeclared(_ strangers: [DeclaredEdge: Observation]) {
    undeclared = strangers.map { (step: $0.key, observed: $0.value) }
      .sorted { ($0.observed.first?.sortKey ?? ("", 0)) < ($1.observed.first?.sortKey ?? ("", 0)) }
  }

  /// The names of all machines that the traces declare or observe, in order of appearance.
  package static func names(in traces: [RecordedTrace]) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    for machine in traces.flatMap(\.machines) where known.insert(machine.name).inserted {
      names.append(machine.name)
    }
    for (move, _, _) in traces.lazy.flatMap(\.transitions) {
      if known.insert(move.machine).inserted { names.append(move.machine) }
    }
    return names
  }
}

extension DeclaredMachine {
  /// The observations of a machine that no trace declares: its initial state is that of the first
  /// trace, and its transitions are the observed ones.
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
    for (move, _, _) in traces.lazy.flatMap(\.transitions) where move.machine == name {
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
