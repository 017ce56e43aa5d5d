/// An enum whose cases can be named in a trace.
public protocol TraceNamed {
  /// The name of the case without its associated values: `rateLimited`.
  var traceName: String { get }
  /// Its associated values with their labels.
  var traceValues: [TraceValue] { get }
}

extension TraceNamed {
  /// An empty array, which is the default.
  public var traceValues: [TraceValue] { [] }
}

/// A pure state machine whose behavior can be enumerated.
///
/// The machine is a value: applying an event only changes it and returns the effects to carry out.
/// Two equal machines behave alike.
public protocol ExplorableMachine: TracedMachine, Hashable, Sendable
where State: TraceNamed, Event: TraceNamed, Output == [Effect] {
  /// The actions that its owner carries out.
  associatedtype Effect: TraceNamed

  /// All states in declaration order, with the labels of their values.
  static var declaredStates: [DeclaredState] { get }
  /// The names of all events, in declaration order.
  static var declaredEvents: [String] { get }

  /// The events to try in the current state: every event, with payloads that reach every branch.
  func sampleEvents() -> [Event]
}

/// The exploration of a machine exceeded its limit.
public struct IncompleteExploration: Error, Hashable, Sendable, CustomStringConvertible {
  /// The machine's name.
  public var machine: String
  /// The number of configurations visited.
  public var limit: Int

  /// The machine, the limit and a remedy.
  public var description: String {
    "exploring `\(machine)` did not end: more than \(limit) configurations are reachable; let "
      + "`sampleEvents()` bound the numbers"
  }
}

extension DeclaredMachine {
  /// Enumerates a machine: every configuration reachable from `start` with its sample events,
  /// breadth first, up to `limit` configurations.
  ///
  /// An ignored event, which neither changes the machine nor returns effects, yields no edge.
  /// The order of the result does not depend on the order of the search.
  ///
  /// This is the enumeration of explicit-state model checkers. Running the machine finds the
  /// transitions that its code takes, and breadth first gives each a shortest sequence of events.
  /// Cost: every sample event is applied once in each configuration, and all configurations are in
  /// memory.
  ///
  /// - Parameters:
  ///   - start: the machine in its initial configuration.
  ///   - limit: the maximum number of configurations to visit.
  /// - Returns: the machine with every possible transition.
  /// - Throws: `IncompleteExploration` if there are more configurations.
  public static func exploring<Machine: ExplorableMachine>(
    from start: Machine, limit: Int = 100_000
  ) throws(IncompleteExploration) -> DeclaredMachine {
    var seen: Set<Machine> = [start]
    var queue = [start]
    var arrivals: [Arrival?] = [nil]
    var next = 0
    var edges: [DeclaredEdge: Arrival] = [:]
    while next < queue.count {
      let before = queue[next]
      defer { next += 1 }
      for event in before.sampleEvents() {
        var after = before
        let condition = before.condition(for: event)
        let effects = after.apply(event)
        if after == before && effects.isEmpty { continue }
        let edge = DeclaredEdge(
          from: before.state.traceName, event: event.traceName, condition: condition,
          to: after.state.traceName, effects: effects.map(\.traceName))
        let arrival = Arrival(from: next, event: String(describing: event))
        if edges[edge] == nil { edges[edge] = arrival }
        if seen.contains(after) { continue }
        guard seen.count < limit else {
          throw IncompleteExploration(machine: Machine.machineName, limit: limit)
        }
        seen.insert(after)
        queue.append(after)
        arrivals.append(arrival)
      }
    }
    let sorted = ordered(Set(edges.keys), as: Machine.self)
    return DeclaredMachine(
      name: Machine.machineName, type: String(describing: Machine.self),
      initial: start.state.traceName, states: Machine.declaredStates,
      events: Machine.declaredEvents, edges: sorted,
      paths: sorted.map { way(to: edges[$0], arrivals) })
  }

  /// How a configuration was first reached: the configuration before it, and the event.
  private struct Arrival {
    var from: Int
    var event: String
  }

  /// The events that lead from the initial configuration through a transition.
  private static func way(to last: Arrival?, _ arrivals: [Arrival?]) -> [String] {
    var events: [String] = []
    var arrival = last
    while let step = arrival {
      events.append(step.event)
      arrival = arrivals[step.from]
    }
    return events.reversed()
  }

  /// Edges by the declaration order of state, event and target, then by condition and effects.
  private static func ordered<Machine: ExplorableMachine>(
    _ edges: Set<DeclaredEdge>, as _: Machine.Type
  ) -> [DeclaredEdge] {
    let states = Dictionary(
      uniqueKeysWithValues: Machine.declaredStates.enumerated().map { ($1.name, $0) })
    let events = Dictionary(
      uniqueKeysWithValues: Machine.declaredEvents.enumerated().map { ($1, $0) })
    func key(_ edge: DeclaredEdge) -> (Int, Int, Int, String, String) {
      (
        states[edge.from] ?? .max, events[edge.event] ?? .max, states[edge.to] ?? .max,
        edge.condition ?? "", edge.effects.joined(separator: " ")
      )
    }
    return edges.sorted { key($0) < key($1) }
  }
}
