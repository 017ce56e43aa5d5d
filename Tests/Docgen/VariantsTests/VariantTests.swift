import Basics
import JSON
import Testing
import Traces
import Variants

@Suite struct VariantTests {
  // MARK: - Names

  @Test(arguments: [
    ("GET /users/4711", "GET /users/*"), ("GET /v2/users", "GET /v2/users"),
    ("charge 550e8400-e29b-41d4-a716-446655440000", "charge *"),
    ("cart 0123456789abcdef0", "cart *"), ("cart 0123456789abcde", "cart *"),
    ("deadbeefdeadbeef", "*"), ("deadbeef", "deadbeef"), ("S3.put", "S3.put"),
    ("10.0.0.3", "*.*.*.*"),
    ("3dModel", "*"), ("a\tb\nc\rd", "a b c d"), ("日本 42", "日本 *"), ("", ""), ("é12", "é*"),
  ])
  func `identifiers in names become stars`(name: String, normalized: String) {
    #expect(SpanName.normalized(name) == normalized)
  }

  // MARK: - Reduction

  /// A span as `id parent start end name`.
  private static func reduced(
    _ traces: [[String]], into log: VariantLog = VariantLog(scenario: "production"),
    peers: [String] = [], attributes: String = "", events: String = ""
  ) throws -> VariantLog {
    var reduction = SpanReduction(into: log, peers: peers)
    for (number, spans) in traces.enumerated() {
      let nodes = spans.map { span in
        let part = span.split(separator: " ")
        return """
          {"traceId":"\(number)","spanId":"\(part[0])","parentSpanId":"\(part[1] == "-" ? "" : part[1])",\
          "startTimeUnixNano":"\(part[2])","endTimeUnixNano":"\(part[3])","name":"\(part[4])","kind":1,\
          "attributes":[\(attributes)],"events":[\(events)]}
          """
      }
      let line = """
        {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"S"}}]},\
        "scopeSpans":[{"spans":[\(nodes.joined(separator: ","))]}]}]}
        """
      #expect(try reduction.take(Array(line.utf8)[...]) == 0)
    }
    return reduction.finish()
  }

  /// `a(b|c,d)`: parallel spans in a set, others in sequence.
  private static func flows(_ log: VariantLog) -> [String] {
    (0..<log.flowCount).map { index in
      var text = "\(log.count(ofFlow: index)):"
      for step in log.flow(index) {
        text += " \(step.depth)\(step.isParallel ? "|" : "")" + log.labels[Int(step.label)].name
      }
      return text
    }
  }

  @Test func `overlapping children are a set, others a sequence`() throws {
    let log = try Self.reduced([
      ["1 - 0 90 a", "2 1 10 20 c", "3 1 15 30 b", "4 1 30 40 d"],
      ["1 - 0 90 a", "3 1 10 30 b", "2 1 11 12 c", "4 1 31 40 d"],
      ["1 - 0 90 a", "4 1 1 2 d", "2 1 3 4 c"],
    ])
    #expect(Self.flows(log) == ["2: 0a 1b 1|c 1d", "1: 0a 1d 1c"])
  }

  @Test func `equal labels of a set are ordered by what is below them`() throws {
    let log = try Self.reduced([
      ["1 - 0 90 a", "2 1 10 20 b", "3 1 11 21 b", "4 3 12 13 x"],
      ["1 - 0 90 a", "2 1 10 20 b", "3 1 11 21 b", "4 2 12 13 x"],
    ])
    #expect(Self.flows(log) == ["2: 0a 1b 1|b 2x"])
  }

  @Test func `a missing parent makes a root, and a cycle is left out`() throws {
    let log = try Self.reduced([
      ["1 f 5 6 b", "2 - 0 9 a"], ["1 2 0 1 a", "2 1 0 1 b"],
      ["1 2 0 1 a", "2 1 0 1 b", "3 - 0 1 c"],
    ])
    #expect(Self.flows(log) == ["1: 0a 0b", "1: 0c"])
    #expect(log.labels.map(\.name) == ["a", "b", "c"])
  }

