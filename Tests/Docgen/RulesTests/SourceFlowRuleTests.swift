import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing
import Traces

/// Sequence diagrams compared with the calls of a method.
@Suite struct SourceFlowRuleTests {
  private static let source = """
    final class Store {
      func load() throws -> [Item] { [] }
      func save(_ item: Item) {}
      func close() {}
    }
    actor Client {
      func post(_ item: Item) async throws {}
      func get() async throws -> Item { Item() }
    }
    struct Item {}
    final class Sync {
      let store: Store, client: Client
      func run() async throws {
        for item in try store.load() {
          try await client.post(item)
          store.save(item)
        }
      }
      func run(_ count: Int) {}
      func stop() { store.close() }
      func idle() {}
    }
    """

  /// Runs of `Sync.run()`, each with the number of loaded items.
  private static func visit(_ runs: [Int], stops: Bool = false) -> RecordedTrace? {
    let recorder = TraceRecorder(clock: TraceClock { 0 })
    for items in runs {
      let run = recorder.call(from: "User", to: "Sync", "run")
      recorder.returned(recorder.call(from: "Sync", to: "Store", "load"))
      for _ in 0..<items {
        recorder.returned(recorder.call(from: "Sync", to: "Client", "post"))
        recorder.returned(recorder.call(from: "Sync", to: "Store", "save"))
      }
      recorder.returned(run)
    }
    if stops { recorder.returned(recorder.call(from: "Sync", to: "Store", "close")) }
    let header = TraceHeader(
      scenario: "visit", participants: ["Sync", "Store", "Client"].map { TraceParticipant($0) })
    let bytes = TraceWriter.encode(recorder.trace(header: header, machines: []))
    return TraceReader.read(bytes).0.map { RecordedTrace(file: "visit.jsonl", trace: $0) }
  }

  private func page(_ text: String, traces: [RecordedTrace] = []) -> CheckedPage {
    let code = CodeModel(reading: [SourceInput(path: "Sync.swift", Self.source)])
    return CheckedPage(
      Page(path: "a.md", bytes: Array(text.utf8)),
      project: ProjectModel(code: code, traces: traces), templates: TemplateSource(texts: [:]))
  }

  /// The findings about a diagram below a marker, with lines of the diagram.
  private func findings(_ lines: String, _ keys: String = "") -> [String] {
    let text = """
      <!-- docgen:verify sequence from="Sync.run()" \(keys) -->
      ```mermaid
      sequenceDiagram
      \(lines)
      ```

      """
    return page(text).findings().map { finding in
      let line = (finding.location.range?.start.line ?? 0) - 3
      let severity = finding.severity == .error ? "" : "\(finding.severity) "
      return "\(line) \(severity)\(finding.rule) \(finding.summary)"
    }
  }

  /// The content of a region with that marker, or the reason why it cannot be generated.
  private func region(_ keys: String, traces: [RecordedTrace] = []) -> String {
    let text = "<!-- docgen:begin sequence \(keys) -->\n<!-- docgen:end -->\n"
    let page = page(text, traces: traces)
    switch page.regions.first?.outcome {
    case .generated(let text): return text
    case .problem(let diagnostics):
      return diagnostics.map { finding in
        ([finding.summary] + finding.evidence.map(\.text)).joined(separator: " | ")
      }.joined(separator: "\n")
    default: return "nothing"
    }
  }

  private static let whole = """
    Sync->>Store: load()
    loop each item
    Sync->>Client: post(item)
    Sync->>Store: save(item)
    end
    """

  @Test func `a diagram of the calls has nothing to report`() {
    #expect(findings(Self.whole) == [])
    #expect(findings(Self.whole, "complete") == [])
    #expect(findings("actor User\nUser->>Sync: run()\nSync->>Store: load()") == [])
  }

