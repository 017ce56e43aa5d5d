import Rules
import Testing

/// One rule case: the block under a marker and its findings.
struct Case: Sendable, CustomTestStringConvertible {
  var name: String
  var marker: String
  var block: String
  var findings: [String]

  var testDescription: String { name }
  var page: String { "<!-- docgen:verify \(marker) -->\n```mermaid\n\(block)\n```\n" }
}

private let allSteps = """
  stateDiagram-v2
      [*] --> closed
      closed --> open: pushed
      open --> closed: pulled
  """

private let stateCases = [
  Case(
    name: "a diagram of the declared and observed steps", marker: "state-diagram partial=yes",
    block: allSteps, findings: []),
  Case(
    name: "a state that the machine does not have", marker: "state-diagram partial=yes",
    block: "stateDiagram-v2\n    closed --> opn: pushed",
    findings: ["4:16 unknown-state `Door` has no state `opn`"]),
  Case(
    name: "a step that the machine cannot take", marker: "state-diagram partial=yes",
    block: "stateDiagram-v2\n    open --> locked",
    findings: [
      "4:5 impossible-transition `open --> locked` is drawn, but `Door` has no such transition"
    ]),
  Case(
    name: "steps that are not drawn", marker: "state-diagram machine=Door", block: allSteps,
    findings: [
      "2:1 missing-unobserved-transition transition `closed --> locked` on `keyTurned` is missing from the "
        + "diagram (declared, never observed)",
      "2:1 missing-unobserved-transition transition `locked --> closed` on `keyTurned` is missing from the "
        + "diagram (declared, never observed)",
    ]),
  Case(
    name: "a trigger that is not named", marker: "state-diagram partial=yes",
    block: "stateDiagram-v2\n    closed --> open: kicked",
    findings: [
      "4:22 transition-label `closed --> open` is drawn with a trigger that does not cause it: `kicked`"
    ]),
  Case(
    name: "a trigger by its documentation", marker: "state-diagram partial=yes",
    block: "stateDiagram-v2\n    closed --> open: Somebody pushed", findings: []),
  Case(
    name: "a trigger by a synonym",
    marker: "state-diagram partial=yes synonyms=\"a push=pushed\"",
    block: "stateDiagram-v2\n    closed --> open: a push", findings: []),
  Case(
    name: "a list of synonyms that the configuration lacks",
    marker: "state-diagram partial=yes synonyms=words",
    block: "stateDiagram-v2\n    closed --> open: a push",
    findings: ["1:46 region-source the configuration has no list of synonyms `words`"]),
  Case(
    name: "another start", marker: "state-diagram partial=yes",
    block: "stateDiagram-v2\n    [*] --> open\n    open --> closed",
    findings: ["4:13 wrong-start `Door` does not begin in `open`"]),
  Case(
    name: "a start within no composite state", marker: "state-diagram partial=yes",
    block: """
      stateDiagram-v2
          [*] --> open
          state shut {
              [*] --> locked
              closed
          }
          open --> shut: pulled
      """,
    findings: [
      "4:13 wrong-start `Door` does not begin in `open`",
      "9:5 impossible-transition `open --> shut` is drawn, but `Door` has no such transition",
    ]),
  Case(
    name: "no start", marker: "state-diagram machine=Door",
    block: allSteps.replacing("    [*] --> closed\n", with: ""),
    findings: [
      "2:1 missing-unobserved-transition transition `closed --> locked` on `keyTurned` is missing from the "
        + "diagram (declared, never observed)",
      "2:1 missing-unobserved-transition transition `locked --> closed` on `keyTurned` is missing from the "
        + "diagram (declared, never observed)",
      "2:1 wrong-start the diagram lacks the initial state `closed` of `Door`",
    ]),
  Case(
    name: "an end where the machine goes on", marker: "state-diagram partial=yes",
    block: "stateDiagram-v2\n    closed --> open: pushed\n    open --> [*]",
    findings: ["5:5 wrong-end `Door` does not end in `open`"]),
  Case(
    name: "an end of a composite state", marker: "state-diagram partial=yes",
    block: """
      stateDiagram-v2
          state shut {
              [*] --> closed
              closed --> [*]
              locked --> [*]
          }
          shut --> open: pushed
      """, findings: ["7:9 wrong-end `Door` does not end in `locked`"]),
  Case(
    name: "a transition that was never observed", marker: "state-diagram partial=yes",
    block: "stateDiagram-v2\n    closed --> locked: keyTurned",
    findings: ["4:5 unobserved-transition no recorded scenario takes `closed --> locked`"]),
  Case(
    name: "a composite state represents its inner states", marker: "state-diagram partial=yes",
    block: """
      stateDiagram-v2
          state shut {
              closed
              locked
          }
          open --> shut: pulled
      """, findings: []),
]

