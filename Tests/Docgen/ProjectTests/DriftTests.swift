import Diagnostics
import DocgenKit
import Foundation
import Markdown
import Testing

private let machine = "Sources/Sync/Sync/Machine/SyncStateMachine.swift"
private let statePage = "docs/sync-state-machine.md"
private let errorPage = "docs/error-recovery.md"

/// Changes one thing in a copy of this project; `docgen check` must report the line of the document
/// and the place in the code or the trace.
@Suite struct DriftTests {
  @Test func `the unchanged project has nothing to report`() async throws {
    let project = try await ProjectEdit.unchanged
    let errors = await Check.run(project).findings.filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(TextFormat().text(for: errors))")
  }

  @Test func `an edge removed from the machine's source`() async throws {
    let edit = try await ProjectEdit()
    try edit.replace(
      "case (.syncing, .requestFailed(let message)), (.pulling, .requestFailed(let message)):",
      with: "case (.syncing, .requestFailed(let message)):", in: machine)
    try edit.replace(
      "(.idle, .requestFailed),", with: "(.idle, .requestFailed), (.pulling, .requestFailed),",
      in: machine)
    let drawn = try edit.line(of: "pulling --> error: requestFailed", in: statePage)
    let declared = try edit.line(of: "(.pulling, .requestFailed)", in: machine)
    let outcome = await edit.check(statePage)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.contains("\(statePage):\(drawn):5: error: "), "\(outcome)")
    #expect(outcome.contains("[outdated-transition]"))
    #expect(outcome.contains("\(machine):\(declared)"), "\(outcome)")
  }

  @Test func `an edge removed from the machine, as a new recording declares it`() async throws {
    let edit = try await ProjectEdit()
    try edit.editTraces { line in
      guard line.contains("\"type\":\"machine\"") else { return line }
      return line.replacing(/\{"from":"pulling","event":"requestFailed"[^}]*\},/, with: "")
    }
    let drawn = try edit.line(
      of: "pulling --> error: requestFailed", in: statePage,
      after: try edit.line(of: "## Every transition", in: statePage))
    let outcome = await edit.check(statePage)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(
      outcome.contains(
        "\(statePage):\(drawn):5: error: the transition `pulling --> error: requestFailed` no longer exists"
      ), "\(outcome)")
    #expect(outcome.contains("[stale-region]"))
    #expect(outcome.contains("-    pulling --> error: requestFailed"), "\(outcome)")
    #expect(outcome.contains(machine), "\(outcome)")
  }

  @Test func `an edge added to a hand-drawn diagram`() async throws {
    let edit = try await ProjectEdit()
    try edit.replace(
      "    error --> syncing: performSync()\n```",
      with: "    error --> syncing: performSync()\n    error --> idle: performSync()\n```",
      in: statePage)
    let drawn = try edit.line(of: "error --> idle", in: statePage)
    let declared = try edit.line(of: "public struct SyncStateMachine", in: machine)
    let outcome = await edit.check(statePage)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.contains("\(statePage):\(drawn):5: error: `error --> idle`"), "\(outcome)")
    #expect(outcome.contains("[impossible-transition]"))
    #expect(outcome.contains("\(machine):\(declared)"), "\(outcome)")
  }

  @Test func `a trigger that does not cause its edge`() async throws {
    let edit = try await ProjectEdit()
    try edit.replace(
      "pulling --> rateLimited: third consecutive 429",
      with: "pulling --> rateLimited: second consecutive 429", in: statePage)
    let drawn = try edit.line(of: "second consecutive 429", in: statePage)
    let outcome = await edit.check(statePage)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.contains("\(statePage):\(drawn):30: error: "), "\(outcome)")
    #expect(outcome.contains("[transition-label]"))
    let declared = try edit.line(of: "(.pulling, .rateLimitHit", in: machine)
    #expect(outcome.contains("\(machine):\(declared)"), "\(outcome)")
    let trace = ".build/traces/rate-limit-in-bootstrap.jsonl"
    let record = try edit.line(
      of: "\"from\":\"pulling\",\"event\":\"rateLimitHit\",\"condition\":\"third consecutive 429\"",
      in: trace, after: 2)
    #expect(outcome.contains("\(trace):\(record)"), "\(outcome)")
  }

  @Test func `a method renamed in the sources`() async throws {
    let edit = try await ProjectEdit()
    let contract = "Sources/Sync/Sync/Contracts/DataStoreFactory.swift"
    try edit.replace("func makeDataStore()", with: "func makeStore()", in: contract)
    let page = "docs/di-architecture.md"
    let drawn = try edit.line(of: "+makeDataStore()", in: page)
    let declared = try edit.line(of: "protocol DataStoreFactory", in: contract)
    let outcome = await edit.check(page)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.contains("\(page):\(drawn):9: error: "), "\(outcome)")
    #expect(outcome.contains("`DataStoreFactory` has no member `makeDataStore`"), "\(outcome)")
    #expect(outcome.contains("\(contract):\(declared)"), "\(outcome)")
  }

  @Test func `a method renamed in the sources, in a generated table`() async throws {
    let edit = try await ProjectEdit()
    let contract = "Sources/Sync/Sync/Contracts/NetworkClientProtocol.swift"
    try edit.replace("func getLatestCursor()", with: "func latestCursor()", in: contract)
    let page = "docs/di-architecture.md"
    let drawn = try edit.line(of: "getLatestCursor()", in: page)
    let declared = try edit.line(of: "func latestCursor()", in: contract)
    let outcome = await edit.check(page)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.contains("\(page):\(drawn):1: error: "), "\(outcome)")
    #expect(outcome.contains("\(contract):\(declared)"), "\(outcome)")
    #expect(outcome.contains("+| `func latestCursor() async throws -> FeedPosition`"), "\(outcome)")
  }

  @Test func `a message missing from a flow`() async throws {
    let edit = try await ProjectEdit()
    let removed = "        NC->>BE: POST /events/batch\n        alt accepted\n"
    try edit.replace(removed, with: "        alt accepted\n", in: errorPage)
    let before = try edit.line(of: "SE->>+NC: createEventsBatch(…)", in: errorPage)
    let outcome = await edit.check(errorPage)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(
      outcome.contains(
        "\(errorPage):\(before):19: error: the message `NetworkClient ->> Backend: POST /events/batch`"
      ), "\(outcome)")
    #expect(outcome.contains("[missing-message]"))
    let trace = ".build/traces/rate-limit-below-threshold.jsonl"
    let record = try edit.line(of: "\"name\":\"POST /events/batch\"", in: trace)
    #expect(outcome.contains("\(trace):\(record)"), "\(outcome)")
  }

  @Test func `a message that the engine no longer sends`() async throws {
    let edit = try await ProjectEdit()
    try edit.editTraces { line in
      line.replacing("\"name\":\"GET /changes\"", with: "\"name\":\"GET /feed\"")
    }
    let page = "docs/data-flows.md"
    let drawn = try edit.line(of: "NC->>Backend: GET /changes", in: page)
    let outcome = await edit.check(page)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(
      outcome.contains(
        "\(page):\(drawn):27: error: the message `NetworkClient ->> Backend: GET /changes` is now `NetworkClient ->> Backend: GET /feed`"
      ), "\(outcome)")
    #expect(outcome.contains(".build/traces/create-event.jsonl:"), "\(outcome)")
  }

  @Test func `a hand edit inside a generated region`() async throws {
    let edit = try await ProjectEdit()
    try edit.replace(
      "rateLimited --> idle: backoffElapsed<br/>breakerReset",
      with: "rateLimited --> syncing: backoffElapsed<br/>breakerReset", in: statePage)
    let edited = try edit.line(of: "rateLimited --> syncing: backoffElapsed", in: statePage)
    let check = await edit.check(statePage)
    #expect(check.code == 1, "\(check)")
    #expect(check.contains("\(statePage):\(edited):5: error: "), "\(check)")
    #expect(check.contains("[hand-edited-region]"))
    let generation = Generation.planned(await edit.read(), force: false)
    #expect(generation.exitCode.rawValue == 3, "\(generation.problems.map(\.summary))")
    #expect(generation.changes.isEmpty, "\(generation.changes.map(\.diff))")
  }

  @Test func `a region whose scenario vanished`() async throws {
    let edit = try await ProjectEdit()
    try edit.replace(
      "\"scenario\":\"create-event\"", with: "\"scenario\":\"other\"",
      in: ".build/traces/create-event.jsonl")
    let marker = try edit.line(of: "scenarios=\"create-event\"", in: "docs/data-flows.md")
    let outcome = await edit.check("docs/data-flows.md")
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.contains("docs/data-flows.md:\(marker):28: error: "), "\(outcome)")
    #expect(outcome.contains("no trace records the scenario `create-event`"), "\(outcome)")
  }

  @Test func `a value that changed in the code`() async throws {
    let edit = try await ProjectEdit()
    let breaker = "Sources/Sync/Sync/Machine/CircuitBreaker.swift"
    try edit.replace("threshold = 3", with: "threshold = 2", in: breaker)
    let written = try edit.line(of: "docgen:value CircuitBreaker.threshold", in: errorPage)
    let declared = try edit.line(of: "threshold = 2", in: breaker)
    let outcome = await edit.check(errorPage)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.contains("\(errorPage):\(written):"), "\(outcome)")
    #expect(
      outcome.contains("3 is no longer the value of `CircuitBreaker.threshold` (2)"), "\(outcome)")
    #expect(outcome.contains("\(breaker):\(declared)"), "\(outcome)")
  }

  @Test func `an unchecked diagram`() async throws {
    let edit = try await ProjectEdit()
    let text = try edit.text("README.md")
    edit.write(text + "\n```mermaid\nstateDiagram-v2\n    a --> b\n```\n", to: "README.md")
    let findings = await Check.run(edit.read(), pages: ["README.md"]).findings
    #expect(findings.contains { $0.rule.rawValue == "loose-diagram" }, "\(findings.map(\.summary))")
  }

  @Test func `check accepts the output of generate`() async throws {
    let edit = try await ProjectEdit()
    try edit.replace(
      "threshold = 3", with: "threshold = 2", in: "Sources/Sync/Sync/Machine/CircuitBreaker.swift")
    // The traces as recorded from the changed code.
    try edit.editTraces { line in
      line.replacing("\"name\":\"GET /changes\"", with: "\"name\":\"GET /feed\"")
        .replacing(/,"sources":.*\]/, with: "")
    }
    try edit.replace("NC->>BE: GET /changes?since=…", with: "NC->>BE: GET /feed", in: errorPage)
    #expect(await edit.check(errorPage).code == 1)
    let generation = Generation.planned(await edit.read(), force: false)
    #expect(generation.exitCode == .success && !generation.changes.isEmpty)
    for change in generation.changes {
      edit.write(String(decoding: change.bytes, as: UTF8.self), to: change.page.path)
    }
    let errors = await Check.run(edit.read()).findings.filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(TextFormat().text(for: errors))")
  }
}

