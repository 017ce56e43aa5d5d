import Diagrams
import Foundation
import Mermaid
import Models
import Traces

/// The speed of comparing traces with sequence diagrams: a long trace that follows its diagram,
/// long ones with deviations, and small pairs compared with PM4Py in the same run.
struct AlignmentBench: Bench {
  let name = "alignment"

  func run() {
    measureFollowing()
    do {
      try compareWithPM4Py()
    } catch {
      Report.failed("alignment compared with PM4Py", error)
    }
  }

  // MARK: - Long traces

  private static let flow = """
    sequenceDiagram
        participant SE as SyncEngine
        participant NC as NetworkClient
        participant BE as Backend
        loop each batch of 50
            SE->>+NC: createEventsBatch(requests, idempotencyKey)
            NC->>BE: POST /events/batch
            alt accepted
                BE-->>NC: 201 Created
                NC-->>SE: BatchCreateEventsResponse
            else rate limited
                BE--xNC: 429 Too Many Requests
                NC--xSE: APIError.http(429)
            end
            deactivate NC
        end
    """

  private func measureFollowing() {
    guard case .sequence(let diagram) = MermaidParser.parse(Self.flow).diagram else { return }
    let events = 1_000_000
    let model = Self.model(rounds: events / 4, breaking: 0)
    let time = Stopwatch.best(of: 3) {
      var aligner = SequenceAligner(diagram)
      let word = aligner.word(of: model)
      precondition(aligner.align(word)?.cost == 0 && word.count == events)
    }
    Self.report("a trace that follows, read and aligned", events, time)
    var aligner = SequenceAligner(diagram)
    let word = aligner.word(of: model)
    let steps = Stopwatch.best(of: 2) { precondition(aligner.align(word)?.cost == 0) }
    Self.report("  aligned only", events, steps)
    let broken = Self.model(rounds: events / 4, breaking: 1_000)
    var other = SequenceAligner(diagram)
    let wrong = other.word(of: broken)
    let breaking = Stopwatch.best(of: 2) { precondition((other.align(wrong)?.cost ?? 0) > 0) }
    Self.report("  aligned, 1 round in 1000 wrong", wrong.count, breaking)
  }

  private static func report(_ what: String, _ events: Int, _ time: Duration) {
    let perSecond = Double(events) / (time.nanoseconds / 1e9)
    Report.line(
      what, "\(Report.number(perSecond / 1e6)) M events/s",
      beside: "\(Report.number(time.nanoseconds / Double(events))) ns an event")
  }

  private static func model(rounds: Int, breaking period: Int) -> RecordedTrace {
    let recorder = TraceRecorder(clock: TraceClock { 0 })
    for round in 0..<rounds {
      let isRefused = round % 5 == 4
      let call = recorder.call(
        from: "SyncEngine", to: "NetworkClient", "createEventsBatch",
        ["requests", "idempotencyKey"])
      let isWrong = period > 0 && round % period == 0
      let request = recorder.call(
        from: "NetworkClient", to: "Backend", isWrong ? "GET /events" : "POST /events/batch")
      if isRefused {
        recorder.failed(request, "429 Too Many Requests")
        recorder.failed(call, "APIError.http(429)")
      } else {
        recorder.returned(request, "201 Created")
        recorder.returned(call, "BatchCreateEventsResponse")
      }
    }
    let header = TraceHeader(
      scenario: "long",
      participants: ["SyncEngine", "NetworkClient", "Backend"].map { TraceParticipant($0) })
    return RecordedTrace(file: "long.jsonl", trace: recorder.trace(header: header))
  }

  // MARK: - PM4Py

  private func compareWithPM4Py() throws {
    let pairs = try PM4PyPair.recorded()
    let theirs = try PM4PyPair.seconds(pairs)
    // On both sides, the time begins when a net or automaton and a sequence are ready, and ends
    // with the alignment, the cost and the fitness. It does not include reading pairs and building
    // nets.
    let ready = pairs.compactMap { pair -> (SequenceAligner, ActivitySequence)? in
      guard case .sequence(let diagram) = MermaidParser.parse(pair.diagram).diagram else {
        return nil
      }
      var aligner = SequenceAligner(diagram)
      let word = aligner.word(of: pair.model)
      return (aligner, word)
    }
    var costs = 0
    var fitness = 0.0
    let time = Stopwatch.best(of: 5) {
      costs = 0
      fitness = 0
      for (prepared, word) in ready {
        var aligner = prepared
        let alignment = aligner.align(word)
        costs += alignment?.cost ?? 0
        fitness += alignment?.fitness ?? 0
      }
    }
    let ours = time.nanoseconds / 1e9
    let agree =
      costs == pairs.reduce(0) { $0 + $1.cost }
      && abs(fitness - pairs.reduce(0) { $0 + $1.fitness }) < 1e-9 * Double(pairs.count)
    Report.line(
      "\(pairs.count) small pairs, aligned", "\(Int(Double(pairs.count) / ours)) /s",
      beside:
        "PM4Py \(Int(Double(pairs.count) / theirs)) /s: ours is \(Int(theirs / ours)) times as "
        + "fast, costs and fitness \(agree ? "equal" : "differ")")
  }
}

/// A pair with PM4Py's result, in the format of the tests.
private struct PM4PyPair: Decodable {
  var diagram: String
  var trace: [Int]
  var tree: String
  var cost: Int
  var fitness: Double

  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func recorded() throws -> [PM4PyPair] {
    let file = package.appendingPathComponent("Tests/Docgen/DiagramsTests/PM4Py/pairs.jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(PM4PyPair.self, from: Data($0.utf8)) }
  }

  var model: RecordedTrace {
    let recorder = TraceRecorder(clock: TraceClock { 0 })
    for letter in trace {
      let span = recorder.call(
        from: ["A", "B"][letter % 2], to: ["B", "C"][letter % 2], "m\(letter)")
      recorder.returned(span)
    }
    return RecordedTrace(
      file: "pair.jsonl", trace: recorder.trace(header: TraceHeader(scenario: "pair")))
  }

  /// The time of PM4Py's own function for all pairs, without starting Python, reading the pairs and
  /// building the nets.
  static func seconds(_ pairs: [PM4PyPair]) throws -> Double {
    let python = package.appendingPathComponent(".build/pm4py/venv/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw RealMermaidSpeed.Missing(
        description: "PM4Py is not below .build/pm4py: run `make alignments`")
    }
    let folder = try ScratchFolder()
    let input = URL(fileURLWithPath: folder.path("pairs.jsonl"))
    let output = URL(fileURLWithPath: folder.path("answers.jsonl"))
    let questions = pairs.map { pair in
      let labels = pair.trace.map { "\"m\($0)()\"" }.joined(separator: ",")
      return "{\"tree\":\(pair.tree),\"trace\":[\(labels)]}\n"
    }
    try Data(questions.joined().utf8).write(to: input)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = python
    process.arguments = [
      package.appendingPathComponent("Tests/Docgen/DiagramsTests/PM4Py/align.py").path
    ]
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    struct Answer: Decodable { var seconds: Double }
    return try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(Answer.self, from: Data($0.utf8)).seconds }.reduce(0, +)
  }
}
