import Diagrams
import Mermaid
import SwiftIndex
import Testing

extension FlowFixture {
  var code: CodeModel {
    CodeModel(reading: [SourceInput(path: "Sync.swift", FlowFixtures.prelude + source)])
  }

  func flow(depth: Int) throws -> SourceFlow {
    let code = code
    let (type, method) = try code.flowEntry(named: "Sync.run")
    return code.sourceFlow(of: method, in: type, depth: depth)
  }

  /// The differences between a diagram and the code: `moved Sync ->> Store: save(item)`.
  func deviations(of text: String, isComplete: Bool = false) throws -> [String] {
    let document = MermaidParser.parse("sequenceDiagram\n" + text)
    #expect(document.errors.isEmpty)
    guard case .sequence(let diagram) = document.diagram else { return ["no diagram"] }
    let code = code
    let names = SequenceConformance.participants(of: diagram)
    let calls = FlowDrawing(of: try flow(depth: 3)).calls
    let conformance = FlowConformance(
      of: diagram, with: try flow(depth: 8), in: code,
      types: Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }),
      demanded: isComplete ? calls : [])
    return conformance.deviations.map { deviation in
      let call = deviation.kind == .missing ? deviation.declared?.description : nil
      let mark = deviation.isUncertain ? "?" : ""
      return "\(deviation.kind)\(mark) \(call ?? deviation.drawn?.description ?? "")"
    }
  }
}

/// Sequence diagrams of flows read from source.
@Suite struct FlowTests {
  @Test(arguments: FlowFixtures.all) func `draws`(_ fixture: FlowFixture) throws {
    let diagram = FlowDrawing(of: try fixture.flow(depth: 3)).diagram
    let lines = MermaidPrinter.print(diagram).split(separator: "\n")
      .map { String($0.drop { $0 == " " }) }
      .filter { !$0.hasPrefix("participant") && $0 != "sequenceDiagram" }
    #expect(lines.joined(separator: "\n") == fixture.diagram)
  }

  @Test func `options choose participants, depth and replies`() throws {
    let fixture = FlowFixture(
      name: "options",
      source: """
        final class Cache {
          let store: Store
          func warm() throws { for item in try store.load() { store.save(item) } }
        }
        struct Clock { func now(_ store: Store) { store.delete(Item()) } }
        final class Sync {
          let cache: Cache, clock: Clock, store: Store
          func run() throws {
            try cache.warm()
            clock.now(store)
          }
        }
        """, diagram: "")
    func draw(_ change: (inout SequenceOptions) -> Void) throws -> [String] {
      var options = SequenceOptions()
      change(&options)
      let drawing = FlowDrawing(of: try fixture.flow(depth: 3), options: options)
      return MermaidPrinter.print(drawing.diagram).split(separator: "\n").map(String.init)
        .filter { $0.contains(">>") }.map { String($0.drop { $0 == " " }) }
    }
    let all = [
      "Sync->>+Cache: warm()", "Cache->>Store: load()", "Cache->>Store: save(item)",
      "Sync->>Store: delete(item)",
    ]
    #expect(try draw { _ in } == all)
    #expect(try draw { $0.depth = 1 } == ["Sync->>Cache: warm()"])
    #expect(try draw { $0.collapsed = ["Cache"] } == ["Sync->>Cache: warm()", all[3]])
    #expect(try draw { $0.hidden = ["Cache"] } == [all[3]])
    #expect(try draw { $0.hiddenMessages = ["load"] } == [all[0], all[2], all[3]])
    #expect(
      try draw { $0.participants = ["Sync", "Clock"] } == ["Sync->>Clock: now(store)"])
    #expect(
      try draw {
        $0.showsReplies = true
        $0.participants = ["Cache", "Store"]
      } == ["Cache->>Store: load()", "Store-->>Cache: [Item]", "Cache->>Store: save(item)"])
  }

  @Test func `a bare name does not mean a type that is nested in another one`() throws {
    let fixture = FlowFixture(
      name: "nested",
      source: """
        final class Engine { final class Task { func cancel() {} } }
        class Base { final class Timer { func stop() {} } }
        final class Sync: Base {
          var current: Task<Void, Never>?
          let timer: Timer, task: Engine.Task
          func run() {
            current?.cancel()
            timer.stop()
            task.cancel()
          }
        }
        """, diagram: "")
    let lines = MermaidPrinter.print(FlowDrawing(of: try fixture.flow(depth: 3)).diagram)
      .split(separator: "\n").map { String($0.drop { $0 == " " }) }
    #expect(
      lines.filter { $0.contains(">>") } == ["Sync->>BT: stop()", "Sync->>ET: cancel()"])
  }

  @Test(arguments: FlowFixtures.all) func `the diagram of each fixture agrees with its source`(
    _ fixture: FlowFixture
  ) throws {
    #expect(try fixture.deviations(of: fixture.diagram) == [])
    #expect(try fixture.deviations(of: fixture.diagram, isComplete: true) == [])
  }
}

