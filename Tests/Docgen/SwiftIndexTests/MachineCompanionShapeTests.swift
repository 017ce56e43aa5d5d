import Basics
import SwiftIndex
import Testing

@Suite("Structures that change a second enum together with the state")
struct MachineCompanionShapeTests {
  private typealias Response = SourceMachine.Response

  @Test func `a state with a step`() throws {
    try expect(
      "Washer.state",
      [
        "off -> washing: start", "washing -> finished: stepEnded [program == .spin]",
        "washing -> locked: doorPulled", "washing -> off: faulted", "locked -> washing: resumed",
        "finished -> washing: start", "finished -> off: emptied",
      ])
    try run("Washer.state", from: Washer(isSilent: .random())) { washer, random in
      _ = washer.apply(Washer.Event.allCases.randomElement(using: &random)!)
    } state: {
      caseName($0.state)
    }
  }

  /// A locked washer always has a program, and so resumes without writing the log.
  @Test func `the responses are those of the running machine`() throws {
    let read = try machine("Washer.state").responses
    var seen: [[String]: Set<Response>] = [:]
    var random = SplitMix64(31)
    for round in 0..<4000 {
      var washer = Washer(isSilent: round.isMultiple(of: 2))
      for _ in 0..<12 {
        let event = Washer.Event.allCases.randomElement(using: &random)!
        let before = caseName(washer.state)
        let effects = washer.apply(event).map { "\($0)" }
        seen[[before, "\(event)"], default: []].insert(
          Response(to: caseName(washer.state), effects: effects))
      }
    }
    // A condition in the middle of a list is not followed.
    #expect(read[["washing", "doorPulled"]] == .some(nil))
    for case (let key, let responses?) in read { #expect(responses == seen[key], "\(key)") }
  }

  /// A `var` may get more elements than its first value.
  @Test func `a list that grows is unknown`() throws {
    let read = try machine("Crate").responses
    #expect(try #require(read[["packed", "send"]]) == nil)
    #expect(
      try #require(read[["sent", "refuse"]]) == [Response(to: "returned", effects: ["notify"])])
  }

  @Test func `a step that other code can set excludes nothing`() throws {
    let hoist = try machine("Hoist.state")
    #expect(
      hoist.edges.map { [$0.step.from, $0.step.trigger, $0.step.to] } == [
        ["stopped", "call", "moving"], ["moving", "arrive", "stopped"],
      ])
  }

  @Test func `branches of one call each, and a local function`() throws {
    try expect(
      "Gate",
      [
        "closed -> opening: push", "opening -> open: swing",
        "opening -> closed: pull [visits <= 1_000_000] ~",
        "open -> closed: pull [visits <= 1_000_000] ~",
      ])
    try run("Gate", from: Gate()) { gate, random in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: gate.push(hasTicket: .random(using: &random))
      case 1: gate.swing()
      default: gate.pull()
      }
    } state: {
      caseName($0.state)
    }
  }
}
