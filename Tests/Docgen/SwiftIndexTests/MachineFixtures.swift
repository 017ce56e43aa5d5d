// Machines as people write them. The tests read this file, and run it.

import Synchronization

// begin: switch over state and event
struct Upload {
  enum State { case queued, sending, done, failed }
  enum Event { case start, progress(Int), finish, fail, retry }

  private(set) var state = State.queued
  var isOnline = true

  mutating func handle(_ event: Event) {
    switch (state, event) {
    case (.queued, .start) where isOnline: state = .sending
    case (.sending, .finish): state = .done
    case (.sending, .fail): state = isOnline ? .failed : .queued
    case (.failed, .retry): state = .queued
    default: break
    }
  }
}
// end

// begin: methods with guards
final class Door {
  enum Position: CaseIterable { case open, closed, locked }

  private(set) var position: Position = .closed

  func open() {
    guard position == .closed else { return }
    position = .open
  }

  func close() {
    if position != .open { return }
    position = .closed
  }

  func lock() {
    guard case .closed = position else { return }
    position = .locked
  }

  func unlock() {
    if position == .locked {
      position = .closed
    }
  }

  func slam() {
    if [.open, .closed].contains(position) { position = .closed }
  }
}
// end

// begin: an enum that changes itself
enum Light {
  case red, green, yellow

  mutating func advance() {
    switch self {
    case .red: self = .green
    case .green: self = .yellow
    case .yellow: self = .red
    }
  }

  var next: Light {
    switch self {
    case .red: .green
    case .green: .yellow
    case .yellow: .red
    }
  }
}
// end

// begin: a loader that waits
actor Loader {
  enum Phase { case idle, loading, loaded, failed }
  struct Broken: Error {}

  private(set) var phase = Phase.idle
  var fails = false

  func setFails(_ fails: Bool) { self.fails = fails }

  func load() async {
    guard phase != .loading else { return }
    phase = .loading
    do {
      try await fetch()
      phase = .loaded
    } catch {
      phase = .failed
    }
  }

  func cancel() {
    if phase == .loading { phase = .idle }
  }

  private func fetch() async throws {
    await Task.yield()
    if fails { throw Broken() }
  }
}
// end

// begin: a setter that is called with each state
final class Player {
  enum Mode { case stopped, playing, paused }

  private(set) var mode = Mode.stopped

  func play() { go(to: .playing) }

  func pause() {
    guard mode == .playing else { return }
    go(to: .paused)
  }

  func stop() {
    defer { go(to: .stopped) }
    if mode == .stopped { return }
  }

  private func go(to next: Mode) {
    mode = next
  }
}
// end

// begin: a table of allowed steps
struct Order {
  enum Status { case new, paid, shipped, returned }

  private(set) var status = Status.new

  mutating func move(to next: Status) {
    switch (status, next) {
    case (.new, .paid), (.paid, .shipped): status = next
    case (.shipped, .returned): status = next
    default: return
    }
  }
}
// end

// begin: a function that returns the next state
struct Turnstile {
  enum State { case locked, unlocked }
  enum Input { case coin, push }

  private(set) var state = State.locked

  mutating func handle(_ input: Input) {
    state = next(after: input)
  }

  private func next(after input: Input) -> State {
    switch input {
    case .coin: return .unlocked
    case .push: return .locked
    }
  }
}
// end

// begin: nested switches and fallthrough
final class Connection {
  enum State { case closed, opening, open, closing }
  enum Event { case connect, ready, drop, close }

  private(set) var state = State.closed

  func on(_ event: Event) {
    switch state {
    case .closed:
      if case .connect = event { state = .opening }
    case .opening:
      switch event {
      case .ready: state = .open
      case .close: fallthrough
      case .drop: state = .closed
      case .connect: break
      }
    case .open:
      if event == .drop || event == .close {
        begin(event)
      }
    case .closing:
      guard event == .drop else { break }
      state = .closed
    }
  }

  private func begin(_ event: Event) {
    state = event == .close ? .closing : .closed
  }
}
// end

// begin: a reducer
struct Search {
  struct State {
    enum Phase { case empty, searching, found, missing }

    var phase = Phase.empty
    var hits = 0
  }
  enum Action { case typed(String), answered(Int), cleared }

  func reduce(into state: inout State, action: Action) {
    switch action {
    case .typed(let text): state.phase = text.isEmpty ? .empty : .searching
    case .answered(let hits):
      guard state.phase == .searching else { return }
      finish(&state, hits)
    case .cleared:
      if state.phase != .empty { state.phase = .empty }
    }
  }

  private func finish(_ state: inout State, _ hits: Int) {
    state.hits = hits
    state.phase = hits > 0 ? .found : .missing
  }
}
// end

// begin: callbacks
final class Download {
  enum State { case idle, running, paused, done }

  private(set) var state: State
  var onChange: (() -> Void)?

  init() { state = .idle }

  func start(_ work: (@escaping (Bool) -> Void) -> Void) {
    guard state == .idle || state == .paused else { return }
    state = .running
    work { [weak self] isComplete in
      guard let self, state == .running else { return }
      self.state = isComplete ? .done : .paused
    }
  }

  func reset() {
    let before = state
    switch before {
    case .running: return
    case .idle, .paused, .done: state = .idle
    }
  }
}
// end

// begin: loops
struct Retry {
  enum Step { case first, again, last, over }

  private(set) var step = Step.first

  mutating func run(_ attempts: [Bool]) {
    step = .first
    for isGood in attempts {
      if isGood { break }
      switch step {
      case .first: step = .again
      case .again: step = .last
      case .last, .over: return
      }
    }
    step = .over
  }
}
// end

// begin: properties of the enum
final class Chore {
  enum Status {
    case open, active, blocked, closed

    var isFinished: Bool { self == .closed }

    var canStart: Bool {
      switch self {
      case .open, .blocked: true
      case .active, .closed: false
      }
    }
  }

  private(set) var status = Status.open

  func start() {
    guard status.canStart else { return }
    status = .active
  }

  func block() {
    if !status.isFinished && status != .open { status = .blocked }
  }

  func finish() {
    advance(&status)
  }

  private func advance(_ value: inout Status) {
    value = value.isFinished ? .open : .closed
  }
}
// end

// begin: protected by a lock
final class Worker: Sendable {
  private struct Inner {
    enum Stage { case ready, busy, stopped }

    var stage = Stage.ready
    var jobs = 0
  }

  private let inner = Mutex(Inner())

  var stage: String { inner.withLock { "\($0.stage)" } }

  func begin() -> Bool {
    inner.withLock {
      guard $0.stage == .ready else { return false }
      $0.stage = .busy
      return true
    }
  }

  func end() {
    inner.withLock { inner in
      if inner.stage == .busy { inner.stage = .ready }
    }
  }

  func stop() {
    inner.withLock { $0.stage = .stopped }
  }
}
// end

// begin: a pure function
enum Elevator {
  enum Motion { case resting, rising, falling }
  enum Request { case above, below, here }

  static func next(_ motion: Motion, on request: Request) -> Motion {
    switch (request, motion) {
    case (.above, .resting), (.above, .rising): return .rising
    case (.below, .resting), (.below, .falling): return .falling
    case (.here, _): return .resting
    case (.above, .falling), (.below, .rising): return motion
    }
  }
}
// end
