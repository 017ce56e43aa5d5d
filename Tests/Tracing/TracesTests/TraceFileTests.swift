import Synchronization
import Testing
import Traces

/// A clock that advances by 5 ns at every reading.
func steppingClock() -> TraceClock {
  let time = Atomic<Int64>(0)
  let box = Box(time)
  return TraceClock { box.advance() }
}

private final class Box: Sendable {
  let time: Atomic<Int64>
  init(_ time: consuming Atomic<Int64>) { self.time = time }
  func advance() -> Int64 { time.add(5, ordering: .relaxed).newValue }
}

/// A trace that has every kind of record.
func everything() -> Trace {
  let recorder = TraceRecorder(clock: steppingClock())
  let call = recorder.call(from: "A", to: "B", "fetch", ["since", "limit"])
  TraceRecorder.$enclosing.withValue(call) {
    let phase = recorder.beginPhase(by: "B", "each page", isIteration: true)
    recorder.transition(
      machine: "M", from: "idle", event: "asked", condition: "not open", to: "busy",
      values: [
        TraceValue("count", .integer(-3)), TraceValue("share", .number(0.25)),
        TraceValue("label", .text("tab\t\"quote\" \\ \u{1} é 🌍")), TraceValue("on", .boolean(true)),
      ], effects: ["send", "wait"])
    recorder.decided(by: "B", "queue is empty", holds: false)
    recorder.endPhase(phase, by: "B", "each page")
    recorder.send(from: "B", to: "A", "progress", ["done"])
    recorder.note(by: "B", "a remark")
  }
  recorder.failed(call, "Failure.gone")
  let second = recorder.call(from: "A", to: "B", "POST /events/batch")
  recorder.returned(second, "201 Created")
  recorder.value("limit", .integer(30), unit: "s")
  let machine = DeclaredMachine(
    name: "M", type: "Machine", initial: "idle",
    states: [DeclaredState("idle"), DeclaredState("busy", values: ["count"])], events: ["asked"],
    edges: [DeclaredEdge(from: "idle", event: "asked", condition: "not open", to: "busy")])
  let header = TraceHeader(
    scenario: "everything", title: "One of each", epoch: "2026-01-01T00:00:00Z",
    participants: [TraceParticipant("A", kind: .actor), TraceParticipant("B", kind: .database)])
  return recorder.trace(header: header, machines: [machine])
}

func read(_ text: String) -> (trace: Trace?, errors: [TraceReadError]) {
  TraceReader.read(Array(text.utf8))
}

@Suite struct TraceFileTests {
  @Test func `a written trace reads back the same`() throws {
    let trace = everything()
    #expect(trace.records.count == 11)
    let (found, errors) = TraceReader.read(TraceWriter.encode(trace))
    var expected = trace
    for index in expected.records.indices { expected.records[index].line = index + 3 }
    #expect(errors.isEmpty)
    #expect(found == expected)
  }

  @Test func `two recordings of the same run have equal bytes`() {
    #expect(TraceWriter.encode(everything()) == TraceWriter.encode(everything()))
  }

  @Test func `records within a call have it as their parent`() throws {
    let parents = everything().records.compactMap { record -> TraceSpan?? in
      switch record.body {
      case .phaseBegan(let phase): phase.parent
      case .transition(let step): step.parent
      case .decision(let decision): decision.parent
      case .note(let note): note.parent
      default: TraceSpan??.none
      }
    }
    #expect(parents.count == 4)
    #expect(parents.allSatisfy { $0 == TraceSpan(1) })
  }

  @Test func `a full recorder counts what it drops`() {
    let recorder = TraceRecorder(clock: steppingClock(), capacity: 2)
    for number in 0..<5 { recorder.note(by: "A", "note \(number)") }
    let trace = recorder.trace(header: TraceHeader(scenario: "full"))
    #expect(trace.records.count == 2)
    #expect(trace.dropped == 3)
  }

  @Test func `recording from many tasks loses nothing and repeats no sequence number`() async {
    let recorder = TraceRecorder(clock: .monotonic)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for _ in 0..<500 {
            recorder.returned(recorder.call(from: "A", to: "B", "call \(task)"))
          }
        }
      }
    }
    let trace = recorder.trace(header: TraceHeader(scenario: "many"))
    #expect(trace.records.count == 8_000)
    let (found, errors) = TraceReader.read(TraceWriter.encode(trace))
    #expect(errors.isEmpty)
    #expect(found?.records.count == 8_000)
  }
}

private let header =
  #"{"type":"header","format":"docgen-trace","version":1,"scenario":"s","epoch":"e","participants":[]}"#
private let end = #"{"type":"end","records":0,"dropped":0}"#

@Suite struct BadTraceTests {
  @Test(arguments: [
    ("", 1, 1, "the file is empty"),
    ("garbage\n", 1, 1, "expected a value"),
    (end + "\n", 1, 1, "the first line is not a trace header"),
    (header + "\n", 1, 1, "the trace has no `end` line: was the recording cut off?"),
    (
      header + "\n{\"type\":\"note\",\"seq\":0,\"t\":0,\"by\":\"A\",\"te", 2, 39,
      "the string is not closed; the line is incomplete: was the recording cut off?"
    ),
    (
      header + "\n{\"type\":\"nite\",\"seq\":0,\"t\":0}\n" + end + "\n", 2, 9,
      "unknown type of record `nite`"
    ),
    (header + "\n{\"type\":\"note\",\"seq\":0,\"t\":0}\n" + end + "\n", 2, 1, "`by` is missing"),
    (
      header + "\n{\"type\":\"note\",\"seq\":\"x\",\"t\":0}\n" + end + "\n", 2, 22,
      "`seq` must be a whole number, not a string"
    ),
    (
      header + "\n" + #"{"type":"return","seq":0,"t":0,"span":4}"# + "\n" + end + "\n", 2, 1,
      "span 4 is closed but not open"
    ),
    (
      header + "\n" + #"{"type":"end","records":7,"dropped":0}"# + "\n", 2, 1,
      "the `end` line counts 7 records, but there are 0"
    ),
    (
      header.replacing("\"version\":1", with: "\"version\":9") + "\n", 1, 52,
      "unknown format version 9; expected 1"
    ),
    (
      header.replacing("docgen-trace", with: "other") + "\n", 1, 27,
      "unknown format `other`; expected `docgen-trace`"
    ),
  ])
  func `an invalid trace is reported with position and reason`(
    text: String, line: Int, column: Int, reason: String
  ) {
    let errors = read(text).errors
    #expect(errors.first?.reason == reason)
    #expect(errors.first?.line == line)
    #expect(errors.first?.column == column)
  }

  @Test func `valid lines around an invalid one are kept`() {
    let note = #"{"type":"note","seq":0,"t":0,"by":"A","text":"x"}"#
    let later = #"{"type":"note","seq":2,"t":0,"by":"A","text":"y"}"#
    let (trace, errors) = read([header, note, "oops", later, end, ""].joined(separator: "\r\n"))
    #expect(errors.count == 1)
    #expect(trace?.records.map(\.line) == [2, 4])
  }

  @Test func `no mutation of a trace traps the reader`() {
    let bytes = TraceWriter.encode(everything())
    var random = SystemRandomNumberGenerator()
    var problems = 0
    for _ in 0..<3_000 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<mutated.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: mutated[place] = UInt8.random(in: 0...255, using: &random)
        case 1: mutated.remove(at: place)
        default: mutated.removeSubrange(place...)
        }
        if mutated.isEmpty { break }
      }
      problems += TraceReader.read(mutated).errors.isEmpty ? 0 : 1
    }
    #expect(problems > 1_000)
  }
}
