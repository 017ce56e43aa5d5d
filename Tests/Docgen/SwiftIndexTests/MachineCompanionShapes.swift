// Small structures that change a second enum together with the state, and return lists of cases. The
// tests read this file, and run it.

// begin: a state with a step
struct Washer {
  enum State: CaseIterable { case off, washing, locked, finished }
  enum Program: CaseIterable { case soak, rinse, spin }
  enum Event: CaseIterable { case start, stepEnded, doorPulled, resumed, faulted, emptied }
  enum Effect { case fill, drain, turn, beep, unlock, log }

  private(set) var state: State
  private(set) var program: Program?
  private(set) var isSilent = false

  init(isSilent: Bool = false) {
    state = .off
    program = nil
    self.isSilent = isSilent
  }

  mutating func apply(_ event: Event) -> [Effect] {
    switch (state, event) {
    case (.off, .start), (.finished, .start): return begin()
    case (.washing, .stepEnded): return advance()
    case (.washing, .doorPulled):
      state = .locked
      return resuming(.beep)
    case (.locked, .resumed):
      state = .washing
      return resume()
    case (.washing, .faulted): return end(.off, [.drain])
    case (.finished, .emptied):
      state = .off
      return []
    default: return []
    }
  }

  private mutating func begin() -> [Effect] {
    program = .soak
    state = .washing
    return [.fill]
  }

  private mutating func advance() -> [Effect] {
    guard program != .spin else { return end(.finished, [.drain, .log]) }
    let isLast = program == .rinse
    program = isLast ? .spin : .rinse
    return [isLast ? .turn : .fill]
  }

  private func resume() -> [Effect] {
    switch program {
    case .soak, .rinse: [.fill]
    case .spin: [.turn]
    case nil: [.log]
    }
  }

  private func resuming(_ effect: Effect) -> [Effect] { [effect] + (isSilent ? [] : [.beep]) }

  private mutating func end(_ last: State, _ effects: [Effect]) -> [Effect] {
    program = nil
    state = last
    return isSilent ? effects : effects + [.unlock]
  }
}
// end

// begin: a list that grows
struct Crate {
  enum State: CaseIterable { case packed, sent, returned }
  enum Event: CaseIterable { case send, refuse }
  enum Effect { case label, weigh, notify }

  private(set) var state = State.packed
  var isHeavy = false

  mutating func apply(_ event: Event) -> [Effect] {
    switch (state, event) {
    case (.packed, .send):
      state = .sent
      return effects(of: [.label])
    case (.sent, .refuse):
      state = .returned
      return [.notify]
    default: return []
    }
  }

  private func effects(of first: [Effect]) -> [Effect] {
    var effects = first
    if isHeavy { effects.append(.weigh) }
    return effects
  }
}
// end

// begin: a step that other code can set
struct Hoist {
  enum State { case stopped, moving }
  enum Direction { case up, down }

  private(set) var state = State.stopped
  var direction: Direction?

  init() { direction = nil }

  mutating func call() {
    direction = .up
    state = .moving
  }

  mutating func arrive() {
    // Only other code sets this direction.
    if direction == .down { state = .stopped }
  }
}
// end

// begin: branches of one call each, before the state changes
final class Gate {
  enum State { case closed, opening, open }

  private(set) var state = State.closed
  private var visits = 0
  private var alarms = 0

  func push(hasTicket: Bool) {
    if hasTicket { welcome() } else { warn() }
    switch visits {
    case 0: warn()
    default: welcome()
    }
    if state == .closed { state = .opening }
  }

  func swing() {
    guard state == .opening else { return }
    do { try check() } catch { warn() }
    for _ in 0..<2 { welcome() }
    state = .open
  }

  func pull() {
    func shut() {
      if visits > 1_000_000 { return }
      state = .closed
    }
    if state == .open { shut() }
  }

  private func welcome() { visits += 1 }
  private func warn() { alarms += 1 }
  private func check() throws {}
}
// end
