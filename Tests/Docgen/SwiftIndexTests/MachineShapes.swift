// Small machines, one for each way of writing a transition: values, patterns and functions. The
// tests read this file, and run it.

// begin: a switch expression that is assigned
struct Kettle {
  enum State { case cold, heating, hot }
  enum Event { case plug, boil, pour }

  private(set) var state = State.cold

  mutating func handle(_ event: Event) {
    state =
      switch event {
      case .plug: .heating
      case .boil: .hot
      case .pour: .cold
      }
  }
}
// end

// begin: an if expression that is assigned
struct Alarm {
  enum State { case off, armed, ringing }

  private(set) var state = State.off

  mutating func tick(isNight: Bool, isMoving: Bool) {
    state =
      if state == .armed && isMoving { .ringing } else if isNight { .armed } else { .off }
  }
}
// end

// begin: a chain of conditional operators
struct Battery {
  enum Level { case empty, low, full }

  private(set) var level = Level.full

  mutating func measure(_ percent: Int) {
    level = percent > 80 ? .full : percent > 10 ? .low : .empty
  }
}
// end

// begin: a guard that binds the payload
final class Parcel {
  enum State { case packing(Int), sent(to: String), lost }

  private(set) var state = State.packing(0)

  func add(_ count: Int) {
    guard case .packing(let items) = state else { return }
    state = .packing(items + count)
  }

  func send(to place: String) {
    guard case let .packing(items) = state, items > 0 else { return }
    state = .sent(to: place)
  }

  func lose() {
    guard case .sent = state else { return }
    state = .lost
  }
}
// end

// begin: a pattern with a condition on the payload
struct Fetcher {
  enum State { case idle, loading(Int), failed }

  private(set) var state = State.idle

  mutating func fetch() {
    if case .loading(let tries) = state, tries > 3 {
      state = .failed
    } else if case .loading(let tries) = state {
      state = .loading(tries + 1)
    } else {
      state = .loading(1)
    }
  }
}
// end

// begin: several patterns in one case
struct Crane {
  enum State { case parked, lifting, lowering }
  enum Event { case lift, lower, halt }

  private(set) var state = State.parked

  mutating func handle(_ event: Event) {
    switch (state, event) {
    case (.parked, .lift), (.lowering, .lift): state = .lifting
    case (.parked, .lower), (.lifting, .lower): state = .lowering
    case (.lifting, .halt), (.lowering, .halt): state = .parked
    default: break
    }
  }
}
// end

// begin: a default inside a nested switch
struct Membership {
  enum State { case guest, member, banned }
  enum Event { case login, logout, report }

  private(set) var state = State.guest

  mutating func handle(_ event: Event) {
    switch state {
    case .guest:
      switch event {
      case .login: state = .member
      default: break
      }
    case .member:
      switch event {
      case .logout: state = .guest
      default: state = event == .report ? .banned : .member
      }
    case .banned: break
    }
  }
}
// end

// begin: a static function that returns the next state
struct Signal {
  enum Color { case red, amber, green }
  enum Event { case advance, fault }

  private(set) var color = Color.red

  mutating func handle(_ event: Event) { color = Self.next(from: color, on: event) }

  private static func next(from color: Color, on event: Event) -> Color {
    switch (color, event) {
    case (.red, .advance): .green
    case (.green, .advance): .amber
    case (.amber, .advance), (_, .fault): .red
    }
  }
}
// end

// begin: a static function that allows a transition
struct Permit {
  enum Status: CaseIterable { case draft, review, granted }

  private(set) var status = Status.draft

  mutating func move(to next: Status) {
    guard Self.allows(from: status, to: next) else { return }
    status = next
  }

  private static func allows(from old: Status, to new: Status) -> Bool {
    switch (old, new) {
    case (.draft, .review), (.review, .draft), (.review, .granted): true
    default: false
    }
  }
}
// end

// begin: a free function that gets the state
struct Flap {
  enum State { case up, middle, down }

  private(set) var state = State.up

  mutating func push() { lower(&state) }
}

func lower(_ state: inout Flap.State) {
  switch state {
  case .up: state = .middle
  case .middle, .down: state = .down
  }
}
// end

// begin: two properties
struct Radio {
  enum Power { case off, on }
  enum Volume { case muted, quiet, loud }

  private(set) var power = Power.off
  private(set) var volume = Volume.quiet

  mutating func toggle() {
    power = power == .on ? .off : .on
    if power == .off, volume == .loud { volume = .quiet }
  }

  mutating func turn() {
    guard power == .on else { return }
    volume = volume == .loud ? .muted : .loud
  }
}
// end

// begin: an optional state
struct Race {
  enum Phase { case ready, running, over }

  private(set) var phase: Phase?

  mutating func advance() {
    switch phase {
    case nil: phase = .ready
    case .ready?: phase = .running
    case .running: phase = .over
    case .over: break
    }
  }
}
// end

// begin: a tuple that is assigned
struct Meter {
  enum State { case counting, full }

  private(set) var state = State.counting
  var count = 0

  mutating func add(_ more: Int) {
    guard state == .counting else { return }
    count += more
    if count > 9 { (state, count) = (.full, 0) }
  }

  mutating func reset() {
    if state == .full { (count, state) = (0, .counting) }
  }
}
// end

// begin: a property of a nested struct
final class Form {
  struct Model {
    enum State { case blank, filled, sent }

    var state = State.blank
    var text = ""
  }

  private(set) var model = Model()

  func type(_ text: String) {
    if model.state == .sent { return }
    model.text = text
    model.state = text.isEmpty ? .blank : .filled
  }

  func send() {
    guard model.state == .filled else { return }
    model.state = .sent
  }
}
// end

// begin: a property wrapper
@propertyWrapper struct Counted<Value> {
  var changes = 0
  var wrappedValue: Value { didSet { changes += 1 } }

  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

struct Toaster {
  enum State { case cold, toasting, done }

  @Counted private(set) var state = State.cold

  mutating func press() {
    if state == .cold { state = .toasting }
  }

  mutating func wait() {
    if case .toasting = state { self.state = .done }
  }

  mutating func take() { state = .cold }
}
// end

// begin: a set of allowed states
final class Job {
  enum State { case waiting, running, stopped, failed }

  private static let restartable: Set<State> = [.stopped, .failed]

  private(set) var state = State.waiting

  func start() { if state == .waiting { state = .running } }

  func end(isGood: Bool) {
    if state == .running { state = isGood ? .stopped : .failed }
  }

  func restart() {
    guard Self.restartable.contains(state) else { return }
    state = .waiting
  }
}
// end

// begin: a chain of helpers
final class Shutter {
  enum State { case shut, moving, open }

  private(set) var state = State.shut

  func press() { request(state == .moving ? .open : .moving) }

  func close() { request(.shut) }

  private func request(_ next: State) {
    if state == .open, next == .open { return }
    apply(next)
  }

  private func apply(_ new: State) { state = new }
}
// end

// begin: an event with a payload
struct Vending {
  enum State { case idle, paying, ready }
  enum Event { case insert(cents: Int), press, refund }

  private(set) var state = State.idle

  mutating func handle(_ event: Event) {
    switch (state, event) {
    case (.idle, .insert(let cents)) where cents >= 100: state = .ready
    case (.idle, .insert): state = .paying
    case (.paying, .insert(cents: let more)) where more > 50: state = .ready
    case (.ready, .press), (.paying, .refund): state = .idle
    case (.ready, .refund): state = .idle
    default: return
    }
  }
}
// end
