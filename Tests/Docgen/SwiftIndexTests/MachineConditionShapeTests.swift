import Basics
import SwiftIndex
import Testing

@Suite("Machines that declare their conditions")
struct MachineConditionShapeTests {
  private typealias Response = SourceMachine.Response

  @Test func `a Boolean of a structure chooses the text and the branch`() throws {
    try expect(
      "Kiosk.state",
      [
        "closed -> open: push [oiled]", "closed -> open: push [third coin has been paid]",
        "open -> broken: lock [urgent]", "open -> closed: lock [after 2 s]",
        "broken -> closed: mend",
      ])
    let events: [Kiosk.Event] = [
      .push, .coin, .kick, .lock(isUrgent: true), .lock(isUrgent: false), .mend,
    ]
    let seen = Self.running(Kiosk(), Kiosk(isOiled: true), on: events) { kiosk, event in
      let condition = kiosk.condition(for: event)
      let effects = kiosk.apply(event).map { "\($0)" }
      return Response(condition: condition, to: caseName(kiosk.state), effects: effects)
    } state: {
      caseName($0.state)
    }
    for (key, responses) in try machine("Kiosk.state").responses {
      var running = seen[key] ?? []
      // The code does not show that the number of coins is always at least 0.
      if key == ["open", "coin"] {
        running.formUnion([
          Response(condition: "drawer is full", to: "open", effects: ["count"]),
          Response(condition: "", to: "open", effects: ["count"]),
          Response(condition: "", to: "open", effects: ["ring"]),
        ])
      }
      #expect(responses == running, "\(key)")
    }
  }

  @Test func `literal conditions`() throws {
    try expect(
      "Wicket.state",
      [
        "locked -> unlocked: coin", "locked -> unlocked: alarm",
        "locked -> unlocked: alarm [was used]", #"unlocked -> locked: push [gets "tired"]"#,
        "unlocked -> locked: push [passes]",
      ])
    let seen = Self.running(Wicket(), on: Wicket.Event.allCases) { wicket, event in
      let condition = wicket.condition(for: event)
      wicket.apply(event)
      return Response(condition: condition, to: caseName(wicket.state), effects: [])
    } state: {
      caseName($0.state)
    }
    let read = Set(try machine("Wicket.state").edges.map { Self.key($0.step) })
    let changes = seen.flatMap { key, responses in
      responses.filter { $0.to != key[0] }.map { key + [$0.to, $0.condition ?? ""] }
    }
    #expect(Set(changes) == read)
  }

  private static func key(_ step: SourceMachine.Step) -> [String] {
    [step.from, step.trigger, step.to, step.condition ?? ""]
  }

  @Test func `a Boolean that changes before the branch decides nothing`() throws {
    let seen = Self.running(Bin(), on: Bin.Event.allCases) { bin, event in
      let condition = bin.condition(for: event)
      bin.apply(event)
      return Response(condition: condition, to: caseName(bin.state), effects: [])
    } state: {
      caseName($0.state)
    }
    let read = try machine("Bin.state").edges.map(\.step)
    for (key, responses) in seen {
      for response in responses where response.to != key[0] {
        let found = read.contains {
          [$0.from, $0.trigger] == key && $0.condition == response.condition && $0.to == response.to
        }
        #expect(found, "\(key) \(response)")
      }
    }
    let low = Response(condition: "it was low", to: "full", effects: [])
    #expect(seen[["empty", "fill"]]?.contains(low) == true)
    #expect(seen[["empty", "shake"]]?.contains(low) == true)
  }

  @Test func `a literal for a Boolean parameter`() throws {
    try expect(
      "Exam.state",
      [
        "open -> passed: accept [isGood]", "open -> failed: accept [!(!mayRetake && isGood)]",
        "open -> passed: reject [isGood]", "open -> failed: reject [!(!mayRetake && isGood)]",
        "open -> passed: postpone [isGood]", "open -> retaken: postpone [not isGood]",
      ])
    try run("Exam.state", from: Exam(), seesEveryState: false) { exam, random in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: exam.accept()
      case 1: exam.reject()
      default: exam.postpone(isGood: .random(using: &random))
      }
    } state: {
      caseName($0.state)
    }
  }

  @Test func `an event that a private method handles`() throws {
    try expect(
      "Speaker.state",
      [
        "stopped -> starting: speak", "starting -> stopping: stop",
        "starting -> playing: started [current == task]", "playing -> stopping: speak",
        "playing -> stopping: stop", "playing -> stopped: finished",
        "stopping -> stopped: finished",
      ])
    try run("Speaker.state", from: Speaker()) { speaker, random in
      switch Int.random(in: 0..<4, using: &random) {
      case 0: speaker.speak(Int.random(in: 0..<2, using: &random))
      case 1: speaker.stop()
      case 2: speaker.started(Int.random(in: 0..<2, using: &random))
      default: speaker.finished()
      }
    } state: {
      caseName($0.state)
    }
  }

  /// The responses of a running machine, by state and event.
  private static func running<Machine, Event>(
    _ starts: Machine..., on events: [Event],
    _ apply: (inout Machine, Event) -> Response, state: (Machine) -> String
  ) -> [[String]: Set<Response>] {
    var seen: [[String]: Set<Response>] = [:]
    var random = SplitMix64(26)
    for round in 0..<4000 {
      var machine = starts[round % starts.count]
      for _ in 0..<15 {
        guard let event = events.randomElement(using: &random) else { continue }
        let before = state(machine)
        let response = apply(&machine, event)
        seen[[before, caseName(event)], default: []].insert(response)
      }
    }
    return seen
  }
}
