import JSON
import Testing
import Traces

@Suite struct TraceExportTests {
  /// Two overlapping calls of one participant, one that never ends, a message, a failure, a
  /// transition, lost records, and names that need escaping.
  private static let trace: Trace = {
    var time: Int64 = 0
    var records: [TraceRecord] = []
    func add(_ body: TraceRecord.Body) {
      records.append(
        TraceRecord(
          sequence: records.count, time: time, body: body,
          site: TraceSite(file: "A/B.swift", line: 7)))
      time += 1_234_567
    }
    let (first, second, third) = (TraceSpan(1), TraceSpan(2), TraceSpan(3))
    add(.phaseBegan(TracePhase(span: TraceSpan(9), by: "A", name: "each \"page\"\n\u{1}")))
    add(.call(TraceCall(span: first, parent: TraceSpan(9), from: "A", to: "B", name: "one")))
    add(.call(TraceCall(span: second, from: "A", to: "B", name: "two", parameters: ["x", "y"])))
    add(.returned(TraceOutcome(span: first, value: "Größe 🚲")))
    add(.call(TraceCall(span: third, parent: second, from: "B", to: "B", name: "never ends")))
    add(.failed(TraceOutcome(span: second, value: "APIError.http(429)")))
    add(.call(TraceCall(span: TraceSpan(4), from: "B", to: "C", name: "told", isSend: true)))
    add(.decision(TraceDecision(by: "A", parent: third, condition: "50 % over", holds: true)))
    add(
      .transition(
        TraceTransition(
          machine: "Door", parent: TraceSpan(9), from: "closed", event: "opened", to: "open",
          values: [TraceValue("angle", .number(0.1)), TraceValue("n", .integer(3))],
          effects: ["ring"])))
    add(.note(TraceNote(by: "D", text: "nobody declared D")))
    add(.value(TraceMeasurement(name: "a+b", value: .boolean(true), unit: "s")))
    let machine = DeclaredMachine(
      name: "Door", type: "DoorMachine", initial: "closed",
      states: [DeclaredState("closed"), DeclaredState("open")], events: ["opened"],
      edges: [DeclaredEdge(from: "closed", event: "opened", to: "open")])
    return Trace(
      header: TraceHeader(
        scenario: "odd \\ names", title: "A title", epoch: "2026-01-05T09:00:00.25Z",
        participants: [TraceParticipant("A"), TraceParticipant("B", kind: .database)]),
      machines: [machine], records: records, dropped: 3)
  }()

  @Test(arguments: TraceExport.allCases)
  func `importing an exported trace restores it`(format: TraceExport) {
    let (traces, errors) = TraceImport.read(format.encode(Self.trace))
    #expect(errors.isEmpty)
    #expect(traces.count == 1)
    #expect(traces.first.map(TraceWriter.encode) == TraceWriter.encode(Self.trace))
  }

  @Test func `a trace in its own format is read unchanged`() {
    let bytes = TraceWriter.encode(Self.trace)
    #expect(TraceImport.read(bytes).traces.first.map(TraceWriter.encode) == bytes)
  }

  @Test(arguments: TraceExport.allCases)
  func `damaged files are rejected or read in part, without traps`(format: TraceExport) {
    let bytes = format.encode(Self.trace)
    var random = SystemRandomNumberGenerator()
    var refused = 0
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: damaged.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged[place] = UInt8.random(in: .min ... .max, using: &random)
        case 1: damaged.removeSubrange(place..<min(place + 9, damaged.count))
        default: damaged = Array(damaged[..<place])
        }
        if damaged.isEmpty { damaged = [0] }
      }
      if !TraceImport.read(damaged).errors.isEmpty { refused += 1 }
    }
    #expect(refused > 0)
  }

  @Test func `other files are rejected with a sentence`() {
    for (text, expected) in [
      ("", "the file is empty"), ("{\"a\": 1}", "expected a trace"), ("{\"a\": ", "ends"),
      ("{\"traceEvents\": []}", "docgen trace export"), ("\u{0A}\u{08}", "docgen trace export"),
    ] {
      let (traces, errors) = TraceImport.read(Array(text.utf8))
      #expect(traces.isEmpty)
      #expect(errors.first?.reason.contains(expected) == true, "\(text)")
    }
  }

  @Test func `traces of one run are merged by time, with separate spans`() throws {
    var later = Self.trace
    later.header.epoch = "2026-01-05T09:00:00.252Z"
    later.header.scenario = "later"
    let merged = try TraceMerge.merged([later, Self.trace])
    #expect(merged.records.count == Self.trace.records.count * 2)
    #expect(merged.dropped == 6)
    #expect(merged.header.scenario == "later+odd \\ names")
    #expect(merged.header.epoch == "2026-01-05T09:00:00.250000000Z")
    #expect(merged.records.map(\.time) == merged.records.map(\.time).sorted())
    #expect(merged.records.first?.time == 0)
    #expect(TraceReader.read(TraceWriter.encode(merged)).errors.isEmpty)
    var timeless = Self.trace
    timeless.header.epoch = "yesterday"
    #expect(throws: TraceMerge.Failure.self) { try TraceMerge.merged([timeless, later]) }
    var other = Self.trace
    other.machines[0].initial = "open"
    #expect(throws: TraceMerge.Failure.machinesDiffer("Door")) {
      try TraceMerge.merged([Self.trace, other])
    }
    #expect(throws: TraceMerge.Failure.nothing) { try TraceMerge.merged([]) }
  }
}

