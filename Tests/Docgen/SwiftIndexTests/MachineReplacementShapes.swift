// Small machines whose state is replaced with its structure, or assigned where its name means another
// value. The tests read this file, and run it.

// begin: a structure that replaces itself
struct Countdown {
  enum State { case ready, running, paused, expired }

  private(set) var state = State.ready
  private(set) var seconds: Int

  init(seconds: Int, state: State = .ready) {
    self.seconds = seconds
    self.state = state
  }

  mutating func start() {
    if state == .ready { state = .running }
  }

  mutating func toggle() {
    switch state {
    case .running: state = .paused
    case .paused: state = .running
    default: break
    }
  }

  mutating func expire() {
    if state == .running { self = Countdown(seconds: 0, state: .expired) }
  }

  mutating func reset() {
    guard state == .expired else { return }
    self = Self(seconds: seconds)
  }
}
// end

// begin: an owner that replaces a structure
struct Round {
  enum State { case waiting, playing, over }

  private(set) var state = State.waiting
  var players = 2

  mutating func begin() {
    if state == .waiting { state = .playing }
  }

  mutating func finish() {
    if state == .playing { state = .over }
  }
}

final class Match {
  private(set) var round = Round()

  func play() { round.begin() }
  func whistle() { round.finish() }
  func next() { round = Round(players: 4) }
}
// end

// begin: a parameter with the name of the property
final class Complaint {
  enum State { case open, assigned, solved }

  private(set) var state = State.open

  func assign() {
    if state == .open { set(state: .assigned) }
  }

  func solve() {
    guard state == .assigned else { return }
    set(state: .solved)
  }

  func reopen() {
    if case .solved = state { set(state: .open) }
  }

  private func set(state: State) { self.state = state }
}
// end

// begin: another object that gets the state
struct Chooser {
  func move(_ mode: inout Tuner.Mode) { mode = mode == .off ? .music : .off }
}

final class Tuner {
  enum Mode { case off, music, news }

  private(set) var mode = Mode.off
  let chooser = Chooser()

  func push() { chooser.move(&mode) }

  func listen() {
    if mode == .music { mode = .news }
  }
}
// end

// begin: a static function that returns the next state
struct Lamp {
  enum State { case dark, dim, bright }

  private(set) var state = State.dark

  mutating func press() { state = Self.brighter(than: state) }

  private static func brighter(than state: State) -> State {
    switch state {
    case .dark: .dim
    case .dim: .bright
    case .bright: .dark
    }
  }
}
// end

// begin: local names that are those of the property
final class Mirror {
  enum State { case dark, dim, bright }
  struct Broken: Error {}

  private(set) var state = State.dark
  var stored: State?
  var onChange: ((State) -> Void)?

  func observe() {
    onChange = { state in
      if state != .dark { self.state = state }
    }
  }

  func restore() {
    if let state = stored, state == .dim { self.state = state }
    if state == .dim { state = .bright }
  }

  func check(_ value: Int) {
    do {
      let state = try level(value)
      self.state = state
    } catch {
      state = .dark
    }
  }

  func level(_ value: Int) throws -> State {
    if value > 9 { throw Broken() }
    return value > 5 ? .bright : .dim
  }
}
// end

// begin: a variable whose enum changes itself
final class Booklet {
  enum Event: CaseIterable { case load, loaded, move, moved }

  enum State: CaseIterable {
    case initializing, loading, idle, moving, closed

    mutating func transition(_ event: Event) -> Bool {
      switch (self, event) {
      case (.initializing, .load), (.idle, .load): self = .loading
      case (.loading, .loaded): settle()
      case (.idle, .move): self = .moving
      case (.moving, .moved): settle()
      default: return false
      }
      return true
    }

    private mutating func settle() { self = .idle }
  }

  private(set) var state: State
  private(set) var log: [String] = []

  init() { state = .initializing }

  /// A page that is already loaded.
  init(loaded page: Int) { state = .idle }

  func on(_ event: Event) {
    if state.transition(event) { log.append("\(event)") }
  }

  func close() {
    guard state == .idle else { return }
    finish()
    if state == .moving { state = .closed }
  }

  private func finish() { _ = state.transition(.move) }
}
// end

// begin: other names for self
final class Dialer {
  enum State: CaseIterable { case idle, calling, talking, ended }

  private(set) var state = State.idle
  private(set) var attempts = 0
  private var timer: (() -> Void)?

  func call() {
    if state == .calling || state == .ended || (state == .talking && attempts > 0) { return }
    attempts += 1
    state = .calling
    timer = { [weak self] in
      guard let this = self, this.state == .calling else { return }
      this.state = .ended
    }
  }

  func answer() {
    if state == .calling { state = .talking }
  }

  func wait() { timer?() }

  func hangUp() {
    unowned let owner = self
    guard state == .talking else { return }
    owner.state = .ended
  }
}
// end
