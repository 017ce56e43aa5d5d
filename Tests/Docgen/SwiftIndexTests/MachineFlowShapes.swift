// Small machines, one for each way in which control reaches a transition. The tests read this file,
// and run it.

// begin: a catch that assigns
struct Importer {
  enum State { case idle, importing, done, failed }

  private(set) var state = State.idle

  mutating func run(_ work: () throws -> Void) {
    guard state != .done else { return }
    state = .importing
    do {
      try work()
      state = .done
    } catch {
      state = .failed
    }
  }
}
// end

// begin: an error before the assignment
struct Account {
  enum State { case open, frozen, closed }
  struct Refused: Error {}

  private(set) var state = State.open

  mutating func freeze() throws {
    guard state == .open else { throw Refused() }
    state = .frozen
  }

  mutating func close(balance: Int) throws {
    try check(balance)
    state = .closed
  }

  private func check(_ balance: Int) throws {
    if balance != 0 || state == .closed { throw Refused() }
  }
}
// end

// begin: a switch over a result
final class Query {
  enum State { case idle, running, shown, failed }
  struct Offline: Error {}

  private(set) var state = State.idle

  func start() {
    if state != .running { state = .running }
  }

  func finish(_ result: Result<Int, any Error>) {
    guard state == .running else { return }
    switch result {
    case .success(let count) where count > 0: state = .shown
    case .success: state = .idle
    case .failure: state = .failed
    }
  }
}
// end

// begin: a stored callback
final class Phone {
  enum State { case idle, ringing, talking }

  private(set) var state = State.idle
  private(set) var onAnswer: ((Bool) -> Void)?

  func dial() {
    guard state == .idle else { return }
    state = .ringing
    onAnswer = { [weak self] isAnswered in
      self?.state = isAnswered ? .talking : .idle
    }
  }

  func hangUp() { state = .idle }
}
// end

// begin: a closure that a runner keeps
final class Jobs {
  private var waiting: [() -> Void] = []

  func enqueue(_ work: @escaping () -> Void) { waiting.append(work) }

  func next() { if !waiting.isEmpty { waiting.removeFirst()() } }
}

final class Backup {
  enum State { case idle, queued, saved }

  private(set) var state = State.idle
  let jobs = Jobs()

  func begin() {
    guard state != .queued else { return }
    state = .queued
    jobs.enqueue {
      guard self.state == .queued else { return }
      self.state = .saved
    }
  }

  func cancel() { if state == .queued { state = .idle } }
}
// end

// begin: an actor that looks again after it waited
actor Sync {
  enum Phase { case idle, syncing, synced, cancelled }

  private(set) var phase = Phase.idle
  var seen: [String] = []

  func sync(_ work: @Sendable (isolated Sync) async -> Void) async {
    guard phase != .syncing else { return }
    phase = .syncing
    await work(self)
    guard phase == .syncing else { return }
    phase = .synced
  }

  func cancel() {
    if phase == .syncing { phase = .cancelled }
  }
}
// end

// begin: an observer that assigns again
struct Oven {
  enum Mode { case off, heating, locked }

  var degrees = 0
  private(set) var mode = Mode.off {
    didSet {
      if mode == .heating, degrees > 300 { mode = .locked }
    }
  }

  mutating func turnOn() {
    guard mode == .off else { return }
    mode = .heating
  }

  mutating func turnOff() { mode = .off }
}
// end

// begin: an enum that compares itself
enum Gear {
  case neutral, low, high

  mutating func up() {
    if self == .neutral {
      self = .low
    } else if self == .low {
      self = .high
    }
  }

  mutating func down() {
    if case .high = self { self = .low } else { self = .neutral }
  }
}
// end

// begin: loops that take events from a queue
struct Tank {
  enum State { case full, draining, empty }

  private(set) var state = State.full

  mutating func drain(_ valves: [Bool]) {
    var rest = valves[...]
    while let isOpen = rest.popFirst() {
      if state == .full, isOpen {
        state = .draining
      } else if state == .draining {
        state = .empty
      }
    }
  }

  mutating func fill(_ pumps: Int) {
    var pumps = pumps
    repeat {
      state = state == .empty ? .draining : .full
      pumps -= 1
    } while pumps > 0
  }
}
// end

// begin: a generic type
final class Cell<Value> {
  enum State { case empty, fresh(Value), stale(Value) }

  private(set) var state: State = .empty

  func store(_ value: Value) { state = .fresh(value) }

  func age() {
    if case .fresh(let value) = state { state = .stale(value) }
  }

  func take() -> Value? {
    guard case .stale(let value) = state else { return nil }
    defer { state = .empty }
    return value
  }
}
// end

// begin: classes that call super
class Engine {
  enum State { case off, running, broken }

  fileprivate(set) var state = State.off

  func start() { if state == .off { state = .running } }

  func stop() { if state == .running { state = .off } }
}

final class Turbine: Engine {
  var pressure = 0

  override func start() {
    super.start()
    if state == .running, pressure > 9 { state = .broken }
  }
}
// end

// begin: a return in every branch
struct Robot {
  enum State { case docked, moving, stuck }
  enum Event { case go, bump, home }

  private(set) var state = State.docked

  mutating func handle(_ event: Event) -> Bool {
    if event == .home {
      guard state != .stuck else { return false }
      state = .docked
      return true
    }
    if state == .docked {
      if event != .go { return false }
      state = .moving
      return true
    }
    guard event == .bump else { return false }
    state = state == .moving ? .stuck : .docked
    return true
  }
}
// end

// begin: a table of next states
struct Blinker {
  enum State { case left, off, right }

  private static let next: [State: State] = [.left: .off, .off: .right, .right: .left]

  private(set) var state = State.off

  mutating func advance() { state = Self.next[state] ?? state }
}
// end

// begin: a table of tables
struct Pager {
  enum State { case first, middle, last }
  enum Event { case next, back, home }

  private static let table: [State: [Event: State]] = [
    .first: [.next: .middle],
    .middle: [.next: .last, .back: .first, .home: .first],
    .last: [.back: .middle, .home: .first],
  ]

  private(set) var state = State.first

  mutating func handle(_ event: Event) { state = Self.table[state]?[event] ?? state }
}
// end