/// Hand-drawn diagrams compared with the code.
@Suite struct FlowConformanceTests {
  private static let fixture = FlowFixture(
    name: "sync",
    source: """
      final class Audit {
        let store: Store
        func note() { store.delete(Item()) }
      }
      final class Sync {
        let store: Store, client: Client, audit: Audit
        func run(_ items: [Item]) async throws {
          let known = try store.load()
          for item in items {
            try await client.post(item)
            store.save(item)
          }
          audit.note()
        }
        func other() { client.ping {} }
      }
      """,
    diagram: """
      Sync->>Store: load()
      loop each item
      Sync->>Client: post(item)
      Sync->>Store: save(item)
      end
      Sync->>Audit: note()
      Audit->>Store: delete(item)
      """)

  private func check(_ diagram: String, isComplete: Bool = false) throws -> [String] {
    try Self.fixture.deviations(of: diagram, isComplete: isComplete)
  }

  @Test func `undrawn calls are skipped`() throws {
    #expect(try check(Self.fixture.diagram) == [])
    #expect(try check("Sync->>Client: post(item)\nSync->>Audit: note()") == [])
    #expect(
      try check("actor User\nUser->>Sync: run(items)\nSync->>Store: save\nStore-->>Sync: ok") == [])
  }

  @Test func `labels may be spelled in several ways`() throws {
    #expect(try check("Sync->>Client: try await client.post(newItem)") == [])
    #expect(try check("Sync->>Client: post") == [])
    #expect(try check("Sync->>Client: post(_:)") == [])
  }

  @Test func `an order that the code forbids is reported once`() throws {
    #expect(
      try check("Sync->>Audit: note()\nSync->>Store: load()\nAudit->>Store: delete(item)")
        == ["moved Sync ->> Store: load()"])
    // Within a loop, each call may follow the other.
    #expect(try check("Sync->>Store: save(item)\nSync->>Client: post(item)") == [])
  }

  @Test func `messages without a call`() throws {
    #expect(try check("Sync->>Store: lock()") == ["unknownMember Sync ->> Store: lock()"])
    #expect(try check("Sync->>Store: sav(item)") == ["relabelled Sync ->> Store: sav(item)"])
    #expect(try check("Sync->>Store: delete(item)") == ["redirected Sync ->> Store: delete(item)"])
    #expect(try check("Sync->>Audit: save(item)") == ["redirected Sync ->> Audit: save(item)"])
    #expect(try check("Sync->>Client: get(id)") == ["neverSent Sync ->> Client: get(id)"])
    #expect(try check("Store->>Sync: run(items)") == [])
  }

  @Test func `a call of another method is not an error`() throws {
    #expect(try check("Sync->>Client: ping()") == ["neverSent? Sync ->> Client: ping()"])
  }

  @Test func `a complete diagram has all calls`() throws {
    #expect(try check(Self.fixture.diagram, isComplete: true) == [])
    #expect(
      try check(
        Self.fixture.diagram.replacing("Sync->>Store: save(item)\n", with: ""), isComplete: true)
        == ["missing Sync ->> Store: save(item)"])
    #expect(
      try check("Sync->>Store: load()\nSync->>Audit: note()", isComplete: true).sorted() == [
        "missing Audit ->> Store: delete(item)", "missing Sync ->> Store: save(item)",
      ])
  }

  /// Removing, renaming or moving a message of a straight flow is reported.
  @Test(arguments: FlowFixtures.all) func `a change of a fixture is reported`(
    _ fixture: FlowFixture
  ) throws {
    let lines = fixture.diagram.split(separator: "\n").map(String.init)
    for (index, line) in lines.enumerated()
    where line.contains("->>") && !line.contains("Sync->>Sync") {
      var renamed = lines
      renamed[index] = line.replacing("(", with: "Quickly(")
      #expect(
        try !fixture.deviations(of: renamed.joined(separator: "\n")).isEmpty, "renamed \(line)")
      let isOnly = lines.filter { $0 == line }.count == 1 && !line.contains("+")
      guard isOnly, !["closure", "task", "async", "if w"].contains(where: fixture.name.hasPrefix)
      else { continue }
      var removed = lines
      removed.remove(at: index)
      let participants = "participant Sync\nparticipant Store\nparticipant Client\n"
      #expect(
        try !fixture.deviations(
          of: participants + removed.joined(separator: "\n"), isComplete: true
        ).isEmpty
          || fixture.code.types(named: "Store").isEmpty
          || !line.contains("Store") && !line.contains("Client"),
        "removed \(line)")
    }
  }
}
