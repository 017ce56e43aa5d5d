import Foundation
import Traces

/// The cost of one recorded event, compared with reading the clock alone, and the cost of a
/// disabled recorder.
struct RecorderBench: Bench {
  let name = "recorder"
  private let rounds = 20_000

  func run() {
    let clock = TraceClock.monotonic
    var sum: Int64 = 0
    let bare = Stopwatch.best(of: 50) { for _ in 0..<rounds { sum &+= clock.now() } }
    let recorder = TraceRecorder(clock: clock, capacity: rounds * 2, overflow: .dropsOldest)
    let record = {
      for _ in 0..<rounds {
        let span = recorder.call(from: "SyncEngine", to: "NetworkClient", "getChanges", ["since"])
        recorder.returned(span, "ChangeFeedResponse")
      }
    }
    record()
    let allocations = Allocations.during(record)
    let enabled = Stopwatch.best(of: 50, record)
    recorder.isEnabled = false
    let disabled = Stopwatch.best(of: 50, record)
    let perRead = bare.nanoseconds / Double(rounds)
    let perEvent = enabled.nanoseconds / Double(rounds * 2)
    Report.line(
      "recorded event", "\(Report.number(perEvent)) ns",
      beside: "\(Report.number(perEvent / perRead)) x a bare clock read, "
        + "\(allocations.map(String.init) ?? "unknown") allocations in \(rounds * 2) events"
        + (sum == 0 ? " (the clock did not advance)" : ""))
    Report.line(
      "event, switched off", "\(Report.number(disabled.nanoseconds / Double(rounds * 2))) ns",
      beside: "\(Report.number(disabled.nanoseconds / Double(rounds * 2) / perRead)) x that")
  }
}

/// The speed of writing and reading a trace, compared with Foundation's JSON on the same lines.
struct TraceFileBench: Bench {
  let name = "traces"
  func run() {
    let recorder = TraceRecorder(clock: .monotonic)
    for number in 0..<20_000 {
      let span = recorder.call(from: "SyncEngine", to: "NetworkClient", "getChanges", ["since"])
      recorder.returned(span, "ChangeFeedResponse \(number % 7)")
    }
    let trace = recorder.trace(header: TraceHeader(scenario: "bench"))
    var bytes: [UInt8] = []
    let writing = Stopwatch.best(of: 3) { bytes = TraceWriter.encode(trace) }
    var count = 0
    let reading = Stopwatch.best(of: 3) {
      count += TraceReader.read(bytes).trace?.records.count ?? 0
    }
    let lines = bytes.split(separator: 0x0A).map { Data($0) }
    var objects: [Any] = []
    let peerReading = Stopwatch.best(of: 3) {
      objects = lines.compactMap { try? JSONSerialization.jsonObject(with: $0) }
    }
    let peerWriting = Stopwatch.best(of: 3) {
      for object in objects {
        count += (try? JSONSerialization.data(withJSONObject: object))?.count ?? 0
      }
    }
    report("trace written", bytes.count, writing, peerWriting, count)
    report("trace read", bytes.count, reading, peerReading, count)
  }

  private func report(
    _ what: String, _ bytes: Int, _ time: Duration, _ peer: Duration, _ count: Int
  ) {
    let rate = Double(bytes) / 1e6 / (time.nanoseconds / 1e9)
    Report.line(
      what, "\(Report.number(rate)) MB/s",
      beside:
        "\(Report.number(time.nanoseconds / peer.nanoseconds)) x the time of JSONSerialization"
        + (count == 0 ? " (nothing was read)" : ""))
  }
}
