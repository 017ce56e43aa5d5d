import Diagnostics
import Facts
import Mermaid
import Testing

/// Each single edit is reported once, with the right kind; edits without meaning are not reported.
@Suite struct ComparisonTests {
  struct Edit: Sendable, CustomStringConvertible {
    var old: String
    var new: String
    /// `kind element`, one for each change.
    var changes: [String]

    init(_ old: String, _ new: String, _ changes: String...) {
      self.old = old
      self.new = new
      self.changes = changes
    }

    var description: String { "\(changes): \(old) => \(new)" }
  }

  static let states = [
    Edit("A --> B\nB --> C", "B --> C\nA --> B"),
    Edit("A --> B: x", "A --> B : x %% comment".replacing(" %% comment", with: "\n%% comment")),
    Edit("A --> B: x", "A --> B: y", "relabelled transition"),
    Edit("A --> B: x", "A --> B", "relabelled transition"),
    Edit("A --> B: x\nC", "A --> C: x\nB", "redirected transition"),
    Edit("A --> B", "A --> B\nB --> A", "added transition"),
    Edit("A --> B\nB --> A", "A --> B", "removed transition"),
    Edit("A --> B", "A --> B\nB --> New", "added transition"),
    Edit("A --> B", "A --> B\nLone", "added state"),
    Edit("A --> B\nLone", "A --> B", "removed state"),
    Edit("state \"One\" as A\nA --> B", "state \"One\" as X\nX --> B"),
    Edit("state \"One\" as A\nA --> B", "state \"Two\" as A\nA --> B", "relabelled state"),
    Edit("state f <<fork>>\nA --> f", "state f <<join>>\nA --> f", "changed state"),
    Edit("state f <<fork>>\nA --> f\nf --> B", "state g <<fork>>\nA --> g\ng --> B"),
    Edit(
      "state f <<fork>>\nA --> f\nf --> B\nf --> C", "state f <<fork>>\nA --> f\nf --> B",
      "removed transition"),
    Edit("A\nstate C {\nB\n}", "state C {\nB\nA\n}", "moved state"),
    Edit("note left of A : x\nA", "note left of A : y\nA", "relabelled note"),
    Edit("note left of A : x\nA", "note right of A : x\nA", "moved note"),
    Edit("A --> B\nclassDef hot fill:red\nclass A hot", "A --> B"),
    Edit("A --> B", "direction LR\nA --> B", "changed direction"),
    Edit(
      "state X {\na --> b\n--\nc --> d\n}", "state X {\na --> b\n--\nn\n--\nc --> d\n}",
      "added state"),
    Edit("state X {\na --> b\n--\nc --> d\n}", "state X {\nc --> d\n--\na --> b\n}"),
    Edit(
      "state X {\na --> b\nc --> d\n}", "state X {\na --> b\n--\nc --> d\n}", "added region"),
    Edit("A --> B: x\nB --> C", "A --> New: x\nNew --> C", "relabelled state"),
    Edit("A --> B: x", "A --> New: x", "redirected transition"),
  ]

  @Test(arguments: states)
  func `edits of state diagrams`(edit: Edit) {
    check(
      edit,
      MermaidComparison.changes(
        from: .state(state("stateDiagram-v2\n" + edit.old)),
        to: .state(state("stateDiagram-v2\n" + edit.new))))
  }

  static let sequences = [
    Edit("A->>B: x", "participant A\nparticipant B\nA->>B: x"),
    Edit("participant A as X\nA->>B: x", "participant Q as X\nQ->>B: x"),
    Edit("participant A as X\nA->>B: x", "participant A as Y\nA->>B: x", "relabelled participant"),
    Edit("A->>B: x", "A->>B: y", "relabelled message"),
    Edit("A->>B: x\nB->>C: y", "A->>C: x\nB->>C: y", "redirected message"),
    Edit("A->>B: x", "A-->>B: x", "changed message"),
    Edit("A->>B: x\nA->>B: y", "A->>B: x", "removed message"),
    Edit("A->>B: x", "A->>B: x\nA->>B: y", "added message"),
    Edit("A->>B: 1\nA->>B: 2\nB->>A: 3", "A->>B: 2\nB->>A: 3\nA->>B: 1", "moved message"),
    Edit("A->>+B: x", "A->>B: x\nactivate B"),
    Edit("A->>B: x", "A->>+B: x", "added activation"),
    Edit(
      "loop 3 times\nA->>B: x\nend", "loop 5 times\nA->>B: x\nend", "relabelled block"),
    Edit("A->>B: x\nB->>A: y", "opt o\nA->>B: x\nB->>A: y\nend", "added block"),
    Edit("opt o\nA->>B: x\nB->>A: y\nend", "A->>B: x\nB->>A: y", "removed block"),
    Edit("opt o\nA->>B: x\nend", "loop o\nA->>B: x\nend", "changed block"),
    Edit(
      "alt a\nA->>B: x\nend", "alt a\nA->>B: x\nelse b\nB->>A: y\nend", "added branch"),
    Edit(
      "alt a\nA->>B: x\nelse b\nB->>A: y\nend", "alt a\nA->>B: x\nelse c\nB->>A: y\nend",
      "relabelled branch"),
    Edit("Note over A: x\nA->>B: y", "Note over A: z\nA->>B: y", "relabelled note"),
    Edit("participant A\nA->>B: x", "actor A\nA->>B: x", "changed participant"),
    Edit("A->>B: x", "A->>B: x\nparticipant C", "added participant"),
    Edit("A->>B: x", "box X\nparticipant A\nparticipant B\nend\nA->>B: x", "added box"),
    Edit(
      "box X\nparticipant A\nend\nparticipant B\nA->>B: x",
      "box X\nparticipant A\nparticipant B\nend\nA->>B: x", "moved participant"),
    Edit("links A: {\"a\": \"b\"}", "links A: {\"a\": \"c\"}", "changed link"),
    Edit("A->>B: x\nB->>A: y", "A->>Z: x\nZ->>A: y", "relabelled participant"),
    Edit("A->>B: x", "%% c\n\n   A ->> B : x"),
    Edit("autonumber\nA->>B: x", "autonumber 10\nA->>B: x", "changed numbering"),
  ]

