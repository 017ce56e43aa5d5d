import Diagnostics

/// The possible states of a machine at one place of a method.
struct MachineFlow {
  /// A possible state of the property, with its state when other code last could see it, and the
  /// event that is handled.
  struct Situation: Hashable {
    var seen: Int
    var state: Int
    /// `none` if the method has no event.
    var event: Int
    /// The value of the companion property; `none` without one.
    var companion = none
    /// The position of the condition that the machine declares for the event; `none` without one.
    var outcome = none

    static let none = -1

    /// The state and event that other code sees handled here.
    var arrival: Situation { Situation(seen: seen, state: seen, event: event) }

    /// A state with the value of the companion property there.
    struct Place: Hashable {
      var state: Int
      var companion: Int
    }

    var place: Place { Place(state: state, companion: companion) }

    /// No other code has read the property since it was in this place.
    init(at place: Place, event: Int = none) {
      (seen, state, companion) = (place.state, place.state, place.companion)
      self.event = event
    }

    init(seen: Int, state: Int, event: Int) {
      (self.seen, self.state, self.event) = (seen, state, event)
    }
  }

  /// The innermost pattern that decided about a state and an event.
  struct Handler {
    var location: SourceLocation
    /// The precision of the pattern: 1 for a wildcard, 2 for a name.
    var state = 0, event = 0
  }

  /// The meaning of a name.
  enum Binding: Hashable {
    case state, event, companion
    /// One of these values, from a caller or an assignment to a variable.
    case values([BodyOutline.Value])
    /// A parameter for which the caller passes a case, among all of its enum.
    case member(String, of: [String])
    /// A parameter for which the caller passes `true` or `false`.
    case boolean(Bool)
    /// A Boolean that is true with these outcomes.
    case truth(Set<Int>)

    /// Whether this is a list.
    var isList: Bool {
      guard case .values(let values) = self else { return false }
      return values.contains { $0.isList }
    }
  }

  var situations: Set<Situation>
  /// Whether these are all possible states of the property here.
  var isExact = true
  var conditions: [String] = []
  var names = LocalNames()
  /// The outcomes whose Boolean may have changed since the event arrived.
  var stale: Set<Int> = []
  /// The handler of each `arrival`.
  var handlers: [Situation: Handler] = [:]

  func role(of name: String) -> Binding? { names[name] }

  /// The flow after a branch, whichever path was taken.
  static func joined(_ flows: [MachineFlow?]) -> MachineFlow? {
    let flows = flows.compactMap(\.self)
    guard var result = flows.first else { return nil }
    for flow in flows.dropFirst() {
      result.situations.formUnion(flow.situations)
      result.handlers.merge(flow.handlers) { own, _ in own }
      result.stale.formUnion(flow.stale)
      result.isExact = result.isExact && flow.isExact
      let common = zip(result.conditions, flow.conditions).prefix { $0 == $1 }.count
      result.conditions.removeSubrange(common...)
      result.names.join(flow.names)
    }
    return result
  }

  /// Keeps the situations that a pattern matches, and the pattern if it is more precise than outer
  /// ones.
  mutating func enter(
    _ matched: Set<Situation>, at location: SourceLocation, state: Int, event: Int
  ) {
    situations = matched
    let outer = handlers
    handlers = [:]
    for arrival in Set(matched.map(\.arrival)) {
      var handler = outer[arrival] ?? Handler(location: location)
      if state > handler.state || event > handler.event { handler.location = location }
      (handler.state, handler.event) = (max(state, handler.state), max(event, handler.event))
      handlers[arrival] = handler
    }
  }

  /// Every situation with one of the states, each visible to other code.
  mutating func forgetWhatOthersSaw() {
    situations = Set(situations.map { Situation(at: $0.place, event: $0.event) })
  }

  /// Adds every state if other code may have changed it.
  mutating func widen(to places: [Situation.Place]) {
    if isExact { return }
    let events = Set(situations.map(\.event))
    situations = Set(
      events.flatMap { event in places.map { Situation(at: $0, event: event) } })
    isExact = true
  }
}

/// The ways to leave a body: at its end, or before.
struct MachineOutcome {
  /// `nil` if the end is never reached.
  var next: MachineFlow?
  var exits: [BodyOutline.Exit: MachineFlow] = [:]

  mutating func leave(_ exit: BodyOutline.Exit, _ flow: MachineFlow?) {
    guard let flow else { return }
    exits[exit] = MachineFlow.joined([exits[exit], flow])
  }

  /// Adds the exits of a nested body, except those that end there.
  mutating func add(_ inner: MachineOutcome, without own: Set<BodyOutline.Exit> = []) {
    for (exit, flow) in inner.exits where !own.contains(exit) { leave(exit, flow) }
  }

  /// Ends the scope of the names that a body declared.
  mutating func endScope(within outer: LocalNames) {
    next?.names.endScope(within: outer)
    for exit in exits.keys { exits[exit]?.names.endScope(within: outer) }
  }

  /// The flow after a statement that some exits leave.
  func joined(with exits: Set<BodyOutline.Exit>) -> MachineFlow? {
    MachineFlow.joined([next] + exits.sorted { $0.rawValue < $1.rawValue }.map { self.exits[$0] })
  }
}

extension String {
  /// The name of an `inout` argument: `state` for `&self.state`.
  var passedName: String? { first == "&" ? String(dropFirst()).withoutSelf : nil }

  /// The name of a property of `self`: `state` for `self.state` and `self?.state`.
  var withoutSelf: String {
    for prefix in ["self.", "self?.", "self!.", "strongSelf.", "Self."] where hasPrefix(prefix) {
      return String(dropFirst(prefix.count))
    }
    return self
  }
}