/// Changes without meaning: nothing may be reported, and generating may only adopt a new order.
@Suite struct CosmeticTests {
  /// Checks all pages, or those that are named.
  private func expectNothing(
    in edit: ProjectEdit, pages: [String] = [], mayRearrange: Bool = false
  ) async throws {
    let project = await edit.read()
    let findings = await Check.run(project, pages: pages).findings
    let errors = findings.filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(TextFormat().text(for: errors))")
    let generation = Generation.planned(project, force: false)
    #expect(!generation.problems.contains { $0.severity == .error })
    if mayRearrange { return }
    #expect(generation.changes.isEmpty, "\(generation.changes.map(\.diff))")
    let warnings = findings.filter { $0.severity == .warning }
    #expect(!warnings.contains { $0.fixIts.contains(where: \.isSafe) })
  }

  @Test func `line endings`() async throws {
    let edit = try await ProjectEdit()
    for path in edit.documents {
      edit.write(try edit.text(path).replacing("\n", with: "\r\n"), to: path)
    }
    try await expectNothing(in: edit)
  }

  @Test func `white space in diagrams, generated and drawn by hand`() async throws {
    let edit = try await ProjectEdit()
    // The diagrams in the reference of the rules are examples within a generated text.
    for path in edit.documents where path != "docs/reference/rules.md" {
      let text = try edit.text(path)
      edit.write(
        text.replacing(/(?m)^    (\S.*(-->|->>|\.\.>|--x).*)$/) { "  \t \($0.1)  " }, to: path)
    }
    #expect(try edit.text(statePage).contains("  \t idle --> syncing"))
    try await expectNothing(in: edit)
  }

