import Basics
import SwiftIndex
import Testing

@Suite("Machines whose structure or value is replaced")
struct MachineReplacementShapeTests {
  @Test func `a structure that replaces itself by a new one`() throws {
    try expect(
      "Countdown",
      [
        "ready -> running: start", "running -> paused: toggle", "running -> expired: expire",
        "paused -> running: toggle", "expired -> ready: reset",
      ])
    try run("Countdown", from: Countdown(seconds: 9)) { countdown, random in
      switch Int.random(in: 0..<4, using: &random) {
      case 0: countdown.start()
      case 1: countdown.toggle()
      case 2: countdown.expire()
      default: countdown.reset()
      }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `an owner may begin again in any state`() throws {
    try expect(
      "Round",
      [
        "waiting -> playing: begin", "playing -> over: finish", "playing -> waiting: Match.next ?",
        "over -> waiting: Match.next ?",
      ])
    try run("Round", from: Match()) { match, random in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: match.play()
      case 1: match.whistle()
      default: match.next()
      }
    } state: {
      caseName($0.round.state)
    }
  }

  @Test func `a parameter that has the name of the property`() throws {
    try expect(
      "Complaint",
      ["open -> assigned: assign", "assigned -> solved: solve", "solved -> open: reopen"])
    try run("Complaint", from: Complaint()) { problem, random in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: problem.assign()
      case 1: problem.solve()
      default: problem.reopen()
      }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `another object may assign anything to a state that it gets`() throws {
    try expect(
      "Tuner",
      [
        "off -> music: push ?", "off -> news: push ?", "music -> off: push ?",
        "music -> news: push ?", "music -> news: listen", "news -> off: push ?",
        "news -> music: push ?",
      ])
    try run("Tuner", from: Tuner()) { tuner, random in
      if .random(using: &random) { tuner.push() } else { tuner.listen() }
    } state: {
      caseName($0.mode)
    }
  }

  @Test func `a static function that returns the next state`() throws {
    try expect("Lamp", ["dark -> dim: press", "dim -> bright: press", "bright -> dark: press"])
    try run("Lamp", from: Lamp()) { lamp, _ in
      lamp.press()
    } state: {
      caseName($0.state)
    }
  }

  @Test func `local names that are those of the property`() throws {
    try expect(
      "Mirror.state",
      [
        "dark -> dim: observe ?", "dark -> bright: observe ?", "dark -> dim: restore ?",
        "dark -> bright: restore ?", "dark -> bright: check [value <= 9 && value > 5] ~",
        "dark -> dim: check [value <= 9 && value <= 5] ~", "dim -> dark: observe ?",
        "dim -> bright: observe ?", "dim -> dark: restore ?", "dim -> bright: restore",
        "dim -> bright: check [value <= 9 && value > 5] ~",
        "dim -> dark: check ~", "bright -> dark: observe ?", "bright -> dim: observe ?",
        "bright -> dark: restore ?", "bright -> dim: restore ?",
        "bright -> dim: check [value <= 9 && value <= 5] ~", "bright -> dark: check ~",
      ])
    try run("Mirror.state", from: Mirror()) { mirror, random in
      switch Int.random(in: 0..<5, using: &random) {
      case 0: mirror.observe()
      case 1: mirror.onChange?([.dark, .dim, .bright].randomElement(using: &random)!)
      case 2: mirror.stored = [.dark, .dim, .bright].randomElement(using: &random)
      case 3: mirror.restore()
      default: mirror.check(Int.random(in: 0..<15, using: &random))
      }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `a variable whose enum changes itself`() throws {
    try expect(
      "Booklet.state",
      [
        "initializing -> loading: load", "loading -> idle: loaded", "idle -> closed: close ?",
        "idle -> loading: load", "idle -> moving: move", "moving -> closed: close",
        "moving -> idle: moved",
      ])
    #expect(try machine("Booklet.state").initial == nil)
    // `close` makes two transitions.
    let start = { Bool.random() ? Booklet() : Booklet(loaded: 1) }
    try run("Booklet.state", from: start(), seesEveryState: false) { pager, random in
      if Int.random(in: 0..<6, using: &random) == 0 {
        pager.close()
      } else if let event = Booklet.Event.allCases.randomElement(using: &random) {
        pager.on(event)
      }
    } state: {
      caseName($0.state)
    }
  }

  /// The code does not show that someone who talks has called.
  @Test func `other names for self`() throws {
    let others = "[!(state == .calling || state == .ended || (state == .talkin…]"
    try expect(
      "Dialer.state",
      [
        "idle -> calling: call \(others)", "calling -> ended: call \(others)",
        "calling -> talking: answer", "talking -> calling: call \(others)",
        "talking -> ended: hangUp",
      ])
    try run("Dialer.state", from: Dialer(), seesEveryState: false) { dialer, random in
      switch Int.random(in: 0..<4, using: &random) {
      case 0: dialer.call()
      case 1: dialer.answer()
      case 2: dialer.wait()
      default: dialer.hangUp()
      }
    } state: {
      caseName($0.state)
    }
  }
}
