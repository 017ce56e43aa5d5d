import Models
import Rules
import Testing
import Traces

/// State diagrams with more than plain states and arrows between them.
@Suite struct DrawnStateTests {
  /// A push opens a door early in the day and locks it late; both were observed.
  private static func model(_ names: [String: String] = [:]) -> ProjectModel {
    func name(_ state: String) -> String { names[state] ?? state }
    let steps = [
      ("closed", "pushed", "it is early", "open"), ("closed", "pushed", "it is late", "locked"),
      ("open", "pulled", nil, "closed"), ("locked", "pulled", nil, "closed"),
    ].map { DeclaredEdge(from: name($0), event: $1, condition: $2, to: name($3)) }
    let recorder = TraceRecorder(clock: TraceClock { 0 })
    for step in [steps[0], steps[2], steps[1], steps[3]] {
      recorder.transition(
        machine: "Door", from: step.from, event: step.event, condition: step.condition, to: step.to)
    }
    let machine = DeclaredMachine(
      name: "Door", type: "Gate", initial: name("closed"),
      states: ["closed", "open", "locked"].map { DeclaredState(name($0)) },
      events: ["pushed", "pulled"], edges: steps)
    let header = TraceHeader(scenario: "visit", participants: [TraceParticipant("Door")])
    return Door.model(trace: recorder.trace(header: header, machines: [machine]))
  }

  private func findings(
    _ lines: [String], partial: Bool = false, _ names: [String: String] = [:]
  ) -> [String] {
    let text =
      "<!-- docgen:verify state-diagram machine=Door\(partial ? " partial=yes" : "") -->\n"
      + "```mermaid\nstateDiagram-v2\n" + lines.joined(separator: "\n") + "\n```\n"
    return Door.findings(on: text, model: Self.model(names))
  }

  private func rules(_ lines: [String], partial: Bool = false) -> [String] {
    findings(lines, partial: partial).map {
      $0.split(separator: " ").prefix(2).joined(separator: " ")
    }
  }

  private let choice = [
    "[*] --> closed", "state when <<choice>>", "closed --> when: pushed",
    "when --> open: it is early", "when --> locked: [it is late]", "open --> closed: pulled",
    "locked --> closed",
  ]

  private func changed(_ line: Int, _ text: String?) -> [String] {
    var lines = choice
    if let text { lines[line] = text } else { lines.remove(at: line) }
    return lines
  }

  @Test func `a choice passes the arrow into it on to those out of it`() {
    #expect(findings(choice) == [])
    #expect(findings(changed(4, "when --> locked: [else]")) == [])
    #expect(findings(changed(4, "when --> locked")) == [])
  }

  @Test func `a mistake at a choice is reported at its arrow`() {
    #expect(
      rules(changed(2, "closed --> when: kicked"), partial: true) == ["6:18 transition-label"])
    #expect(
      rules(changed(3, "when --> open: it is late"), partial: true) == ["7:16 transition-label"])
    #expect(
      rules(changed(3, "when --> open: it rains"), partial: true) == ["7:16 transition-label"])
    #expect(rules(changed(4, nil)) == ["2:1 missing-transition"])
    #expect(
      rules(changed(2, "open --> when: pushed"), partial: true).first == "6:1 impossible-transition"
    )
    #expect(rules(changed(4, "when --> closed"), partial: true) == ["8:1 impossible-transition"])
    #expect(rules(changed(2, nil), partial: true) == ["5:7 loose-choice"])
  }

  @Test func `forks and joins are followed too, and cycles end`() {
    let lines = [
      "[*] --> closed", "state apart <<fork>>", "state again <<join>>", "closed --> apart: pushed",
      "apart --> open", "apart --> locked", "open --> again: pulled", "locked --> again",
      "again --> closed",
    ]
    #expect(findings(lines) == [])
    let round = choice + ["state more <<choice>>", "when --> more", "more --> when"]
    #expect(findings(round) == [])
  }

  @Test func `an arrow out of a composite is one of each state in it`() {
    let lines = [
      "[*] --> closed", "closed --> ajar: pushed", "ajar --> closed: pulled",
      "state ajar {", "open", "locked", "}",
    ]
    #expect(findings(lines) == [])
    #expect(
      rules(lines.map { $0 == "open" ? "open --> [*]" : $0 }).contains("8:1 wrong-end") == false)
    let wide = [
      "[*] --> inside", "state inside {", "[*] --> closed", "closed --> open: pushed", "}",
      "inside --> locked: pushed",
    ]
    let found = findings(wide, partial: true)
    #expect(
      found == [
        "9:1 impossible-transition `open --> locked` is drawn, but `Door` has no such transition"
      ])
  }

  @Test func `an arrow to a composite leads to its initial state`() {
    let lines = [
      "[*] --> closed", "closed --> ajar: pushed", "ajar --> closed: pulled",
      "state ajar {", "[*] --> open", "locked", "}",
    ]
    #expect(rules(lines) == ["2:1 missing-transition"])
    #expect(rules(lines + ["closed --> locked: pushed"]) == [])
  }

  @Test func `a state within a composite may be drawn by the end of its name, or by its label`() {
    let names = ["open": "ajar.open", "locked": "ajar.locked"]
    let lines = [
      "[*] --> closed", "closed --> open: it is early", "closed --> s1: it is late",
      "state ajar {", "open --> [*]", "state \"ajar.locked\" as s1", "}",
      "ajar --> closed: pulled",
    ]
    #expect(findings(lines, names) == [])
  }
}
