import Facts
import Mermaid
import Testing

/// Each single edit of a flowchart is reported once, with the right kind.
@Suite struct FlowchartComparisonTests {
  static let edits: [ComparisonTests.Edit] = [
    .init("A --> B\nB --> C", "B --> C\nA --> B"),
    .init("A --> B & C", "A --> C\nA --> B"),
    .init("A[One] --> B", "X[One] --> B"),
    .init("A --> B\nstyle A fill:#f00", "A --> B"),
    .init("A --> B", "A ----> B"),
    .init("A --> B --> C", "A --> X --> C", "relabelled node"),
    .init("A --> B", "A --> B\nB --> A", "added edge"),
    .init("A --> B\nB --> A", "A --> B", "removed edge"),
    .init("A --> B", "A --> B\nB --> New", "added edge"),
    .init("A --> B", "A --> B\nLone", "added node"),
    .init("A -->|x| B", "A -->|y| B", "relabelled edge"),
    .init("A -- x --> B", "A --> B", "relabelled edge"),
    .init("A --> B", "A -.-> B", "changed edge"),
    .init("A --> B", "A <--> B", "changed edge"),
    .init("A -->|x| B\nC", "A -->|x| C\nB", "redirected edge"),
    .init("A -->|x| B\nC", "C -->|x| B\nA", "redirected edge"),
    .init("A[One]", "A[Two]", "relabelled node"),
    .init("A[One]", "A{One}", "changed node"),
    .init("A --> B", "subgraph S\nA --> B\nend", "added subgraph"),
    .init("subgraph S\nA\nB\nend", "subgraph S\nA\nend\nB", "moved node"),
    .init(
      "subgraph S\nA\nend\nA --> B", "subgraph S [Shown]\nA\nend\nA --> B", "relabelled subgraph"),
    .init("A --> B", "A --> B\nsubgraph S\nC --> D\nend", "added subgraph"),
    .init("accTitle: one\nA", "accTitle: two\nA", "changed title"),
  ]

  @Test(arguments: edits)
  func `edits of flowcharts`(edit: ComparisonTests.Edit) throws {
    let (old, new) = (
      MermaidParser.parse("flowchart LR\n" + edit.old),
      MermaidParser.parse("flowchart LR\n" + edit.new)
    )
    #expect((old.errors + new.errors).map(\.message) == [])
    let changes = try #require(MermaidComparison.changes(from: old.diagram, to: new.diagram))
    #expect(changes.map { "\($0.kind) \($0.fact.kind.rawValue)" } == edit.changes)
    for change in changes { #expect(!change.saysNothing, "\(change.message)") }
  }

  @Test func `a different direction is a change`() {
    let (old, new) = (
      MermaidParser.parse("flowchart LR\nA --> B"), MermaidParser.parse("flowchart TB\nA --> B")
    )
    let changes = MermaidComparison.changes(from: old.diagram, to: new.diagram)
    #expect(changes?.map(\.message) == ["the direction `LR` is now `TB`"])
  }
}
