package import Diagnostics

/// The calls between types along a method, read from the code.
///
///     func sync() async throws {                  SyncEngine ->> Store: load()
///       for batch in try store.load() {      ->   loop each batch
///         try await client.send(batch)              SyncEngine ->> Client: send(batch)
///       }
///     }
///
/// The bodies form a graph and not a tree: a step refers to a called method by the number of its
/// body. `FlowAutomaton` and `FlowDrawing` in the Diagrams module decide how often a body is
/// copied.
package struct SourceFlow: Sendable {
  /// The default depth to which a diagram follows calls.
  package static let standardDepth = 3

  /// The type with the entry method, and that method.
  package var type: TypeDeclaration
  package var entry: Member
  /// The steps of each method that is read, by its number; the entry method is the first.
  package var bodies: [[FlowStep]] = []
  /// The locations of the methods that were read.
  package var methods: Set<SourceLocation> = []
  /// The types that call or are called, by name.
  package var participants: [String: FlowParticipant] = [:]
  /// The participants whose called methods were not all read: protocols with several
  /// implementations, and types beyond the depth.
  package var gaps: Set<String> = []
  /// Whether parts were not read because the code is too large.
  package var isTruncated = false
  /// The limit that ended the reading.
  package var exceeded: Limit?
}

/// A type of a flow, by its qualified name.
package struct FlowParticipant: Hashable, Sendable {
  package var name: String
  /// `nil` if the sources do not declare it.
  package var type: TypeDeclaration?
  /// The types that implement a protocol; for other types, the type itself.
  package var implementations: [TypeDeclaration] = []
  /// Whether a diagram draws it by default: plain values and locks are left out.
  package var isDrawn: Bool
}

/// A step of a flow.
package indirect enum FlowStep: Hashable, Sendable {
  /// A call, and the number of the called method's body if it was read.
  case call(FlowCall, body: Int?)
  /// One of the branches runs. In a `switch`, `break` leaves it.
  case choice([FlowBranch], isSwitch: Bool)
  case loop(title: String, [FlowStep])
  case attempt([FlowStep], handlers: [FlowBranch])
  /// `async let` and the tasks of a group: they run until the block ends.
  case parallel([FlowBranch])
  /// A closure that runs here; its calls belong to a participant. The tasks of a task group end
  /// with it.
  case group([FlowStep], by: String)
  /// `Task { … }`: it runs while the following steps run.
  case task([FlowStep])
  /// A closure that may run at any time from here, or never.
  case later(FlowBranch)
  /// The call before it may throw.
  case mayThrow
  /// The text is that of a thrown error.
  case exit(BodyOutline.Exit, String?)
}

extension [FlowStep] {
  /// Whether the method ends here on every path, so that the deferred steps of the block have run.
  var alwaysLeave: Bool {
    switch last {
    case .exit(let exit, _): exit == .body || exit == .throwing
    case .choice(let branches, _): branches.allSatisfy(\.steps.alwaysLeave)
    case .attempt(let steps, let handlers):
      steps.alwaysLeave && handlers.allSatisfy(\.steps.alwaysLeave)
    default: false
    }
  }
}

/// A call of a flow. `from` and `to` are equal for a type's call of its own method.
package struct FlowCall: Hashable, Sendable {
  package var from: String
  /// `nil` if the type of the value is unknown.
  package var to: String?
  package var name: String
  /// `save(event)`, as generated diagrams label it.
  package var label: String
  /// The type of its result; `nil` if it has none or is unknown.
  package var result: String?
  package var location: SourceLocation

  /// The call of the entry method.
  package init(entering flow: SourceFlow) {
    self.init(
      from: "", to: flow.type.qualifiedName, name: flow.entry.name, label: "\(flow.entry.name)()",
      location: flow.entry.nameLocation)
  }

  init(
    from: String, to: String?, name: String, label: String, result: String? = nil,
    location: SourceLocation
  ) {
    (self.from, self.to, self.name, self.label) = (from, to, name, label)
    (self.result, self.location) = (result, location)
  }

  /// `SyncEngine ->> Store: save(event)`
  package var description: String { "\(from) ->> \(to ?? "?"): \(label)" }
}

/// Steps with a title.
package struct FlowBranch: Hashable, Sendable {
  package var title: String
  package var steps: [FlowStep]

  package init(title: String, steps: [FlowStep]) {
    (self.title, self.steps) = (title, steps)
  }
}

extension FlowStep {
  /// The nested parts, in order.
  package var parts: [[FlowStep]] {
    switch self {
    case .call, .mayThrow, .exit: []
    case .loop(_, let steps), .group(let steps, _), .task(let steps): [steps]
    case .choice(let branches, _), .parallel(let branches): branches.map(\.steps)
    case .attempt(let steps, let handlers): [steps] + handlers.map(\.steps)
    case .later(let branch): [branch.steps]
    }
  }
}

extension [FlowStep] {
  /// Visits all nested calls in order, without those in the called methods.
  package func forEachCall(_ visit: (FlowCall, _ body: Int?) -> Void) {
    for step in self {
      if case .call(let call, let body) = step { visit(call, body) }
      for part in step.parts { part.forEachCall(visit) }
    }
  }

  /// All nested calls in order, without those in the called methods.
  package var calls: [FlowCall] {
    var calls: [FlowCall] = []
    forEachCall { call, _ in calls.append(call) }
    return calls
  }

  /// Whether the steps after these are never reached.
  package var alwaysExits: Bool {
    switch last {
    case .exit: true
    case .choice(let branches, let isSwitch):
      !isSwitch && branches.allSatisfy(\.steps.alwaysExits)
    case .attempt(let steps, let handlers):
      steps.alwaysExits && handlers.allSatisfy(\.steps.alwaysExits)
    default: false
    }
  }
}
