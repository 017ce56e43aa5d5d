import Diagrams
import DocgenKit
import Foundation
import Traces

/// The speed of folding flows into diagrams, compared with the figures that the project promises.
struct FoldingBench: Bench {
  let name = "folding"

  func run() async {
    // Runs first, because memory left by others would hide its own use. Memory left by writing the
    // file does so in part: the figure is the additional memory.
    await file(records: 1_000_000)
    siblings()
    sizes()
  }

  /// 8,000 consecutive calls of 20 names, in random order.
  private func siblings() {
    var table = StepTable()
    var random = Steps(state: 7)
    let nodes = (0..<8_000).map { _ in table.node(Self.call(random.next(20))) }
    let sequence = table.sequence(nodes)
    var messages = 0
    let time = Stopwatch.best {
      messages = TraceFolding(table, sequences: [sequence]).steps.messageCount
    }
    Report.line(
      "8,000 calls of 20 names, folded", "\(Report.number(time.nanoseconds / 1e6)) ms",
      beside: "\(messages) messages left; promised: under 50 ms")
  }

  /// Nested loops with options and alternatives: the time per call should be constant.
  private func sizes() {
    for size in [10_000, 100_000, 1_000_000, 10_000_000] {
      var table = StepTable()
      let sequence = table.sequence(Self.rounds(size, &table))
      var messages = 0
      let time = Stopwatch.best(of: size > 1_000_000 ? 1 : 3) {
        messages = TraceFolding(table, sequences: [sequence]).steps.messageCount
      }
      Report.line(
        "\(size) calls in rounds, folded",
        "\(Report.number(time.nanoseconds / 1e6)) ms",
        beside: "\(Report.number(time.nanoseconds / Double(size))) ns a call, "
          + "\(messages) messages left")
    }
  }

  /// A trace on disk that the program reads and draws.
  private func file(records: Int) async {
    do {
      let folder = try ScratchFolder()
      let path = folder.path("large.jsonl")
      try Self.write(records: records, to: path)
      ProcessFigures.forgetPeak()
      let before = ProcessFigures.residentMemory ?? 0
      let console = CountingConsole()
      let start = ContinuousClock.now
      let code = await Program(console: console, folder: ".").run(["diagram", "sequence", path])
      let seconds = (ContinuousClock.now - start).nanoseconds / 1e9
      let peak = Double((ProcessFigures.peakMemory ?? 0) - before) / 1_048_576
      Report.line(
        "a trace of \(records) records, drawn", "\(Report.number(seconds)) s",
        beside: "\(Report.number(peak)) MiB more, exit code \(code.rawValue), "
          + "\(console.lines) lines; promised: under 3 s, 256 MiB")
    } catch {
      Report.failed("a trace of \(records) records", error)
    }
  }

  // MARK: - Flows

  private static func call(_ number: Int) -> StepSymbol {
    .message(DrawnMessage(from: "A", to: "B", label: "m\(number)()", kind: .call))
  }

  private static func rounds(_ size: Int, _ table: inout StepTable) -> [Int32] {
    let names = (0..<8).map { table.node(call($0)) }
    var random = Steps(state: 3)
    var nodes: [Int32] = []
    nodes.reserveCapacity(size + 32)
    while nodes.count < size {
      nodes.append(names[0])
      for _ in 0...random.next(5) {
        nodes += [names[1], names[2]]
        if random.next(2) == 0 { nodes.append(names[3]) }
      }
      nodes += random.next(2) == 0 ? [names[4], names[5]] : [names[6]]
      nodes.append(names[7])
    }
    return nodes
  }

  /// Batches that are sent and answered, some of them refused.
  private static func write(records: Int, to path: String) throws {
    let recorder = TraceRecorder(clock: TraceClock { 0 }, capacity: records + 64)
    var random = Steps(state: 5)
    var count = 0
    let sync = recorder.call(from: "App", to: "Engine", "sync")
    while count < records - 16 {
      let round = recorder.beginPhase(by: "Engine", "each batch", isIteration: true)
      let send = recorder.call(from: "Engine", to: "Client", "send", ["events"])
      let post = recorder.call(from: "Client", to: "Server", "POST /events")
      if random.next(10) == 0 {
        recorder.failed(post, "429 Too Many Requests")
        recorder.failed(send, "APIError.rateLimited")
      } else {
        recorder.returned(post, "201 Created")
        recorder.returned(send, "Response")
      }
      recorder.endPhase(round, by: "Engine", "each batch")
      count += 6
    }
    recorder.returned(sync, "Report")
    let trace = recorder.trace(header: TraceHeader(scenario: "large"))
    try Data(TraceWriter.encode(trace)).write(to: URL(fileURLWithPath: path))
  }
}

/// Small random numbers, the same in every run.
private struct Steps {
  var state: UInt64

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}

/// Counts the printed lines.
private final class CountingConsole: Console, @unchecked Sendable {
  private(set) var lines = 0

  func put(_ text: String, on stream: ConsoleStream) {
    if stream == .output { lines += text.utf8.count { $0 == 0x0A } } else { Swift.print(text) }
  }
  var width: Int { 80 }
  var wantsColor: Bool { false }
}
