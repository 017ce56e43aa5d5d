import Basics
import JSON

/// Writes OTLP/JSON: one line with one `TracesData` of spans.
///
/// Every call and phase is a span, below one span for the complete trace. Transitions, decisions,
/// notes and values are events of the span in which they were recorded.
struct OTLPWriter {
  private let timeline: TraceTimeline
  private let traceId: String
  private let epoch: Int64

  /// The span of the complete trace.
  private static let root = "f000000000000000"

  /// Values of `SpanKind`.
  private enum Kind: Int {
    case `internal` = 1
    case client = 3
    case producer = 4
  }

  static func encode(_ timeline: TraceTimeline) -> [UInt8] {
    OTLPWriter(timeline).json.bytes + [0x0A]
  }

  private init(_ timeline: TraceTimeline) {
    self.timeline = timeline
    let header = timeline.trace.header
    traceId = OTLPWriter.identifier(of: header)
    epoch = DateTime.nanoseconds(in: header.epoch) ?? 0
  }

  /// Sixteen bytes in hexadecimal, derived from scenario and time: FNV-1a, twice.
  private static func identifier(of header: TraceHeader) -> String {
    func hash(_ text: String) -> UInt64 {
      text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
    return hexadecimal(hash(header.scenario)) + hexadecimal(hash(header.epoch) | 1)
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private var json: JSON {
    let scope: JSON = ["scope": ["name": "docgen"], "spans": .array(spans)]
    let resource = attributes([
      ("service.name", timeline.trace.header.scenario), (TraceExport.Key.frame, timeline.frame),
    ])
    return [
      "resourceSpans": [["resource": ["attributes": resource], "scopeSpans": [scope]]]
    ]
  }

  private var spans: [JSON] {
    var moments: [TraceSpan: [TraceTimeline.Moment]] = [:]
    let known = Set(timeline.slices.map(\.span))
    for moment in timeline.moments {
      let parent = moment.parent.flatMap { known.contains($0) ? $0 : nil } ?? TraceSpan(0)
      moments[parent, default: []].append(moment)
    }
    let header = timeline.trace.header
    let root = span(
      OTLPWriter.root, parent: nil, name: header.title.isEmpty ? header.scenario : header.title,
      kind: .internal, start: 0, end: timeline.end, attributes: [],
      moments: moments[TraceSpan(0)] ?? [], failure: nil)
    return [root]
      + timeline.slices.map { slice in
        let parent = slice.parent.flatMap { known.contains($0) ? $0 : nil }
        return span(
          OTLPWriter.identifier(of: slice.span),
          parent: parent.map { OTLPWriter.identifier(of: $0) } ?? OTLPWriter.root, name: slice.name,
          kind: slice.caller == nil ? .internal : slice.isSend ? .producer : .client,
          start: slice.start, end: slice.end, attributes: attributes(of: slice),
          moments: moments[slice.span] ?? [], failure: slice.isFailed ? slice.outcome : nil)
      }
  }

  private static func identifier(of span: TraceSpan) -> String {
    hexadecimal(UInt64(span.number))
  }

  private func attributes(of slice: TraceTimeline.Slice) -> [(String, String)] {
    var attributes = [("docgen.participant", slice.participant)]
    if let caller = slice.caller { attributes.append(("docgen.caller", caller)) }
    if !slice.outcome.isEmpty && !slice.isFailed {
      attributes.append(("docgen.value", slice.outcome))
    }
    attributes.append((TraceExport.Key.record, timeline.lines[slice.first]))
    if let last = slice.last {
      attributes.append((TraceExport.Key.recordOfEnd, timeline.lines[last]))
    }
    return attributes
  }

  private func span(
    _ id: String, parent: String?, name: String, kind: Kind, start: Int64, end: Int64,
    attributes: [(String, String)], moments: [TraceTimeline.Moment], failure: String?
  ) -> JSON {
    let events = moments.map { moment -> JSON in
      let record = (TraceExport.Key.record, timeline.lines[moment.place])
      return [
        "timeUnixNano": .text(String(epoch + moment.time)), "name": .text(moment.name),
        "attributes": self.attributes((moment.step?.attributes ?? []) + [record]),
      ]
    }
    let span: JSON = [
      "traceId": .text(traceId), "spanId": .text(id), "parentSpanId": parent.map { .text($0) },
      "name": .text(name), "kind": .integer(kind.rawValue),
      "startTimeUnixNano": .text(String(epoch + start)),
      "endTimeUnixNano": .text(String(epoch + end)),
      "attributes": self.attributes(attributes).unlessEmpty,
      "events": JSON.array(events).unlessEmpty,
      "status": failure.map { ["code": 2, "message": .text($0)] },
    ]
    // As a text, because a long trace has many of them.
    return .encoded(span.encoded)
  }

  private func attributes(_ attributes: [(String, String)]) -> JSON {
    .array(
      attributes.map { ["key": .text($0), "value": ["stringValue": .text($1)]] })
  }
}
