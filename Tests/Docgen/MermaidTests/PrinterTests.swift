import Mermaid
import Testing

/// Diagrams built by code are printed as in hand-written files.
@Suite struct PrinterTests {
  @Test func `a state diagram`() {
    let diagram = StateDiagram(statements: [
      .direction(DirectionStatement(.leftToRight)),
      .transition(StateTransition(from: StateDiagram.edge, to: "idle")),
      .transition(StateTransition(from: "idle", to: "syncing", label: "performSync()")),
      .state(
        StateDeclaration(
          "syncing", label: "Syncing",
          regions: [
            StateRegion([.transition(StateTransition(from: StateDiagram.edge, to: "pushing"))]),
            StateRegion([.state(StateDeclaration("choice", kind: .choice))]),
          ])),
      .note(StateNote(.right, of: "idle", "waits\nfor work")),
      .note(StateNote(.left, of: "idle", "one line")),
    ])
    #expect(
      MermaidPrinter.print(diagram) == """
        stateDiagram-v2
            direction LR
            [*] --> idle
            idle --> syncing: performSync()
            state "Syncing" as syncing {
                [*] --> pushing
                --
                state choice <<choice>>
            }
            note right of idle
                waits
                for work
            end note
            note left of idle : one line

        """)
  }

  @Test func `a sequence diagram`() {
    let diagram = SequenceDiagram(statements: [
      .participant(Participant("SE", label: "SyncEngine")),
      .participant(Participant("NC", label: "NetworkClient")),
      .block(
        SequenceBlock(
          .loop, "each batch of 50",
          statements: [
            .message(
              Message(
                from: "SE", to: "NC", .solidArrow, "createEventsBatch(events)",
                activation: .activatesTarget)),
            .block(
              SequenceBlock(
                .alt,
                branches: [
                  SequenceBranch(
                    "accepted", [.message(Message(from: "NC", to: "SE", .dottedArrow, "ok"))]),
                  SequenceBranch(
                    "rate limited",
                    [.message(Message(from: "NC", to: "SE", .dottedCross, "429; wait"))]),
                ])),
            .deactivate(ParticipantReference("NC")),
          ])),
      .note(SequenceNote(.over, ["SE"], text: "done")),
    ])
    #expect(
      MermaidPrinter.print(diagram) == """
        sequenceDiagram
            participant SE as SyncEngine
            participant NC as NetworkClient

            loop each batch of 50
                SE->>+NC: createEventsBatch(events)
                alt accepted
                    NC-->>SE: ok
                else rate limited
                    NC--xSE: 429#59; wait
                end
                deactivate NC
            end
            Note over SE: done

        """)
  }

  @Test func `a class diagram`() {
    let diagram = ClassDiagram(statements: [
      .declaration(
        ClassDeclaration(
          "LocalStore", annotations: ["protocol"],
          members: [
            ClassMember(.open, "items: Set<String>"),
            ClassMember(
              .open, "load", parameters: "id: Int", returnType: "Row?", modifier: .static),
          ])),
      .relation(
        ClassRelation(
          from: ClassRelation.Side("LocalStore", .extending), to: ClassRelation.Side("SQLiteStore"),
          line: .dotted)),
      .relation(
        ClassRelation(
          from: ClassRelation.Side("LocalStore", cardinality: "1"),
          to: ClassRelation.Side("Row", .dependency, cardinality: "many"), label: "holds")),
    ])
    #expect(
      MermaidPrinter.print(diagram) == """
        classDiagram
            class LocalStore {
                <<protocol>>
                +items: Set~String~
                +load(id: Int) Row?$
            }

            LocalStore <|.. SQLiteStore
            LocalStore "1" --> "many" Row : holds

        """)
  }

  /// Without HTML labels Mermaid does not decode entity codes in members, so the printer writes
  /// them only where Mermaid would otherwise draw a property as a method.
  @Test func `arrows of function types stay arrows in members`() {
    let diagram = ClassDiagram(statements: [
      .declaration(
        ClassDeclaration(
          "Store",
          members: [
            ClassMember(.open, "handler: ((Int) -> Void)?"),
            ClassMember(.open, "map", parameters: "change: (A) -> B", returnType: "[B]"),
          ]))
    ])
    let text = MermaidPrinter.print(diagram)
    #expect(text.contains("+handler: #40;#40;Int#41; -> Void#41;?\n"))
    #expect(text.contains("+map(change: (A) -> B) [B]\n"))
    let document = MermaidParser.parse(text)
    #expect(document.errors.isEmpty)
    #expect(MermaidPrinter.print(document.diagram) == text)
    guard case .classes(let read) = document.diagram,
      case .declaration(let type)? = read.statements.first
    else {
      Issue.record("\(text) has no class")
      return
    }
    #expect(type.members.map(\.isMethod) == [false, true])
    #expect(type.members.first?.name == "handler: ((Int) -> Void)?")
  }

  @Test func `comparisons in labels are unchanged`() {
    let diagram = StateDiagram(statements: [
      .transition(StateTransition(from: "A", to: "B", label: "[n > 0]")),
      .transition(StateTransition(from: "B", to: "C", label: "n >= 3, x --> y")),
      .transition(StateTransition(from: "C", to: "D", label: "a <b > c")),
    ])
    #expect(
      MermaidPrinter.print(diagram) == """
        stateDiagram-v2
            A --> B: [n > 0]
            B --> C: n >= 3, x --#gt; y
            C --> D: a #lt;b #gt; c

        """)
  }

  @Test func `names that no language can spell get an alias that shows them`() {
    let states = StateDiagram(statements: [
      .transition(StateTransition(from: "my-state", to: "click")),
      .transition(StateTransition(from: "click", to: "my-state")),
    ])
    #expect(
      MermaidPrinter.print(states) == """
        stateDiagram-v2
            state "my-state" as my_state
            state "click" as n_click
            my_state --> n_click
            n_click --> my_state

        """)
    let messages = SequenceDiagram(statements: [
      .message(Message(from: "A", to: "end", .solidArrow, "x"))
    ])
    #expect(
      MermaidPrinter.print(messages) == """
        sequenceDiagram
            participant A
            participant n_end as end
            A->>n_end: x

        """)
  }

  /// Mermaid reads any text that contains such a word as a C4 diagram.
  @Test func `no name or label is a C4 keyword`() {
    let messages = SequenceDiagram(statements: [
      .message(Message(from: "A", to: "C4Component", .solidArrow, "to a C4Component"))
    ])
    #expect(
      MermaidPrinter.print(messages) == """
        sequenceDiagram
            participant A
            participant C4_Component as #67;4Component
            A->>C4_Component: to a #67;4Component

        """)
    let classes = ClassDiagram(statements: [
      .declaration(ClassDeclaration("C4Component")),
      .member(ClassMemberStatement("B", ClassMember(.open, "part: C4Container"))),
    ])
    let text = MermaidPrinter.print(classes)
    #expect(
      text == """
        classDiagram
            class C4_Component["#67;4Component"]

            B : +part#58; #67;4Container

        """)
    #expect(MermaidParser.parse(text).errors.isEmpty)
  }

  /// `direction` at the end of a line and `LR` at the start of the next are a direction.
  @Test func `no line forms a direction with the next line`() {
    let states = StateDiagram(statements: [
      .transition(StateTransition(from: "TB-x", to: "a-direction")),
      .transition(StateTransition(from: "LRU", to: "b", label: "change direction")),
      .transition(StateTransition(from: "LRU", to: "c")),
    ])
    let text = MermaidPrinter.print(states)
    #expect(
      text == """
        stateDiagram-v2
            state "TB-x" as n_TB_x
            state "a-direction" as element
            n_TB_x --> element
            LRU --> b: change #100;irection
            LRU --> c

        """)
    #expect(MermaidPrinter.print(state(text)) == text)
    let classDiagram = ClassDiagram(statements: [
      .relation(
        ClassRelation(
          from: ClassRelation.Side("A"), to: ClassRelation.Side("B"), label: "direction")),
      .relation(ClassRelation(from: ClassRelation.Side("C"), to: ClassRelation.Side("direction"))),
      .relation(ClassRelation(from: ClassRelation.Side("LRU"), to: ClassRelation.Side("A"))),
    ])
    let printed = MermaidPrinter.print(classDiagram)
    #expect(
      printed == """
        classDiagram
            A -- B : #100;irection
            class element["direction"]
            C -- element
            LRU -- A

        """)
    #expect(MermaidParser.parse(printed).errors.isEmpty)
  }
}
