import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Testing
import Traces

/// Traces that name their sources, and sources that have changed since.
@Suite struct StaleTraceTests {
  private let path = "Sources/House/Door.swift"

  private func source(_ path: String, _ text: String = Door.source) -> TraceSource {
    TraceSource(file: path, code: CodeDigest(of: Array(text.utf8)))
  }

  /// The findings for traces recorded with the door's source, which is `now`.
  private func findings(
    _ now: String, scenarios: [String] = ["visit"], files: [String: String] = [:],
    sources: [TraceSource]? = nil
  ) -> [Diagnostic] {
    let traces = scenarios.map { scenario in
      var trace = Door.visit()
      trace.header.scenario = scenario
      trace.sources = sources ?? [source(path)]
      return RecordedTrace(file: "\(scenario).jsonl", trace: trace)
    }
    let model = ProjectModel(
      code: CodeModel(reading: [SourceInput(path: path, module: "House", now)]), traces: traces,
      sources: [path: SourceText(now)])
    let context = ProjectContext(
      pages: [], kind: { _ in nil }, names: { _ in [] }, hasFile: { _ in false },
      linkedFiles: LinkedFiles(
        files: { files.keys.sorted() }, read: { files[$0].map { Array($0.utf8) } }),
      isIgnored: { _ in false })
    return CheckedProject(model, context: context).findings()
  }

  private func lines(_ findings: [Diagnostic]) -> [String] {
    findings.map { "\($0.location.file):\($0.line)" }
  }

  @Test func `a trace of today's sources is fresh`() {
    #expect(findings(Door.source).isEmpty)
    let commented = Door.source.replacing("case pushed\n", with: "case pushed  // by hand\n\n")
    #expect(findings(commented).isEmpty)
  }

  @Test func `a changed guard names the declaration`() {
    let now = Door.source.replacing(
      "case (.closed, .keyTurned): state", with: "case (.closed, .keyTurned) where isOld: state")
    let found = findings(now)
    #expect(
      lines(found) == [
        "Sources/House/Door.swift:24:1 stale-trace the trace `visit` was recorded before "
          + "`DoorMachine.apply(_:)` changed"
      ])
    #expect(found.first?.severity == .error)
    #expect(found.first?.evidence.map(\.text) == ["docgen check --record"])
  }

  @Test func `a change has one finding for all traces, and no other`() {
    let now = Door.source.replacing(
      "case (.open, .pulled): state = .closed", with: "case (.open, .pulled): state = .locked")
    let found = findings(now, scenarios: ["a", "b", "c", "d", "e"])
    #expect(
      lines(found) == [
        "Sources/House/Door.swift:24:1 stale-trace 5 traces were recorded before "
          + "`DoorMachine.apply(_:)` changed"
      ])
    #expect(found.first?.evidence.first?.text == "`a`, `b`, `c` and 2 more")
  }

  @Test func `a file outside of the sources counts, and so does a removed one`() {
    let sources = [source("Tests/DoorTests.swift", "func visit() { ring() }")]
    #expect(
      lines(
        findings(Door.source, files: ["Tests/DoorTests.swift": "func visit() {}"], sources: sources)
      )
        == [
          "Tests/DoorTests.swift:1:1 stale-trace the trace `visit` was recorded before `visit()` changed"
        ])
    #expect(
      lines(findings(Door.source, sources: sources)) == [
        "Tests/DoorTests.swift:1:1 stale-trace the trace `visit` was recorded before "
          + "`Tests/DoorTests.swift` was moved or removed"
      ])
  }

  @Test func `paths may begin in a package of the project but not leave the project`() {
    let text = "let a = 1"
    let files = ["App/Sources/A.swift": text, "../B.swift": text, "/etc/B.swift": text]
    #expect(findings(Door.source, files: files, sources: [source("Sources/A.swift", text)]).isEmpty)
    for path in ["../B.swift", "/etc/B.swift"] {
      let found = lines(findings(Door.source, files: files, sources: [source(path, text)]))
      #expect(found.count == 1 && found[0].hasSuffix("was moved or removed"))
    }
  }

  @Test func `a trace without sources is compared with the machine, or of unknown age`() {
    #expect(findings(Door.source, sources: []).isEmpty)
    let found = findings("struct Garden {}", scenarios: ["visit", "again"], sources: [])
      .filter { $0.rule == StaleTrace.id }
    #expect(
      lines(found) == [
        "visit.jsonl:1:1 stale-trace it is unknown whether the trace `visit` (and 1 other trace) is "
          + "older than the code"
      ])
    #expect(found.first?.severity == .warning)
  }
}
