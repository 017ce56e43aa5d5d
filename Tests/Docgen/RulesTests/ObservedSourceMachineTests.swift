import Diagnostics
import Diagrams
import Markdown
import Mermaid
import Models
import Rules
import SwiftIndex
import Templates
import Testing
import Traces

/// A machine declared by the code and observed in traces without a declaration.
@Suite struct ObservedSourceMachineTests {
  private static let source = """
    struct Upload {
      enum State { case queued, sending, done, failed }
      enum Event { case start, finish, fail, retry }
      private(set) var state = State.queued
      var isOnline = true

      mutating func apply(_ event: Event) {
        switch (state, event) {
        case (.queued, .start) where isOnline: state = .sending
        case (.sending, .finish): state = .done
        case (.sending, .fail): state = .failed
        case (.failed, .retry): state = .queued
        default: break
        }
      }
    }
    """

  /// A model with a trace of these transitions: `queued start sending`.
  private func model(_ transitions: String...) -> ProjectModel {
    let recorder = TraceRecorder(clock: TraceClock { 0 })
    for transition in transitions {
      let words = transition.split(separator: " ").map(String.init)
      recorder.transition(machine: "Upload", from: words[0], event: words[1], to: words[2])
    }
    let trace = recorder.trace(header: TraceHeader(scenario: "run"))
    let (read, _) = TraceReader.read(TraceWriter.encode(trace))
    return ProjectModel(
      code: CodeModel(reading: [SourceInput(path: "Upload.swift", Self.source)]),
      traces: [RecordedTrace(file: "run.jsonl", trace: read ?? trace)])
  }

  @Test func `the code declares the machine, and the traces give its counts`() throws {
    let machine = try #require(
      model("queued start sending", "sending finish done").machine(named: "Upload"))
    #expect(machine.isRecorded)
    #expect(
      machine.edges.map { "\($0.step.from) \($0.step.to) \($0.observed.count)" } == [
        "queued sending 1", "sending done 1", "sending failed 0", "failed queued 0",
      ])
    #expect(machine.states.map(\.observed.count) == [0, 1, 1, 0])
    #expect(machine.undeclared.isEmpty)
  }

  @Test func `a transition that the code excludes is a finding`() {
    let project = CheckedProject(model("queued start sending", "done retry queued"))
    #expect(
      project.findings().map { "\($0.location.file):\($0.line)" } == [
        "run.jsonl:3:1 undeclared-transition `Upload` went `done --> queued` on `retry`, which it does not declare"
      ])
  }

  @Test func `a finding has all three columns`() throws {
    let page = """
      <!-- docgen:verify state-diagram machine=Upload -->
      ```mermaid
      stateDiagram-v2
          [*] --> queued
          queued --> sending: start
          sending --> done: finish
          sending --> failed: fail
          done --> queued: retry
      ```

      """
    let model = model("queued start sending", "sending fail failed", "failed retry queued")
    let findings = CheckedPage(
      Page(path: "a.md", bytes: Array(page.utf8)), project: model,
      templates: TemplateSource(texts: [:])
    ).findings()
    #expect(
      findings.map { "\($0.location.range?.start.line ?? 0) \($0.rule)" } == [
        "2 missing-transition", "6 unobserved-transition", "8 impossible-transition",
      ])
    let missing = try #require(findings.first)
    #expect(missing.evidence.contains { $0.kind == .declared })
    #expect(missing.evidence.contains { $0.kind == .observed && $0.location?.file == "run.jsonl" })
  }

  @Test func `a transition without its guard is named`() {
    var trace = Door.visit()
    trace.machines[0].edges = trace.machines[0].edges.map { edge in
      var edge = edge
      if edge.event == "pulled" { edge.condition = "not locked" }
      return edge
    }
    let found = CheckedProject(Door.model(trace: trace)).findings().filter {
      $0.rule == UndeclaredTransition.id
    }
    #expect(
      found.first?.evidence.first?.text
        == "with the condition `not locked`; the trace recorded none")
  }
}
