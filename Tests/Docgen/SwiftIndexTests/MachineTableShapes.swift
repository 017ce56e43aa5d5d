// Small machines whose next state a table, another method or a check decides. The tests read this
// file, and run it.

// begin: a table whose entry is bound
struct Carousel {
  enum State { case first, second, third }

  private static let next: [State: State] = [.first: .second, .second: .third]
  private(set) var state = State.first

  mutating func advance() {
    if let next = Self.next[state] { state = next }
  }
}
// end

// begin: a table with a structure as its key
struct Barrier {
  enum State { case open, closed, broken }
  enum Event { case lower, lift, hit }
  struct Key: Hashable {
    var state: State
    var event: Event
  }

  private static let rules: [Key: State] = [
    Key(state: .open, event: .lower): .closed,
    Key(state: .closed, event: .lift): .open,
    Key(state: .closed, event: .hit): .broken,
  ]
  private(set) var state = State.open

  mutating func handle(_ event: Event) {
    guard let next = Self.rules[Key(state: state, event: event)] else { return }
    state = next
  }
}
// end

// begin: a list of transitions
struct Ticket {
  enum State { case new, active, done }
  enum Event { case start, finish, reopen }
  struct Rule {
    let from: State
    let on: Event
    let to: State
  }

  private let rules = [
    Rule(from: .new, on: .start, to: .active),
    Rule(from: .active, on: .finish, to: .done),
    Rule(from: .done, on: .reopen, to: .active),
  ]
  private(set) var state = State.new

  mutating func handle(_ event: Event) {
    guard let rule = rules.first(where: { $0.from == state && $0.on == event }) else { return }
    state = rule.to
  }
}
// end

// begin: a method that returns the next state or none
struct Drone {
  enum State { case landed, flying, lost }
  enum Event { case takeOff, land, signalLost }

  private(set) var state = State.landed

  private func next(after event: Event) -> State? {
    switch (state, event) {
    case (.landed, .takeOff): return .flying
    case (.flying, .land): return .landed
    case (.flying, .signalLost): return .lost
    default: return nil
    }
  }

  mutating func handle(_ event: Event) {
    if let next = next(after: event) { state = next }
  }
}
// end

// begin: a check of the next state
struct Invoice {
  enum State { case draft, sent, paid, void }

  private(set) var state = State.draft

  private func canMove(to next: State) -> Bool {
    switch (state, next) {
    case (.draft, .sent), (.sent, .paid), (.draft, .void), (.sent, .void): true
    default: false
    }
  }

  mutating func move(to next: State) {
    guard canMove(to: next) else { return }
    state = next
  }
}
// end

// begin: a list of next states in the enum
struct Pipeline {
  enum State {
    case queued, building, passed, failed

    var successors: Set<State> {
      switch self {
      case .queued: [.building]
      case .building: [.passed, .failed]
      case .failed: [.queued]
      case .passed: []
      }
    }

    func canBecome(_ other: State) -> Bool { successors.contains(other) }
  }

  private(set) var state = State.queued

  private mutating func become(_ next: State) -> Bool {
    guard state.canBecome(next) else { return false }
    state = next
    return true
  }

  mutating func start() { _ = become(.building) }
  mutating func finish(succeeds: Bool) { _ = become(succeeds ? .passed : .failed) }
  mutating func retry() { _ = become(.queued) }
}
// end

// begin: own properties that ask the state
struct Session {
  enum State { case none, active, expired }

  private(set) var state = State.none
  private(set) var isAllowed = true
  private var isOver: Bool { state == .expired }
  private var canStart: Bool { state == .none && isAllowed }

  mutating func start() {
    if canStart { state = .active }
  }

  mutating func touch() {
    if isOver { return }
    state = .expired
  }

  mutating func allow(_ isAllowed: Bool) { self.isAllowed = isAllowed }
}
// end

// begin: two guards in a row
struct Shipment {
  enum State { case packed, shipped, delivered, lost }

  private(set) var state = State.packed

  mutating func ship() {
    guard state == .packed else { return }
    state = .shipped
  }

  mutating func scan() {
    guard state != .packed else { return }
    guard state == .shipped else {
      state = .lost
      return
    }
    state = .delivered
  }
}
// end
