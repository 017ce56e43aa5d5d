/// A state machine as the code declares it: every state, and every step found by exploring it.
public struct DeclaredMachine: Hashable, Sendable {
  /// The name that transitions and documents use: `SyncState`.
  public var name: String
  /// The Swift type that was explored: `SyncStateMachine`.
  public var type: String
  /// Name of the state it begins in.
  public var initial: String
  /// All states, in declaration order, the unreachable ones included.
  public var states: [DeclaredState]
  /// All events, in declaration order.
  public var events: [String]
  /// Every step, each once, in the order of states and events.
  public var edges: [DeclaredEdge]
  /// For each edge a shortest sequence of events from the initial state that ends with taking it,
  /// each event as Swift writes it: `rateLimitHit(retryAfter: nil, pending: 1)`. Empty where that is
  /// not known.
  public var ways: [[String]]

  /// Creates a declared machine.
  public init(
    name: String, type: String, initial: String, states: [DeclaredState], events: [String],
    edges: [DeclaredEdge], ways: [[String]] = []
  ) {
    self.name = name
    self.type = type
    self.initial = initial
    self.states = states
    self.events = events
    self.edges = edges
    self.ways = ways
  }
}

/// A state and the labels of its associated values.
public struct DeclaredState: Hashable, Sendable {
  /// The case's name.
  public var name: String
  /// Labels of the associated values; a position ("0") for an unlabelled one.
  public var values: [String]

  /// Creates a declared state.
  public init(_ name: String, values: [String] = []) {
    self.name = name
    self.values = values
  }
}

/// A step that a machine can take.
public struct DeclaredEdge: Hashable, Sendable {
  /// State before.
  public var from: String
  /// Event that causes it.
  public var event: String
  /// The guard that chooses this way, where the event leads several ways.
  public var condition: String?
  /// State after.
  public var to: String
  /// Names of the effects, in order.
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