private let sequenceCases = [
  Case(
    name: "a flow as it happens", marker: "sequence scenarios=visit",
    block: """
      sequenceDiagram
          Guest->>Bell: ring(long)
          Bell-->>Guest: Sound
          Guest->>Door: push()
          Guest->>Door: pull()
      """, findings: []),
  Case(
    name: "a list of synonyms that is not there", marker: "sequence scenarios=visit synonyms=words",
    block: "sequenceDiagram\n    Guest->>Bell: ring()",
    findings: ["1:45 region-source the configuration has no list of synonyms `words`"]),
  Case(
    name: "a message is missing", marker: "sequence scenarios=visit",
    block: "sequenceDiagram\n    Guest->>Bell: ring()\n    Guest->>Door: pull()",
    findings: [
      "4:19 missing-message the message `Guest ->> Door: push()` is missing here"
    ]),
  Case(
    name: "a message that is not sent", marker: "sequence scenarios=visit",
    block: """
      sequenceDiagram
          Guest->>Bell: ring()
          Bell->>Door: unlock()
          Guest->>Door: push()
          Guest->>Door: pull()
      """,
    findings: ["5:18 never-sent `Bell ->> Door: unlock()` is drawn, but it does not happen here"]),
  Case(
    name: "a message at another place", marker: "sequence scenarios=visit",
    block: """
      sequenceDiagram
          Guest->>Door: push()
          Guest->>Door: pull()
          Guest->>Bell: ring()
      """,
    findings: ["6:19 moved-message `Guest ->> Bell: ring()` happens at another point of the flow"]),
  Case(
    name: "a path that no trace takes", marker: "sequence scenarios=visit",
    block: """
      sequenceDiagram
          Guest->>Bell: ring()
          opt nobody answers
              Guest->>Bell: ring(again)
          end
          Guest->>Door: push()
          Guest->>Door: pull()
      """,
    findings: ["5:9 untaken-branch no scenario takes `opt nobody answers`"]),
  Case(
    name: "a participant that does not exist", marker: "sequence scenarios=visit",
    block: "sequenceDiagram\n    participant Dor\n    Guest->>Bell: ring()",
    findings: ["4:17 unknown-participant no scenario has a participant `Dor`"]),
]

@Suite struct RuleTests {
  @Test(arguments: stateCases + sequenceCases)
  func `a diagram drawn by hand`(case: Case) {
    #expect(Door.findings(on: `case`.page) == `case`.findings)
  }

  @Test(arguments: [
    (
      "```mermaid\nstateDiagram-v2\n    a --> b\n```\n",
      ["1:1 loose-diagram nothing keeps this diagram true: it is neither generated nor verified"]
    ),
    ("```mermaid\npie\n    \"a\": 1\n```\n", []),
    ("```mermaid\nsequenceDiagram\n    A->>\n```\n", ["loose-diagram", "mermaid-syntax"]),
    (
      "Open to <!-- docgen:value DoorMachine.widest -->80<!-- /docgen:value --> degrees.\n",
      ["1:49 stale-value 80 is no longer the value of `DoorMachine.widest` (90)"]
    ),
    ("Open to <!-- docgen:value DoorMachine.widest -->90<!-- /docgen:value --> degrees.\n", []),
    ("Visited <!-- docgen:value Door.visits -->1<!-- /docgen:value --> time.\n", []),
    (
      "Open to <!-- docgen:value DoorMachine.wides -->90<!-- /docgen:value --> degrees.\n",
      [
        "1:27 region-source neither the sources nor a trace have a value `DoorMachine.wides`"
      ]
    ),
    (
      "<!-- docgen:begin table template=nmes machine=Door -->\n<!-- docgen:end -->\n",
      ["1:25 region-source the template `nmes` does not exist"]
    ),
    (
      "<!-- docgen:begin module-diagram modules=Hous -->\n<!-- docgen:end -->\n",
      ["1:34 region-source no source belongs to a module `Hous`"]
    ),
    (
      "<!-- docgen:begin class-diagram types=Fram -->\n<!-- docgen:end -->\n",
      ["1:33 region-source the sources have no type `Fram`"]
    ),
    (
      "<!-- docgen:begin sequence scenarios=vist -->\n<!-- docgen:end -->\n",
      ["1:28 region-source no trace records the scenario `vist`"]
    ),
    (
      "<!-- docgen:begin sequence scenarios=visit participants=\"Guest Dor\" -->\n<!-- docgen:end -->\n",
      ["1:44 region-source the scenarios have no participant `Dor`"]
    ),
    (
      "<!-- docgen:begin sequence scenarios=visit hide-messages=rang -->\n<!-- docgen:end -->\n",
      ["1:44 region-source the scenarios have no message `rang`"]
    ),
    (
      "<!-- docgen:disable loos-diagram reason=\"why\" -->\n\nText.\n",
      ["1:21 unknown-rule unknown rule `loos-diagram`"]
    ),
    (
      "Called <!-- docgen:value DoorMachine.sign -->x<!-- /docgen:value -->.\n",
      ["stale-value x is no longer the value of `DoorMachine.sign` (a \\| b \\<c>)"]
    ),
    ("", ["1:1 empty-document the document is empty"]),
    (
      "<!-- docgen:begin table template=names machine=Door -->\n<!-- docgen:end -->\n",
      ["1:1 stale-region the region `table` was not generated yet"]
    ),
  ])
  func `a page`(text: String, expected: [String]) {
    let findings = Door.findings(on: text)
    #expect(findings.count == expected.count, "\(findings)")
    for (finding, words) in zip(findings, expected) {
      #expect(finding.contains(words), "\(finding)")
    }
  }

  @Test func `a rule that is disabled for a block is silent there`() {
    let block = "```mermaid\nstateDiagram-v2\n    a --> b\n```\n"
    let page = "<!-- docgen:disable loose-diagram reason=\"a sketch\" -->\n\n\(block)\n\(block)"
    #expect(Door.findings(on: page).map { $0.split(separator: " ")[0] } == ["8:1"])
  }
}