/// OTLP that other programs have recorded.
@Suite struct OTLPImportTests {
  private static func span(
    _ id: String, in service: String, under parent: String = "", kind: Int, _ name: String,
    _ times: ClosedRange<Int>, attributes: [String: String] = [:], rest: String = ""
  ) -> String {
    let pairs = attributes.sorted { $0.key < $1.key }.map {
      #"{"key":"\#($0.key)","value":{"stringValue":"\#($0.value)"}}"#
    }.joined(separator: ",")
    return #"{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":"#
      + #"{"stringValue":"\#(service)"}}]},"scopeSpans":[{"spans":[{"traceId":"0a","spanId":"\#(id)","#
      + #""parentSpanId":"\#(parent)","kind":\#(kind),"name":"\#(name)","#
      + #""startTimeUnixNano":"\#(1_767_603_600_000_000_000 + times.lowerBound)","#
      + #""endTimeUnixNano":"\#(1_767_603_600_000_000_000 + times.upperBound)","attributes":[\#(pairs)]"#
      + rest + "}]}]}]}"
  }

  private static let shop = [
    span("01", in: "shop", kind: 2, "POST /orders", 0...100),
    span("02", in: "shop", under: "01", kind: 1, "check basket", 5...20),
    span("03", in: "shop", under: "01", kind: 3, "POST", 30...80),
    span(
      "04", in: "payments", under: "03", kind: 2, "POST /payments", 35...75,
      rest: #","status":{"code":2,"message":"card refused"}"#),
    span(
      "05", in: "payments", under: "04", kind: 3, "SELECT cards", 40...50,
      attributes: ["db.system": "postgresql"],
      rest: #","events":[{"timeUnixNano":"1767603600000000045","name":"slow"}]"#),
    span(
      "06", in: "shop", under: "01", kind: 4, "order placed", 90...90,
      attributes: ["messaging.destination.name": "orders"]),
  ]

  private func told(_ trace: Trace?) -> [String] {
    var names: [TraceSpan: String] = [:]
    return (trace?.records ?? []).map { record in
      switch record.body {
      case .call(let call):
        names[call.span] = call.name
        return "\(record.time) \(call.from) \(call.isSend ? "->>" : "->") \(call.to) \(call.name)"
      case .returned(let outcome): return "\(record.time) back \(names[outcome.span] ?? "")"
      case .failed(let outcome):
        return "\(record.time) failed \(names[outcome.span] ?? "") \(outcome.value)"
      case .phaseBegan(let phase): return "\(record.time) \(phase.by) begins \(phase.name)"
      case .phaseEnded(let phase): return "\(record.time) \(phase.by) ends \(phase.name)"
      case .note(let note): return "\(record.time) \(note.by) \(note.text)"
      default: return "\(record.time) ?"
      }
    }
  }

  private static let expected = [
    "0 Client -> shop POST /orders", "5 shop begins check basket", "20 shop ends check basket",
    "35 shop -> payments POST /payments", "40 payments -> postgresql SELECT cards",
    "45 postgresql slow", "50 back SELECT cards", "75 failed POST /payments card refused",
    "90 shop ->> orders order placed", "100 back POST /orders",
  ]

  @Test func `spans become calls, messages, phases and notes, whatever their order`() {
    for lines in [Self.shop, Self.shop.reversed(), Self.shop.shuffled()] {
      let (traces, errors) = TraceImport.read(Array(lines.joined(separator: "\n").utf8))
      #expect(errors.isEmpty)
      #expect(told(traces.first) == Self.expected)
      #expect(traces.first?.header.scenario == "post-orders")
      #expect(traces.first?.header.epoch == "2026-01-05T09:00:00Z")
      #expect(
        Set(traces.first?.header.participants.map(\.name) ?? [])
          == ["Client", "shop", "payments", "postgresql", "orders"])
      let written = traces.first.map(TraceWriter.encode) ?? []
      #expect(TraceReader.read(written).errors.isEmpty)
    }
  }

  @Test func `each trace identifier yields a trace`() {
    let other = Self.shop.map { $0.replacing(#""traceId":"0a""#, with: #""traceId":"0b""#) }
    let (traces, _) = TraceImport.read(Array((Self.shop + other).joined(separator: "\n").utf8))
    #expect(traces.map(\.header.scenario) == ["post-orders", "post-orders-2"])
    #expect(traces.map { told($0) } == [Self.expected, Self.expected])
  }

  @Test func `a line that is not JSON and a span without times are reported`() {
    let lines = [
      Self.shop[0], "{\"resourceSpans\": [",
      #"{"resourceSpans":[{"scopeSpans":[{"spans":[{}]}]}]}"#,
    ]
    let (traces, errors) = TraceImport.read(Array(lines.joined(separator: "\n").utf8))
    #expect(traces.count == 1)
    #expect(errors.map(\.line) == [2, 3])
  }
}