  @Test(arguments: sequences)
  func `edits of sequence diagrams`(edit: Edit) {
    check(
      edit,
      MermaidComparison.changes(
        from: .sequence(sequence("sequenceDiagram\n" + edit.old)),
        to: .sequence(sequence("sequenceDiagram\n" + edit.new))))
  }

  static let classDiagrams = [
    Edit("A --> B\nclass C", "class C\nA --> B"),
    Edit("A <|-- B", "B --|> A"),
    Edit("A <|-- B", "A <|.. B", "changed relation"),
    Edit("A --> B : x", "A --> B : y", "relabelled relation"),
    Edit("A --> B\nclass C", "A --> C\nclass B", "redirected relation"),
    Edit("A --> B", "A --> B\nB --> A", "added relation"),
    Edit("A --> B\nA --> C", "A --> B", "removed relation"),
    Edit("class A", "class A\nclass B", "added class"),
    Edit("class A {\n+x\n}", "class A\nA : +x"),
    Edit("class A {\n+x: Int\n}", "class A {\n+x: String\n}", "changed member"),
    Edit("class A {\n+f()\n}", "class A {\n-f()\n}", "changed member"),
    Edit("class A {\n+x\n}", "class A {\n+x\n+y\n}", "added member"),
    Edit("class A {\n+x\n+y\n}", "class A {\n+y\n+x\n}"),
    Edit("class A {\n+f(): Int\n}", "class A {\n+f() Int\n}"),
    Edit("class A", "class A <<interface>>", "added annotation"),
    Edit("class A[\"One\"]\nA --> B", "class X[\"One\"]\nX --> B"),
    Edit("class A[\"One\"]", "class A[\"Two\"]", "relabelled class"),
    Edit("class A~T~", "class A~U~", "changed class"),
    Edit("class A", "namespace N {\nclass A\n}", "added namespace"),
    Edit("class A", "class A\nnamespace N {\nclass B\nclass C\n}", "added namespace"),
    Edit("class A", "namespace N {\nclass A\nclass B\nnote \"n\"\n}", "added namespace"),
    Edit(
      "namespace N {\nclass A\nclass B\n}",
      "namespace N {\nclass A\n}\nnamespace M {\nclass B\n}", "moved class"),
    Edit("namespace N {\nclass A\n}", "namespace M.N {\nclass A\n}", "moved namespace"),
    Edit("class A {\n+x\n}", "class B {\n+x\n}", "relabelled class"),
    Edit(
      "class A\nnamespace N {\nclass B\n}", "namespace N {\nclass B\nclass A\n}", "moved class"),
    Edit(
      "namespace N {\nclass A\nclass B\n}", "namespace M {\nclass A\nclass B\n}",
      "relabelled namespace"),
    Edit("A *-- \"1\" B", "A *-- \"0..1\" B", "changed relation"),
    Edit("A \"1\" *-- B : x", "A \"*\" *-- B : y", "changed relation"),
    Edit("A --> \"1\" B : x", "A ..> B : y", "changed relation"),
    Edit("A --> \"1\" B\nclass C", "A --> \"2\" C\nclass B", "redirected relation"),
    Edit("note for A \"x\"\nclass A", "note for A \"y\"\nclass A", "relabelled note"),
    Edit("class A\nstyle A fill:#fff", "class A"),
  ]

  @Test(arguments: classDiagrams)
  func `edits of class diagrams`(edit: Edit) {
    check(
      edit,
      MermaidComparison.changes(
        from: .classes(classes("classDiagram\n" + edit.old)),
        to: .classes(classes("classDiagram\n" + edit.new))))
  }

  private func check(_ edit: Edit, _ changes: [Difference]?) {
    #expect(changes?.map { "\($0.kind) \($0.fact.kind.rawValue)" } == edit.changes)
    for change in changes ?? [] {
      #expect(!change.saysNothing, "\(change.message)")
      #expect(change.oldRange != nil || change.kind == .added || change.fact.kind == .direction)
      #expect(change.newRange != nil || change.kind == .removed || change.fact.kind == .direction)
    }
  }

  @Test func `both places are named`() throws {
    let change = try #require(
      MermaidComparison.changes(
        from: .state(state("stateDiagram-v2\n  A --> B: third 429")),
        to: .state(state("stateDiagram-v2\n\n  A --> B : second 429"))
      )?.first)
    #expect(change.oldRange?.start.line == 2)
    #expect(change.oldRange?.start.column == 12)
    #expect(change.newRange?.start.line == 3)
    #expect(change.newRange?.start.column == 13)
    #expect(change.message == "the transition `A --> B: third 429` is now `A --> B: second 429`")
  }

  @Test func `all differences of a relation are reported`() throws {
    let changes = MermaidComparison.changes(
      from: .classes(classes("classDiagram\nA *-- \"1..*\" B : holds")),
      to: .classes(classes("classDiagram\nA \"1\" *-- \"0..1\" B : keeps")))
    #expect(
      changes?.map(\.message) == [
        "the relation `A *-- \"1..*\" B : holds` is now `A \"1\" *-- \"0..1\" B : keeps`"
      ])
  }
}
