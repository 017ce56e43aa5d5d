import Foundation
import TestTools
import Testing
import TraceTesting
import Traces

/// Recording in an app: calls as closures, transitions by reflection, scenarios.
@Suite struct RecordingTests {
  /// A machine that does not depend on traces.
  struct Upload {
    enum State { case queued, sending(done: Int, of: Int), failed(any Error) }
    enum Event { case start, progress(Int), fail, retry(after: Double, Bool) }
    enum Effect { case send(String), cancel }
    var state = State.queued

    mutating func handle(_ event: Event) -> [Effect] {
      switch (state, event) {
      case (.queued, .start):
        state = .sending(done: 0, of: 3)
        return [.send("a")]
      case (.sending, .progress(let done)): state = .sending(done: done, of: 3)
      case (.sending, .fail):
        state = .failed(Refused.busy(3))
        return [.cancel]
      default: break
      }
      return []
    }
  }
  enum Refused: Error { case closed, busy(Int) }

  private func trace(_ play: @escaping @Sendable () async throws -> Void) async throws -> Trace {
    try await RecordedScenario("a", "A title.", play: play).record(sources: nil)
  }

  private func lines(_ trace: Trace) -> [String] {
    trace.records.map { record in
      switch record.body {
      case .call(let call):
        "\(call.parent.map { "\($0.number) " } ?? "")\(call.from) -> \(call.to): "
          + "\(call.name)(\(call.parameters.joined(separator: ", ")))"
      case .returned(let outcome): "\(outcome.span.number) returned \(outcome.value)"
      case .failed(let outcome): "\(outcome.span.number) failed \(outcome.value)"
      case .transition(let step):
        "\(step.machine): \(step.from) -> \(step.to) on \(step.event) "
          + "\(step.values.map { "\($0.name)=\($0.value)" }) \(step.effects)"
      default: "\(record.body)"
      }
    }
  }

  @Test func `a call closes its span, and nests everything recorded inside`() async throws {
    let trace = try await trace {
      let recorder = TraceRecorder.current
      let count = await recorder.call("Loader", "load", ["name"]) {
        await recorder.call("HTTPClient", "get", ["url"]) {
          await Task.yield()
          return Data()
        }.count
      }
      #expect(count == 0)
      try? recorder.call("Store", "save") { throw Refused.busy(1) }
      try? recorder.call("Store", "save") { throw Refused.closed }
      _ = recorder.call("Store", "find") { Int?.none }
      recorder.call("Log", "write", from: "Store") {}
    }
    #expect(
      lines(trace) == [
        "User -> Loader: load(name)", "1 Loader -> HTTPClient: get(url)", "2 returned Data",
        "1 returned Int", "User -> Store: save()", "3 failed Refused.busy",
        "User -> Store: save()", "4 failed Refused.closed", "User -> Store: find()",
        "5 returned nil", "Store -> Log: write()", "6 returned ",
      ])
    #expect(
      trace.header.participants == [
        TraceParticipant("User", kind: .actor), TraceParticipant("Loader"),
        TraceParticipant("HTTPClient"), TraceParticipant("Store"), TraceParticipant("Log"),
      ])
    #expect(trace.records.map(\.time) == (0..<12).map { $0 * 1_000_000 })
    #expect(trace.records[0].site?.file == "TracesTests/RecordingTests.swift")
  }

  @Test func `a transition is recorded by reflection, with values and effects`() async throws {
    let trace = try await trace {
      var upload = Upload()
      for event in [
        Upload.Event.start, .retry(after: 1.5, true), .progress(2), .progress(2), .fail, .start,
      ] {
        TraceRecorder.current.transition(&upload, event)
      }
    }
    #expect(
      lines(trace) == [
        #"Upload: queued -> sending on start ["done=integer(0)", "of=integer(3)"] ["send"]"#,
        #"Upload: sending -> sending on progress ["done=integer(2)", "of=integer(3)"] []"#,
        #"Upload: sending -> failed on fail ["0=text(\"busy(3)\")"] ["cancel"]"#,
      ])
  }

  @Test func `outside of a scenario, the work is done and nothing is recorded`() async throws {
    var upload = Upload()
    #expect(TraceRecorder.current.transition(&upload, .start).count == 1)
    #expect(
      try await TraceRecorder.current.call("A", "b") { try await Task.sleep(for: .zero) } == ())
    #expect(TraceRecorder.current.call("A", "b") { 3 } == 3)
    #expect(TraceRecorder.current.count == 0)
    #expect(TraceRecorder.current.dropped == 0)
  }

  @Test func `two recordings have equal bytes, and an equal file is left alone`()
    async throws
  {
    let folder = try TemporaryFolder()
    let scenario = RecordedScenario("twice") { TraceRecorder.current.call("A", "b") {} }
    let path = folder.file("deep/traces")
    try await RecordedScenario.record([scenario], into: path)
    let first = try Data(contentsOf: URL(fileURLWithPath: path + "/twice.jsonl"))
    try await RecordedScenario.record([scenario], into: path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "/twice.jsonl")) == first)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["twice.jsonl"])
    let (trace, errors) = TraceReader.read(Array(first))
    #expect(errors.isEmpty)
    #expect(trace?.sources.map(\.file) == ["Tests/Tracing/TracesTests/RecordingTests.swift"])
  }

  @Test func `a folder that cannot be written is named`() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(fileURLWithPath: folder.file("a")))
    let scenario = RecordedScenario("x") {}
    await #expect(throws: TraceFileError.self) {
      try await RecordedScenario.record([scenario], into: folder.file("a/b"))
    }
  }

  @Test(.recorded("trait", "A test that records.", into: ".build/test-traces"))
  func `a test is a scenario`() {
    TraceRecorder.current.call("A", "b") {}
    #expect(TraceRecorder.current.count == 2)
  }
}

extension RecordingTests.Upload: TracedMachine {
  mutating func apply(_ event: Event) -> [Effect] { handle(event) }
}