  @Test func `messages without a call in the code`() {
    #expect(
      findings("Sync->>Client: get()") == [
        "1 never-sent `Sync ->> Client: get()` is drawn, but the code makes no such call"
      ])
    #expect(
      findings("Sync->>Store: close()") == [
        "1 warning never-sent `Sync ->> Store: close()` is drawn, but the code makes no such call"
      ])
    #expect(
      findings("Sync->>Store: sve(item)") == [
        "1 message-label `Sync ->> Store: sve(item)` is drawn, but the call is `save(item)`"
      ])
    #expect(
      findings("Sync->>Store: reindexAll()") == [
        "1 unknown-call `Store` has no member for `Sync ->> Store: reindexAll()`"
      ])
    #expect(
      findings("Sync->>Client: save(item)") == [
        "1 redirected-message `Sync ->> Client: save(item)` is drawn, but the code calls "
          + "`Sync ->> Store: save(item)`"
      ])
  }

  @Test func `an order that the code forbids`() {
    #expect(
      findings("Sync->>Client: post(item)\nSync->>Store: load()") == [
        "2 moved-message the code cannot make the call `Sync ->> Store: load()` after the messages "
          + "before it"
      ])
  }

  @Test func `a complete diagram has all calls`() {
    #expect(
      findings("participant Client\nSync->>Store: load()\nSync->>Store: save(item)", "complete")
        == [
          "2 missing-message the call `Sync ->> Client: post(item)` is missing from the diagram"
        ])
    #expect(findings("Sync->>Store: load()\nSync->>Store: save(item)", "complete") == [])
  }

  @Test func `participants are types, actors, or external`() {
    #expect(
      findings("Sync->>Stor: load()") == ["1 unknown-participant no type is called `Stor`"])
    #expect(findings("Sync->>Server: POST /items", "external=Server") == [])
    #expect(findings("actor User\nUser->>Sync: run()") == [])
  }

  @Test func `evidence is the call in the code and the scenarios`() throws {
    let text = """
      <!-- docgen:verify sequence from="Sync.run()" scenarios=visit -->
      ```mermaid
      sequenceDiagram
      Sync->>Client: post(item)
      Sync->>Store: load()
      ```

      """
    let visit = try #require(Self.visit([0]))
    let found = page(text, traces: [visit]).findings().map { finding in
      "\(finding.rule): "
        + finding.evidence.map { "\($0.kind) \($0.text)" }.joined(separator: " | ")
    }
    #expect(
      found == [
        "never-sent: declared Sync ->> Client: post(item) | observed never sent | note in visit",
        "moved-message: declared Sync ->> Store: load() | observed sent in visit",
      ])
  }

  @Test func `a region has the calls of a method`() {
    #expect(
      region("from=Sync.stop") == """
        ```mermaid
        sequenceDiagram
            participant Sync
            participant Store

            Sync->>Store: close()
        ```

        """)
    #expect(region("from=Sync.run() replies").contains("Store-->>Sync: [Item]"))
    #expect(!region("from=Sync.run() hide=Client").contains("Client"))
  }

  @Test func `a method that does not exist, is unclear, or calls nothing`() {
    #expect(
      region("from=Sync.rum")
        == "no type has a method `Sync.rum` with a body | did you mean `Sync.run`?")
    #expect(region("from=Sync") == "`Sync` does not name a method; write TYPE.METHOD")
    #expect(
      region("from=Sync.run")
        == "`Sync.run` means several methods | name one of `Sync.run()`, `Sync.run(_:)`")
    #expect(
      region("from=Sync.run(to:)")
        == "no type has a method `Sync.run(to:)` with a body | name one of `Sync.run()`, `Sync.run(_:)`"
    )
    #expect(region("from=Sync.idle") == "the method calls no participant that is drawn")
    #expect(
      region("from=Sync.stop hide=Stor")
        == "the method calls no participant `Stor` | did you mean `Store`? | the participants are "
        + "`Store`, `Sync`")
  }

  @Test func `a region with scenarios counts the runs of each branch`() throws {
    let visit = try #require(Self.visit([0, 2, 1], stops: true))
    let keys = "from=Sync.run() scenarios=visit"
    #expect(region(keys, traces: [visit]).contains("loop each item in store.load() (2 of 3 runs)"))
    let idle = try #require(Self.visit([0]))
    #expect(region(keys, traces: [idle]).contains("loop each item in store.load() (no run)"))
    let once = try #require(Self.visit([3]))
    #expect(region(keys, traces: [once]).contains("loop each item in store.load() (1 run)"))
  }

  @Test func `scenarios without a message of the diagram`() throws {
    let visit = try #require(Self.visit([1]))
    #expect(
      region("from=Sync.stop scenarios=visit", traces: [visit])
        == "the scenarios have no message of this diagram | the scenarios have the participants "
        + "Sync, Store, Client")
  }
}
