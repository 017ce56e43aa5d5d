import SwiftIndex
import Testing

@Suite("State machines from source")
struct SourceMachineTests {
  @Test func `a switch over state and event, with a guard and a choice`() throws {
    try expect(
      "Upload",
      [
        "queued -> sending: start [isOnline]", "sending -> done: finish",
        "sending -> failed: fail [isOnline]", "sending -> queued: fail [not isOnline]",
        "failed -> queued: retry",
      ])
  }

  @Test func `methods that look at the state before they change it`() throws {
    try expect(
      "Door",
      [
        "open -> closed: close",
        "open -> closed: slam",
        "closed -> open: open",
        "closed -> locked: lock",
        "closed -> closed: slam",
        "locked -> closed: unlock",
      ])
  }

  @Test func `an enum whose method assigns to self, or returns the next case`() throws {
    try expect(
      "Light",
      [
        "red -> green: advance",
        "red -> green: next",
        "green -> yellow: advance",
        "green -> yellow: next",
        "yellow -> red: advance",
        "yellow -> red: next",
      ])
  }

  @Test func `after an await, the value from before it is likely and any other possible`() throws {
    try expect(
      "Loader",
      [
        "idle -> loading: load",
        "idle -> loaded: load ?",
        "idle -> failed: load ?",
        "loading -> loaded: load ~",
        "loading -> failed: load ~",
        "loading -> idle: cancel",
        "loaded -> loading: load",
        "loaded -> failed: load ?",
        "failed -> loading: load",
        "failed -> loaded: load ?",
      ])
  }

  @Test func `a method that gets the state is followed with each value`() throws {
    try expect(
      "Player",
      [
        "stopped -> playing: play ~",
        "stopped -> stopped: stop",
        "playing -> paused: pause",
        "playing -> stopped: stop",
        "paused -> playing: play ~",
        "paused -> stopped: stop",
      ])
  }

  @Test func `a switch over the state and the next one`() throws {
    try expect(
      "Order",
      [
        "new -> paid: move", "paid -> shipped: move", "shipped -> returned: move",
      ])
  }

  @Test func `a function of the type that returns the next state`() throws {
    try expect("Turnstile", ["locked -> unlocked: coin ~", "unlocked -> locked: push ~"])
  }

  @Test func `nested switches, fallthrough, and helpers`() throws {
    try expect(
      "Connection",
      [
        "closed -> opening: connect", "opening -> open: ready", "opening -> closed: close",
        "opening -> closed: drop", "open -> closing: close", "open -> closed: drop",
        "closing -> closed: drop",
      ])
  }

  @Test func `a reducer that gets the state as a parameter, with a helper`() throws {
    try expect(
      "Search.State.Phase",
      [
        "empty -> searching: typed [not text.isEmpty] ~",
        "searching -> empty: typed [text.isEmpty] ~",
        "searching -> found: answered [hits > 0]",
        "searching -> missing: answered [hits <= 0]",
        "searching -> empty: cleared",
        "found -> empty: typed [text.isEmpty] ~",
        "found -> searching: typed [not text.isEmpty] ~",
        "found -> empty: cleared",
        "missing -> empty: typed [text.isEmpty] ~",
        "missing -> searching: typed [not text.isEmpty] ~",
        "missing -> empty: cleared",
      ])
  }

  @Test func `a closure that runs later, and a second name for the state`() throws {
    try expect(
      "Download",
      [
        "idle -> running: start", "idle -> idle: reset",
        "running -> done: start [isComplete]", "running -> paused: start [not isComplete]",
        "paused -> running: start", "paused -> idle: reset", "done -> idle: reset",
      ])
  }

  @Test func `conditions that ask a property of the enum, and a state that is passed inout`() throws
  {
    try expect(
      "Chore",
      [
        "open -> active: start", "open -> closed: finish", "active -> blocked: block",
        "active -> closed: finish", "blocked -> active: start", "blocked -> blocked: block",
        "blocked -> closed: finish", "closed -> open: finish",
      ])
  }

  @Test func `a state in a lock, passed to closures`() throws {
    try expect(
      "Worker.Inner.Stage",
      [
        "ready -> busy: begin", "ready -> stopped: stop ~", "busy -> ready: end",
        "busy -> stopped: stop ~",
      ])
  }

  @Test func `a function that gets the state and returns the next one`() throws {
    let expected = [
      "resting -> rising: above", "resting -> falling: below", "rising -> rising: above",
      "rising -> resting: here ~", "falling -> falling: below", "falling -> resting: here ~",
    ]
    try expect("Elevator.Motion", expected)
    try expect("Elevator.next", expected)
  }

