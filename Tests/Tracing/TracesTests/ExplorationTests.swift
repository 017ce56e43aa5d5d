import Testing
import Traces

/// A turnstile: a coin opens it, a push closes it, the third coin in a row jams it.
private struct Turnstile: ExplorableMachine {
  enum State: String, TraceNamed, Hashable, Sendable {
    case locked, open, jammed, lost
    var traceName: String { rawValue }
  }
  enum Event: String, TraceNamed, CaseIterable {
    case coinInserted, pushed, kicked
    var traceName: String { rawValue }
  }
  enum Effect: String, TraceNamed {
    case thank
    var traceName: String { rawValue }
  }

  static let machineName = "Turnstile"
  static let declaredStates = ["locked", "open", "jammed", "lost"].map { DeclaredState($0) }
  static let declaredEvents = Event.allCases.map(\.rawValue)

  var state = State.locked
  var coins = 0

  func condition(for event: Event) -> String? {
    guard state == .open, event == .coinInserted else { return nil }
    return coins == 2 ? "third coin" : "not the third coin"
  }

  func sampleEvents() -> [Event] { Event.allCases }

  mutating func apply(_ event: Event) -> [Effect] {
    switch (state, event) {
    case (.locked, .coinInserted):
      state = .open
      coins = 1
      return [.thank]
    case (.open, .coinInserted):
      coins += 1
      if coins == 3 { state = .jammed }
      return [.thank]
    case (.open, .pushed):
      state = .locked
      coins = 0
      return []
    case (.locked, _), (.open, .kicked), (.jammed, _), (.lost, _): return []
    }
  }
}

@Suite struct ExplorationTests {
  @Test func `exploring finds every transition once, in declaration order, with its condition`()
    throws
  {
    let machine = try DeclaredMachine.exploring(from: Turnstile())
    #expect(
      machine.edges == [
        DeclaredEdge(from: "locked", event: "coinInserted", to: "open", effects: ["thank"]),
        DeclaredEdge(
          from: "open", event: "coinInserted", condition: "not the third coin", to: "open",
          effects: ["thank"]),
        DeclaredEdge(
          from: "open", event: "coinInserted", condition: "third coin", to: "jammed",
          effects: ["thank"]),
        DeclaredEdge(from: "open", event: "pushed", to: "locked"),
      ])
    #expect(machine.states.map(\.name) == ["locked", "open", "jammed", "lost"])
    #expect(machine.initial == "locked")
  }

  @Test func `an exploration that reaches its limit throws`() {
    let error = #expect(throws: IncompleteExploration.self) {
      try DeclaredMachine.exploring(from: Turnstile(), limit: 2)
    }
    #expect(error?.description.hasPrefix("exploring `Turnstile` did not end: more than 2") == true)
  }
}
