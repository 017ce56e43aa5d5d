import Mermaid
import Testing

private func merged(_ old: String, _ new: String, _ parts: GeneratedParts? = nil) -> String? {
  DiagramMerging.merged(
    MermaidParser.parse(old).diagram, into: MermaidParser.parse(new).diagram,
    parts ?? GeneratedParts(relationLabels: ["creates"]))
}

private func facts(_ text: String, keepsNotes: Bool = false) -> [String] {
  MermaidParser.parse(text).diagram.generatedFacts(GeneratedParts(hasNotes: keepsNotes))
}

@Suite struct MergingTests {
  @Test func `notes, comments, styles and the order of states stay`() {
    let old = """
      ---
      config:
        theme: forest
      ---
      stateDiagram-v2
          classDef hot fill:#f00
          open --> closed: pulled
          note right of open: mind the wind
          %% the way in
          [*] --> closed
          closed --> open: pushed
          closed --> gone: kicked
          class open hot

      """
    let new = """
      stateDiagram-v2
          [*] --> closed
          closed --> open: pressed
          open --> closed: pulled
          open --> locked: keyTurned

      """
    #expect(
      merged(old, new) == """
        ---
        config:
          theme: forest
        ---
        stateDiagram-v2
            classDef hot fill:#f00
            open --> closed: pulled
            open --> locked: keyTurned
            note right of open : mind the wind
            %% the way in
            [*] --> closed
            closed --> open: pressed
            class open hot

        """)
  }

  @Test func `notes within composite states and on their names stay, too`() {
    let old = """
      stateDiagram-v2
          state working {
              [*] --> pulling
              %% mine
              pulling --> pushing
          }
          working:::hot

      """
    let new = """
      stateDiagram-v2
          state working {
              [*] --> pulling
              pulling --> pushing
              pushing --> pulling
          }
          working --> [*]

      """
    let text = merged(old, new)
    #expect(text?.contains("%% mine\n") == true, "\(text ?? "")")
    #expect(text?.contains("working:::hot\n") == true, "\(text ?? "")")
    #expect(text.map { facts($0) } == facts(new))
  }

  @Test func `a note of a removed state cannot stay`() {
    let old = "stateDiagram-v2\n  a --> b\n  note right of b: here\n"
    let new = "stateDiagram-v2\n  a --> c\n"
    #expect(merged(old, new) == nil)
    #expect(merged(old.replacing("note right of b: here", with: "class b hot"), new) == nil)
    #expect(merged(old.replacing("b: here", with: "a: here"), new) != nil)
  }

  @Test func `generated notes are replaced by the new ones`() {
    let old = "stateDiagram-v2\n    a --> b\n    note right of b : old\n"
    let new = "stateDiagram-v2\n    a --> b\n    note right of b : new\n"
    #expect(merged(old, new, GeneratedParts(hasNotes: true)) == new)
    #expect(facts(old, keepsNotes: true) != facts(new, keepsNotes: true))
    #expect(facts(old) == facts(new))
  }

  @Test func `classes and members keep their order, and additions stay`() {
    let old = """
      classDiagram
          class Store {
              +save()
              +load()
          }
          note for Store "on disk"
          click Store href "https://example.com"
          class Cache:::hot

      """
    let new = """
      classDiagram
          class Cache
          class Store {
              +load()
              +save()
              +erase()
          }
          Store --> Cache

      """
    let text = merged(old, new)
    #expect(
      text == """
        classDiagram
            class Cache
            class Store {
                +save()
                +erase()
                +load()
            }
            Store --> Cache
            note for Store "on disk"
            click Store href "https://example.com"
            class Cache:::hot

        """)
  }

  @Test func `hand-written labels stay if the generator writes none`() {
    let old = """
      stateDiagram-v2
          idle : Nothing to do
          state "At work" as working {
              [*] --> pulling: soon
              state "pushing(key)" as working.pushing
              pulling --> working.pushing
          }
          idle --> working: when told

      """
    let new = """
      stateDiagram-v2
          state working {
              [*] --> pulling
              state "pushing(key, value)" as working.pushing
              pulling --> working.pushing
          }
          idle --> working
          working --> idle

      """
    #expect(
      merged(old, new, GeneratedParts(hasStepLabels: false)) == """
        stateDiagram-v2
            idle: Nothing to do
            state "At work" as working {
                [*] --> pulling: soon
                state "pushing(key, value)" as working.pushing
                pulling --> working.pushing
            }
            idle --> working: when told
            working --> idle

        """)
  }

  @Test func `a hand-written label is kept next to the generated one`() {
    let old = """
      stateDiagram-v2
          state "pushing(key)" as pushing
          pushing : Sending it
          [*] --> pushing

      """
    let new = """
      stateDiagram-v2
          state "pushing(key, value)" as pushing
          [*] --> pushing
          pushing --> [*]

      """
    #expect(
      merged(old, new) == """
        stateDiagram-v2
            state "pushing(key, value)" as pushing
            pushing: Sending it
            [*] --> pushing
            pushing --> [*]

        """)
  }

  @Test func `classes and relations keep hand-written labels`() {
    let old = """
      classDiagram
          class Store["On disk"]
          Store --> Cache : owns
          Store ..> Cache : creates

      """
    let new = """
      classDiagram
          class Store
          Store --> Cache
          Cache ..> Store : creates

      """
    #expect(
      merged(old, new) == """
        classDiagram
            class Store["On disk"]
            Store --> Cache : owns
            Cache ..> Store : creates

        """)
    #expect(merged(old, "classDiagram\n    class Store\n") == nil, "no place for `owns`")
  }

  @Test func `messages keep the order of the new diagram, comments follow their message`() {
    let old = "sequenceDiagram\n    A->>B: one\n    %% mine\n    A->>B: two\n"
    let new = "sequenceDiagram\n    A->>B: zero\n    A->>B: two\n    A->>B: one\n"
    #expect(
      merged(old, new)
        == "sequenceDiagram\n    A->>B: zero\n    A->>B: two\n    A->>B: one\n    %% mine\n")
    let inBlock = "sequenceDiagram\n    loop x\n        A->>B: one\n        %% mine\n    end\n"
    #expect(merged(inBlock, new) == nil)
  }

  @Test func `changes of meaning and of drawing are separate`() {
    let plain = "stateDiagram-v2\n  a --> b: go\n  b --> a\n"
    #expect(facts("stateDiagram-v2\n  b --> a\n  %% x\n  a --> b: go\n") == facts(plain))
    for other in [
      "a --> b: stop\n  b --> a", "a --> b: go", "a --> b: go\n  b --> a\n  direction LR",
    ] {
      #expect(facts("stateDiagram-v2\n  \(other)\n") != facts(plain), "\(other)")
    }
  }
}