  @Test func `the results for each event and state, as far as the code shows them`() throws {
    let source = """
      struct Lamp {
        enum State { case off, on }
        enum Event { case press, hold, wait }
        private(set) var state = State.off
        mutating func apply(_ event: Event) -> [Effect] {
          switch (state, event) {
          case (.off, .press): return light()
          case (.on, .press):
            state = .off
            return [isLoud ? .click : .hum]
          case (.on, .hold): return stored
          default: return []
          }
        }
        private mutating func light() -> [Effect] {
          state = .on
          return [.glow, .click]
        }
      }
      """
    let code = CodeModel(reading: [SourceInput(path: "1.swift", bytes: Array(source.utf8))])
    let machine = code.sourceMachine(of: try #require(code.machineHolders(named: "Lamp").first))
    typealias Response = SourceMachine.Response
    #expect(
      machine.responses[["off", "press"]] == [Response(to: "on", effects: ["glow", "click"])])
    #expect(
      machine.responses[["on", "press"]] == [
        Response(to: "off", effects: ["click"]), Response(to: "off", effects: ["hum"]),
      ])
    #expect(machine.responses[["on", "hold"]] == .some(nil))
    #expect(machine.responses[["off", "wait"]] == [Response(to: "off", effects: [])])
    #expect(machine.effects(of: "press", in: "on", to: "off") == ["click", "hum"])
    #expect(machine.effects(of: "hold", in: "on", to: "on") == nil)
  }

  @Test func `each machine that a name may mean has a name of its own`() {
    let source = """
      struct Gate {
        enum Phase { case shut, open
          mutating func turn() { self = .open }
        }
      }
      struct Door {
        enum Phase { case shut, open }
        var phase = Phase.shut
        mutating func turn() { phase = .open }
      }
      """
    let code = CodeModel(reading: [SourceInput(path: "1.swift", bytes: Array(source.utf8))])
    let names = code.machineHolders(named: "Phase").map(\.name)
    #expect(names.sorted() == ["Door.phase", "Gate.Phase"])
    #expect(names.allSatisfy { code.machineHolders(named: $0).count == 1 })
  }

  private func read(_ source: String, _ name: String) throws -> SourceMachine {
    let code = CodeModel(reading: [SourceInput(path: "1.swift", bytes: Array(source.utf8))])
    return code.sourceMachine(of: try #require(code.machineHolders(named: name).first))
  }

  @Test func `a helper that also returns unknown values, and one that calls itself`() throws {
    let source = """
      struct Valve {
        enum State { case shut, half, open }
        private(set) var state = State.shut
        mutating func turn() { state = next() }
        private func next() -> State {
          if isStuck { return .shut }
          return table[0]
        }
      }
      struct Pump {
        enum State { case off, slow, fast }
        private(set) var state = State.off
        mutating func run() {
          again()
          if state == .fast { state = .slow }
        }
        private mutating func again() {
          if state == .off { state = .slow; again(); state = .fast }
        }
      }
      """
    let valve = try read(source, "Valve")
    #expect(Set(valve.edges.map(\.step.to)) == ["shut", "half", "open"])
    #expect(valve.unknownTargets.count == 1)
    #expect(try read(source, "Pump").unknownTargets.count == 1)
  }

  @Test func `methods that call one another in every order, and nested loops, terminate`() throws {
    let count = 14
    let calls = (0..<count).map { "m\($0)()" }.joined(separator: "; ")
    let methods = (0..<count).map { "mutating func m\($0)() { state = .s\($0); \(calls) }" }
    let cases = (0..<count).map { "s\($0)" }.joined(separator: ", ")
    let loops = String(repeating: "while x { ", count: 60)
    let source = """
      struct Maze {
        enum State { case \(cases) }
        private(set) var state = State.s0
        \(methods.joined(separator: "\n"))
        mutating func spin() { \(loops) state = .s1 \(String(repeating: "}", count: 60)) }
      }
      """
    let machine = try read(source, "Maze")
    #expect(!machine.unknownTargets.isEmpty)
    #expect(machine.edges.count >= count * (count - 1))
  }

  @Test func `a loop is followed until no new state comes`() throws {
    try expect(
      "Retry",
      [
        "first -> again: run [not isGood]", "first -> last: run [not isGood] ?",
        "first -> over: run", "again -> first: run ~", "again -> last: run [not isGood]",
        "again -> over: run", "last -> first: run ~", "last -> again: run [not isGood] ?",
        "last -> over: run", "over -> first: run ~", "over -> again: run [not isGood] ?",
        "over -> last: run [not isGood] ?",
      ])
  }
}
