import Traces

/// What one recorded event costs, beside reading the clock alone.
struct RecorderBench: Bench {
  private let rounds = 200_000

  func run() {
    let clock = TraceClock.monotonic
    var sum: Int64 = 0
    let bare = Stopwatch.best { for _ in 0..<rounds { sum &+= clock.now() } }
    let recorded = Stopwatch.best {
      let recorder = TraceRecorder(clock: clock)
      for _ in 0..<rounds {
        recorder.returned(recorder.call(from: "A", to: "B", "call"))
      }
    }
    let perEvent = recorded.nanoseconds / Double(rounds * 2)
    let perRead = bare.nanoseconds / Double(rounds)
    Report.line(
      "recorded event", "\(Report.number(perEvent)) ns",
      beside: "\(Report.number(perEvent / perRead)) x a bare clock read"
        + (sum == 0 ? " (the clock stood still)" : ""))
  }
}

/// How fast a trace is written and read.
struct TraceFileBench: Bench {
  func run() {
    let recorder = TraceRecorder(clock: .monotonic)
    for number in 0..<50_000 {
      let span = recorder.call(from: "SyncEngine", to: "NetworkClient", "getChanges", ["since"])
      recorder.returned(span, "ChangeFeedResponse \(number % 7)")
    }
    let trace = recorder.trace(header: TraceHeader(scenario: "bench"))
    var bytes: [UInt8] = []
    let writing = Stopwatch.best(of: 3) { bytes = TraceWriter.encode(trace) }
    var count = 0
    let reading = Stopwatch.best(of: 3) {
      count = TraceReader.read(bytes).trace?.records.count ?? 0
    }
    let copying = Stopwatch.best(of: 3) { count += Array(bytes.reversed()).count }
    let megabytes = Double(bytes.count) / 1e6
    for (what, time) in [("trace written", writing), ("trace read", reading)] {
      let rate = megabytes / (time.nanoseconds / 1e9)
      Report.line(
        what, "\(Report.number(rate)) MB/s",
        beside: "\(Report.number(time.nanoseconds / copying.nanoseconds)) x turning its bytes round"
          + (count == 0 ? " (nothing was read)" : ""))
    }
  }
}
