// Small machines that declare the conditions of their transitions. The tests read this file, and
// run it.

// begin: a Boolean that chooses between two texts
struct Kiosk {
  enum State: CaseIterable { case closed, open, broken }
  enum Part { case door, drawer }
  enum Event: Equatable { case push, coin, kick, lock(isUrgent: Bool), mend }
  enum Effect { case open, count, warn, ring, slide, swing }

  struct Verdict {
    var title: String
    var other: String
    var isTrue: Bool
    var words: String { isTrue ? title : other }
  }

  static let limit = 3
  static let longestWait = 2.5

  private(set) var state: State = .closed
  private(set) var part: Part?
  private(set) var coins = 0
  private(set) var isOiled = false

  init(isOiled: Bool = false) {
    state = .closed
    part = nil
    self.isOiled = isOiled
  }

  func condition(for event: Event) -> String? { verdict(on: event)?.words }

  func verdict(on event: Event) -> Verdict? {
    switch event {
    case .push:
      guard state == .closed else { return nil }
      return pushed()
    case .coin:
      guard state == .open else { return nil }
      return Verdict(title: "drawer is full", other: "", isTrue: coins == 0 || coins > 0)
    case .lock(let isUrgent):
      guard state.canLock else { return nil }
      return Verdict(title: "urgent", other: "after \(Int(Self.longestWait)) s", isTrue: isUrgent)
    case .kick: return partVerdict
    case .mend: return nil
    }
  }

  private func pushed() -> Verdict {
    if isOiled { return Verdict(title: "oiled", other: "", isTrue: true) }
    let limit = Kiosk.limit
    return Verdict(
      title: "\(Kiosk.ordinal(limit)) coin has been paid", other: "fewer than \(limit) coins",
      isTrue: coins >= Kiosk.limit)
  }

  private var partVerdict: Verdict? {
    switch part {
    case .door: Verdict(title: "the door moves", other: "", isTrue: true)
    case .drawer: Verdict(title: "the drawer moves", other: "", isTrue: true)
    case nil: nil
    }
  }

  private static func ordinal(_ number: Int) -> String {
    switch number {
    case 2: "second"
    case 3: "third"
    default: "\(number)th"
    }
  }

  mutating func apply(_ event: Event) -> [Effect] {
    switch (state, event) {
    case (.closed, .push):
      let opens = verdict(on: event)?.isTrue == true
      coins = opens ? 0 : coins + 1
      guard opens else { return [.count] }
      part = .door
      state = .open
      return [.open]
    case (.open, .coin):
      coins += 1
      part = .drawer
      // The number has changed, so this is another question than before.
      return verdict(on: event)?.isTrue == true ? [.ring] : [.count]
    case (.open, .lock): return close(event, [.warn])
    case (.open, .kick):
      switch part {
      case .door: return [.swing]
      case .drawer: return [.slide]
      case nil: return []
      }
    case (.broken, .mend):
      part = nil
      state = .closed
      return []
    default: return []
    }
  }

  private mutating func close(_ event: Event, _ effects: [Effect]) -> [Effect] {
    let isUrgent = verdict(on: event)?.isTrue == true
    part = nil
    state = isUrgent ? .broken : .closed
    return isUrgent ? effects + [.ring] : effects
  }
}

extension Kiosk.State {
  var canLock: Bool { self == .open }
}
// end

// begin: literal conditions
struct Wicket {
  enum State: CaseIterable { case locked, unlocked }
  enum Event: CaseIterable { case push, coin, alarm }

  private(set) var state = State.locked
  var visits = 0

  func condition(for event: Event) -> String? {
    switch (state, event) {
    case (.unlocked, .push): visits > 3 ? "gets \"tired\"" : "passes"
    case (.locked, .alarm): visits > 3 ? "was used" : nil
    default: nil
    }
  }

  mutating func apply(_ event: Event) {
    switch (state, event) {
    case (.unlocked, .push):
      visits += 1
      state = .locked
    case (.locked, .coin): state = .unlocked
    case (.locked, .alarm): state = .unlocked
    default: break
    }
  }
}
// end

// begin: a Boolean that changes before the branch
struct Bin {
  enum State: CaseIterable { case empty, full }
  enum Event: CaseIterable { case fill, shake, clear }

  struct Answer {
    var yes: String
    var no: String
    var isYes: Bool
    var text: String { isYes ? yes : no }
  }

  private(set) var state = State.empty
  private(set) var level = Level()

  func condition(for event: Event) -> String? { answer(to: event)?.text }

  func answer(to event: Event) -> Answer? {
    switch event {
    case .fill: Answer(yes: "it was high", no: "it was low", isYes: level.isHigh)
    case .shake: Answer(yes: "it was high", no: "it was low", isYes: isTop)
    case .clear: nil
    }
  }

  var isTop: Bool { level.isHigh }

  mutating func apply(_ event: Event) {
    switch (state, event) {
    case (.empty, .fill):
      level.rise()
      if answer(to: event)?.isYes == true { state = .full }
    case (.empty, .shake):
      settle()
      if answer(to: event)?.isYes == true { state = .full }
    case (.full, .clear):
      level = Level()
      state = .empty
    default: break
    }
  }

  private mutating func settle() { level.fall() }
}

struct Level {
  var height = 0
  var isHigh: Bool { height > 1 }
  mutating func rise() { height += 1 }
  mutating func fall() { height = 2 - height }
}
// end

// begin: a literal for a Boolean parameter
struct Exam {
  enum State: CaseIterable { case open, passed, failed, retaken }

  private(set) var state = State.open

  mutating func accept() { close(isGood: true, mayRetake: false) }
  mutating func reject() { close(isGood: false, mayRetake: false) }
  mutating func postpone(isGood: Bool) { close(isGood: isGood, mayRetake: true) }

  private mutating func close(isGood: Bool, mayRetake: Bool) {
    guard state == .open else { return }
    var isGood = isGood
    let again = { isGood = false }
    if mayRetake { again() }
    if !mayRetake && isGood {
      state = .passed
    } else if mayRetake {
      state = isGood ? .passed : .retaken
    } else {
      state = .failed
    }
  }
}
// end

// begin: an event that a private method handles
final class Speaker {
  enum State: CaseIterable { case stopped, starting, playing, stopping }
  enum Signal: Equatable { case play(Int), stop, didStart(Int), didFinish }

  private(set) var state = State.stopped
  private var task = 0

  func speak(_ next: Int) { on(.play(next)) }
  func stop() { on(.stop) }
  func started(_ current: Int) { handle(signal: .didStart(current)) }
  func finished() { handle(signal: .didFinish) }

  private func handle(signal: Signal) { on(signal) }

  private func on(_ signal: Signal) {
    switch (state, signal) {
    case (.stopped, .play(let next)):
      task = next
      state = .starting
    case (.starting, .didStart(let current)) where current == task: state = .playing
    case (.starting, .stop), (.playing, .stop), (.playing, .play): state = .stopping
    case (.playing, .didFinish), (.stopping, .didFinish): state = .stopped
    default: break
    }
  }
}
// end