  @Test func `order of declarations`() async throws {
    let edit = try await ProjectEdit()
    let contract = "Sources/Sync/Sync/Contracts/NetworkClientProtocol.swift"
    let text = try edit.text(contract)
    let pattern = /(?s)(  \/\/\/ The newest.*?\n  func getLatestCursor\(\)[^\n]*\n)/
    let last = try #require(
      text.firstMatch(of: pattern)
        ?? text.firstMatch(of: /(?m)(^  \/\/\/[^\n]*\n  func getLatestCursor\(\)[^\n]*\n)/))
    let moved = text.replacing(last.1, with: "")
      .replacing(/(public protocol NetworkClientProtocol[^\n]*\{\n)/) { "\($0.1)\(last.1)" }
    #expect(moved != text)
    edit.write(moved, to: contract)
    let state = "Sources/Sync/Sync/Machine/SyncState.swift"
    let cases = try edit.text(state)
    let pulling = try #require(
      cases.firstMatch(of: /(?s)(  \/\/\/ Remote changes.*?\n  case pulling\n)/))
    edit.write(
      cases.replacing(pulling.1, with: "").replacing(
        "public enum SyncState: Hashable, Sendable {\n",
        with: "public enum SyncState: Hashable, Sendable {\n\(pulling.1)"), to: state)
    try await expectNothing(in: edit, mayRearrange: true)
  }

  @Test func `order of arrows in a diagram drawn by hand`() async throws {
    let edit = try await ProjectEdit()
    let line = "    pulling --> idle: everything fetched\n"
    try edit.replace(line, with: "", in: statePage)
    try edit.replace("    [*] --> idle\n", with: line + "    [*] --> idle\n", in: statePage)
    try await expectNothing(in: edit, pages: [statePage])
  }

  @Test func `unrelated prose and code`() async throws {
    let edit = try await ProjectEdit()
    for path in edit.documents {
      edit.write(
        "<!-- a remark -->\n\nSome words before.\n\n" + (try edit.text(path))
          + "\nAnd behind.\n",
        to: path)
    }
    edit.write(
      try edit.text(machine) + "\n/// Something new.\nstruct Newcomer { let age = 3 }\n",
      to: machine)
    try await expectNothing(in: edit)
  }
}