  @Test func `a span that is delivered again counts once`() throws {
    let log = try Self.reduced([
      ["1 - 0 90 a", "2 1 10 10 b", "2 1 10 10 b", "1 - 0 90 a", "3 1 10 20 c"],
      ["2 1 10 10 b", "3 1 10 20 c", "1 - 0 90 a"],
      // Of copies that differ, the one that ends last counts.
      ["1 - 0 90 a", "2 1 10 11 b", "2 1 10 30 c", "3 1 20 21 d"],
      // Not copies: another start, another parent.
      ["1 - 0 90 a", "2 1 10 11 b", "2 1 12 13 b"], ["1 - 0 9 a", "1 2 0 9 a", "2 - 1 9 b"],
    ])
    #expect(
      Self.flows(log) == ["2: 0a 1b 1c", "1: 0a 0b 1a", "1: 0a 1b 1b", "1: 0a 1c 1|d"])
  }

  @Test func `an event that is delivered again counts once, an equal event of the span does not`()
    throws
  {
    let attributes = TransitionAttribute.allCases.map {
      #"{"key":"\#($0.rawValue)","value":{"stringValue":"x"}}"#
    }
    let event = #"{"timeUnixNano":"1","attributes":[\#(attributes.joined(separator: ","))]}"#
    let log = try Self.reduced(
      [["1 - 0 9 a", "1 - 0 9 a"], ["1 - 0 9 a"]], events: "\(event),\(event)")
    #expect(log.transitions.map(\.count) == [4])
  }

  @Test func `spans outside the period are left out`() throws {
    var log = VariantLog(
      scenario: "production", since: "1970-01-01T00:00:01Z", until: "1970-01-01T00:00:02Z")
    log = try Self.reduced(
      [["1 - 999999999 1 a"], ["1 - 1000000000 1 b"], ["1 - 2000000000 1 c"]], into: log)
    #expect(Self.flows(log) == ["1: 0b"])
  }

  @Test func `the order of spans and traces does not matter`() throws {
    var random = SplitMix64(5)
    for _ in 0..<200 {
      let traces = (0..<6).map { _ in Self.randomTrace(&random) }
      let expected = VariantWriter.encode(try Self.reduced(traces))
      let shuffled = traces.map { $0.shuffled(using: &random) }.shuffled(using: &random)
      #expect(VariantWriter.encode(try Self.reduced(shuffled)) == expected)
    }
  }

  private static func randomTrace(_ random: inout SplitMix64) -> [String] {
    (1...Int.random(in: 1...8, using: &random)).map { id in
      let start = Int.random(in: 0...9, using: &random)
      let parent = id == 1 ? "-" : String(Int.random(in: 1..<id, using: &random))
      let name = ["a", "b", "c"][Int.random(in: 0..<3, using: &random)]
      return "\(id) \(parent) \(start) \(start + Int.random(in: 0...4, using: &random)) \(name)"
    }
  }

  @Test func `only listed attributes leave the spans`() throws {
    let attributes = """
      {"key":"peer.service","value":{"stringValue":"store"}},\
      {"key":"card","value":{"stringValue":"4111"}}
      """
    let spans = [["1 - 0 9 a"]]
    let closed = VariantWriter.encode(try Self.reduced(spans, attributes: attributes))
    #expect(!String(decoding: closed, as: UTF8.self).contains("store"))
    let open = VariantWriter.encode(
      try Self.reduced(spans, peers: ["peer.service"], attributes: attributes))
    #expect(String(decoding: open, as: UTF8.self).contains("store"))
    #expect(!String(decoding: open, as: UTF8.self).contains("4111"))
  }

  // MARK: - Files

  private static let step = TraceTransition(
    machine: "Cart", from: "empty", event: "added", condition: "in \"stock\"", to: "full")

  private static func log() throws -> VariantLog {
    var log = try reduced([
      ["1 - 0 90 a", "2 1 10 20 c", "3 1 15 30 b"], ["1 - 0 9 a"], ["1 - 0 9 a"],
    ])
    log.since = "2026-10-27T00:00:00Z"
    log.until = "2026-11-26T00:00:00Z"
    log.add(step, count: 1_000_000_000_000)
    log.finish()
    return log
  }

  @Test func `a written log is read back`() throws {
    let log = try Self.log()
    let bytes = VariantWriter.encode(log)
    #expect(VariantReader.recognizes(bytes))
    let (read, errors) = VariantReader.read(bytes)
    #expect(errors.isEmpty)
    #expect(try VariantWriter.encode(#require(read)) == bytes)
    #expect(read?.days == 30)
    #expect(read?.transitionTrace.records.map(\.line) == [7])
  }

  @Test(arguments: [
    ("header", "", "the first line is not a header"),
    (#""version":1"#, #""version":2"#, "unknown format version 2; expected 1"),
    (#""spans":"0.0""#, #""spans":"0.9""#, "`0.9` is not a span of this flow"),
    (#""spans":"0.0""#, #""spans":"1.0""#, "`1.0` is not a span of this flow"),
    (#""count":2"#, #""count":0"#, "`count` must be positive"),
    (
      #""flows":2"#, #""flows":3"#,
      "the `end` line counts 3 flows and 1 transitions, but there are 2 and 1"
    ),
    (
      #"{"type":"end","flows":2,"transitions":1}"# + "\n", "",
      "the variants have no `end` line: was the file cut off?"
    ),
  ])
  func `a damaged log is reported`(old: String, new: String, reason: String) throws {
    let text = String(decoding: VariantWriter.encode(try Self.log()), as: UTF8.self)
    try #require(text.contains(old))
    let damaged = text.replacing(old, with: new, maxReplacements: 1)
    #expect(VariantReader.read(Array(damaged.utf8)).errors.first?.reason == reason)
  }

  private static let flow = "0\t\tS\t1\ta\t\t\n1\t\tS\t1\tb\t\t\n1\t|\tS\t3\tc\tdb, \"x\"\t!"
  private static let transition = "Cart\tempty\tadded\t\tfull"

  @Test func `rows are read from JSON Lines and CSV`() throws {
    var writer = JSONWriter()
    for (type, variant, count) in [("flow", Self.flow, "7"), ("transition", Self.transition, "9")] {
      writer.beginObject()
      writer.member("type", type)
      writer.member("variant", variant)
      writer.member("count", count)
      writer.endObject()
      writer.endLine()
    }
    let quoted = Self.flow.replacing("\"", with: "\"\"")
    let csv = "type,variant,count\r\nflow,\"\(quoted)\",7\ntransition,\(Self.transition),9\n"
    let (fromLines, errors) = VariantRows.read(writer.bytes, into: VariantLog(scenario: "p"))
    let (fromCSV, more) = VariantRows.read(Array(csv.utf8), into: VariantLog(scenario: "p"))
    #expect(errors.isEmpty && more.isEmpty)
    #expect(VariantWriter.encode(fromLines) == VariantWriter.encode(fromCSV))
    #expect(Self.flows(fromCSV) == ["7: 0a 1b 1|c"])
    #expect(fromCSV.labels.last?.peer == "db, \"x\"")
    #expect(fromCSV.transitions.map(\.count) == [9])
  }

  @Test(arguments: [
    ("type,variant,count\nflow,x,1\n", 2, "`variant` is not a flow"),
    ("type,variant,count\nflow,\"2\t\tS\t1\ta\t\t\",1\n", 2, "`variant` is not a flow"),
    ("type,variant,count\ntransition,\"a\nb\",1\nflow,x,0\n", 2, "`variant` is not a transition"),
    ("type,variant,count\nother,x,1\n", 2, "unknown type `other`; expected `flow` or `transition`"),
    ("a,b\n", 1, "the first line is not `type,variant,count`"),
    ("{\"type\":\"flow\"}\n", 1, "expected an object with `type`, `variant` and `count`"),
  ])
  func `a bad row is reported`(text: String, line: Int, reason: String) {
    let errors = VariantRows.read(Array(text.utf8), into: VariantLog(scenario: "p")).errors
    #expect(errors.first == TraceReadError(line: line, column: 1, reason: reason))
  }

  // MARK: - Traces

  @Test func `a flow becomes a trace with nested and concurrent calls`() throws {
    let log = VariantRows.read(
      Array(
        """
        type,variant,count
        flow,"0\t\tgateway\t2\tPOST /carts\t\t
        1\t\tstore\t2\tread\t\t
        1\t|\tmail\t2\tsend\t\t!
        2\t\tmail\t3\tconnect\tsmtp\t",5

        """.utf8), into: VariantLog(scenario: "production")
    ).log
    let trace = log.trace(ofFlow: 0)
    let kinds = trace.records.map { record -> String in
      switch record.body {
      case .call(let call): "\(call.from)->\(call.to) \(call.name) \(call.parent?.number ?? 0)"
      case .returned(let outcome): "end \(outcome.span.number)"
      case .failed(let outcome): "fail \(outcome.span.number)"
      default: "?"
      }
    }
    #expect(
      kinds == [
        "Client->gateway POST /carts 0", "gateway->mail send 1", "gateway->store read 1",
        "mail->smtp connect 2", "end 4", "fail 2", "end 3", "end 1",
      ])
    #expect(trace.header.scenario == "production-1")
  }

  @Test func `great counts are added without overflow`() {
    var log = VariantLog(scenario: "production")
    let label = log.number(of: SpanLabel(participant: "S", kind: 1, name: "a"))
    let step = VariantLog.Step(depth: 0, isParallel: false, label: label)
    for _ in 0..<1000 { log.add(flow: [step], count: 1_000_000_000_000) }
    log.add(flow: [step, step], count: .max)
    log.add(flow: [step, step], count: 1)
    log.finish()
    #expect((0..<log.flowCount).map(log.count) == [.max, 1_000_000_000_000_000])
  }
}
