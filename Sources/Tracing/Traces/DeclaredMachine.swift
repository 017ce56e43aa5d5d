/// A state machine as the code declares it: every state, and every transition found by exploring
/// it.
public struct DeclaredMachine: Hashable, Sendable {
  /// The name that transitions and documents use: `SyncState`.
  public var name: String
  /// The Swift type that was explored: `SyncStateMachine`.
  public var type: String
  /// The name of the initial state.
  public var initial: String
  /// All states in declaration order, including unreachable ones.
  public var states: [DeclaredState]
  /// All events, in declaration order.
  public var events: [String]
  /// Every transition once, in the order of states and events.
  public var edges: [DeclaredEdge]
  /// For each edge a shortest sequence of events from the initial state that ends with this edge.
  /// Each event is in Swift syntax: `rateLimitHit(retryAfter: nil, pending: 1)`. Empty if unknown.
  public var paths: [[String]]

  /// Creates a declared machine.
  public init(
    name: String, type: String, initial: String, states: [DeclaredState], events: [String],
    edges: [DeclaredEdge], paths: [[String]] = []
  ) {
    self.name = name
    self.type = type
    self.initial = initial
    self.states = states
    self.events = events
    self.edges = edges
    self.paths = paths
  }
}

/// A state with the labels of its associated values.
public struct DeclaredState: Hashable, Sendable {
  /// The name of the case.
  public var name: String
  /// Labels of the associated values; an unlabeled value has its position ("0").
  public var values: [String]

  /// Creates a declared state.
  public init(_ name: String, values: [String] = []) {
    self.name = name
    self.values = values
  }
}

/// A transition that a machine can take.
public struct DeclaredEdge: Hashable, Sendable {
  /// The state before.
  public var from: String
  /// The event that causes it.
  public var event: String
  /// The guard of this transition, if the event has several possible transitions.
  public var condition: String?
  /// The state after.
  public var to: String
  /// The names of the effects, in order.
  public var effects: [String]

  /// Creates a declared edge.
  public init(
    from: String, event: String, condition: String? = nil, to: String, effects: [String] = []
  ) {
    self.from = from
    self.event = event
    self.condition = condition
    self.to = to
    self.effects = effects
  }
}
