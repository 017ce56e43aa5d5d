import Foundation
import Testing
import Traces

@Suite struct TraceRecorderTests {
  private let header = TraceHeader(scenario: "s")

  private func notes(_ trace: Trace) -> [String] {
    trace.records.compactMap {
      if case .note(let note) = $0.body { note.text } else { nil }
    }
  }

  @Test func `a ring keeps the newest events`() {
    let recorder = TraceRecorder(
      clock: TraceClock { 0 }, capacity: 3, overflow: .dropsOldest)
    for number in 0..<8 { recorder.note(by: "A", "note \(number)") }
    let trace = recorder.trace(header: header)
    #expect(notes(trace) == ["note 5", "note 6", "note 7"])
    #expect(trace.records.map(\.sequence) == [0, 1, 2])
    #expect(trace.dropped == 5)
  }

  @Test func `a ring leaves out the ends of dropped spans, and counts them`() {
    let recorder = TraceRecorder(
      clock: TraceClock { 0 }, capacity: 4, overflow: .dropsOldest)
    let outer = recorder.call(from: "A", to: "B", "outer")
    TraceRecorder.$enclosing.withValue(outer) {
      recorder.returned(recorder.call(from: "B", to: "C", "first"))
      recorder.returned(recorder.call(from: "B", to: "C", "second"))
    }
    recorder.returned(outer)
    let trace = recorder.trace(header: header)
    #expect(trace.records.count == 2)
    #expect(trace.dropped == 4)
    guard case .call(let call) = trace.records.first?.body else {
      Issue.record("the second call is not the first record")
      return
    }
    #expect(call.name == "second")
    #expect(call.parent == nil)
    #expect(TraceReader.read(TraceWriter.encode(trace)).errors.isEmpty)
  }

  @Test func `a disabled recorder records nothing until it is enabled`() {
    let recorder = TraceRecorder(clock: TraceClock { 0 })
    recorder.isEnabled = false
    let span = recorder.call(from: "A", to: "B", "unseen")
    recorder.isEnabled = true
    recorder.returned(span)
    recorder.note(by: "A", "seen")
    let trace = recorder.trace(header: header)
    #expect(notes(trace) == ["seen"])
    #expect(trace.records.count == 1)
    #expect(trace.dropped == 0)
  }

  @Test func `names created at run time stay distinct, however many there are`() {
    let recorder = TraceRecorder(clock: TraceClock { 0 })
    let numbers = Array(0..<6000) + Array(0..<6000)
    for number in numbers { recorder.note(by: "A participant", "a remark with number \(number)") }
    let trace = recorder.trace(header: header)
    #expect(notes(trace) == numbers.map { "a remark with number \($0)" })
  }

  @Test func `a name that is changed in place is a different name`() {
    let recorder = TraceRecorder(clock: TraceClock { 0 })
    var text = String(repeating: "long enough to live on the heap ", count: 2)
    text.reserveCapacity(1000)
    var parameters = ["one", "two"]
    var expected: [String] = []
    for number in 0..<50 {
      recorder.note(by: "A", text)
      _ = recorder.call(from: "A", to: "B", "call", parameters)
      expected.append(text)
      text.append("\(number)")
      parameters[0] = "one \(number)"
    }
    let trace = recorder.trace(header: header)
    #expect(notes(trace) == expected)
    let names = trace.records.compactMap {
      if case .call(let call) = $0.body { call.parameters[0] } else { nil }
    }
    #expect(names == ["one"] + (0..<49).map { "one \($0)" })
  }

  @Test(arguments: [TraceRecorder.Overflow.dropsNewest, .dropsOldest])
  func `four threads lose no event without counting it`(overflow: TraceRecorder.Overflow) async {
    let recorder = TraceRecorder(clock: .monotonic, capacity: 10_000, overflow: overflow)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for number in 0..<5000 { recorder.note(by: "task \(task)", "note \(number % 10)") }
        }
      }
    }
    #expect(recorder.count == 10_000)
    #expect(recorder.dropped == 10_000)
    let times = recorder.trace(header: header).records.map(\.time)
    #expect(times == times.sorted())
  }
}

@Suite struct TraceStreamTests {
  /// The number of killed processes; `KILLS` sets it.
  private static let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap(Int.init) ?? 5

  private func path() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl").path
  }

  private func read(_ path: String) throws -> (trace: Trace?, errors: [TraceReadError]) {
    TraceReader.read(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
  }

  @Test func `a file written piece by piece equals the trace written at once`() throws {
    let path = path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorders = (0..<2).map { _ in TraceRecorder(clock: TraceClock { 0 }) }
    let header = TraceHeader(scenario: "pieces")
    let file = try TraceFile(path: path, recorder: recorders[0], header: header)
    for number in 0..<100 {
      for recorder in recorders {
        // The same line of code for both, so that their recorded places agree.
        recorder.returned(recorder.call(from: "A", to: "B", "call \(number % 3)"))
      }
      if number % 7 == 0 { try file.flush(durably: number == 7) }
    }
    try file.close()
    try file.close()
    let written = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(written == TraceWriter.encode(recorders[1].trace(header: header)))
    #expect(recorders[0].count == 0)
  }

  @Test func `a file that cannot be created is reported with the reason`() {
    #expect {
      _ = try TraceFile(
        path: "/dev/null/trace.jsonl", recorder: TraceRecorder(clock: .monotonic),
        header: TraceHeader(scenario: "s"))
    } throws: {
      "\($0)".hasPrefix("/dev/null/trace.jsonl: ")
    }
  }

  /// Records and flushes forever; writes a byte into `<path>.log` after every tenth flush. The
  /// process is killed this many microseconds after the first.
  private static func record(to path: String, killedAfter delay: UInt32) throws {
    let recorder = TraceRecorder(clock: .monotonic)
    let file = try TraceFile(
      path: path, recorder: recorder, header: TraceHeader(scenario: "killed"))
    try Data().write(to: URL(fileURLWithPath: path + ".log"))
    let log = try FileHandle(forWritingTo: URL(fileURLWithPath: path + ".log"))
    for round in 0... {
      for number in 0..<10 { recorder.note(by: "A", "note \(number)") }
      try file.flush()
      try log.write(contentsOf: [1])
      guard round == 0 else { continue }
      Thread {
        usleep(delay)
        _ = Foundation.kill(getpid(), SIGKILL)
      }.start()
    }
  }

  @Test func `after a kill, everything before a completed flush is in the file`() async throws {
    var random = SystemRandomNumberGenerator()
    for kill in 0..<TraceStreamTests.kills {
      let path = path()
      defer {
        for file in [path, path + ".log"] { try? FileManager.default.removeItem(atPath: file) }
      }
      let delay = UInt32.random(in: 0...40_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as UInt32] in
        try TraceStreamTests.record(to: path, killedAfter: delay)
      }
      let flushed = try Data(contentsOf: URL(fileURLWithPath: path + ".log")).count
      #expect(flushed > 0, "kill \(kill)")
      let (trace, errors) = try read(path)
      let count = trace?.records.count ?? 0
      #expect(count >= flushed * 10, "kill \(kill)")
      // At most the line that was being written, and the missing end.
      #expect(errors.count <= 2, "kill \(kill)")
    }
  }
}
