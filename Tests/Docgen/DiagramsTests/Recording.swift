import Models
import Traces

/// Records small interactions for tests: `recording { $0.call("A", "B", "x") { … } }`.
struct Recording {
  let recorder = TraceRecorder(clock: TraceClock { 0 })

  func call(
    _ from: String, _ to: String, _ name: String, returning value: String = "",
    failing: Bool = false, _ inner: () -> Void = {}
  ) {
    let span = recorder.call(from: from, to: to, name)
    inner()
    if failing { recorder.failed(span, value) } else { recorder.returned(span, value) }
  }

  func each(_ name: String, by participant: String, _ inner: () -> Void) {
    let span = recorder.beginPhase(by: participant, name, isIteration: true)
    inner()
    recorder.endPhase(span, by: participant, name)
  }

  func trace(_ scenario: String) -> RecordedTrace {
    let header = TraceHeader(
      scenario: scenario, title: scenario,
      participants: ["A", "B", "C"].map { TraceParticipant($0) })
    let bytes = TraceWriter.encode(recorder.trace(header: header))
    let (trace, _) = TraceReader.read(bytes)
    return RecordedTrace(
      file: "\(scenario).jsonl", trace: trace ?? Trace(header: TraceHeader(scenario: "bad")))
  }
}

func interaction(
  _ scenario: String = "test", _ record: (Recording) -> Void
) -> RecordedTrace {
  let recording = Recording()
  record(recording)
  return recording.trace(scenario)
}
