import Basics
import JSON

/// Writes OTLP/JSON: one line with one `TracesData` of spans.
///
/// Every call and phase is a span, below one span for the complete trace. Transitions, decisions,
/// notes and values are events of the span in which they were recorded.
struct OTLPWriter {
  private var json = JSONWriter()
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
    var writer = OTLPWriter(timeline)
    writer.write()
    return writer.json.bytes
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

  private mutating func write() {
    let header = timeline.trace.header
    object { writer in
      writer.array("resourceSpans") { writer in
        writer.object { writer in
          writer.json.key("resource")
          writer.object { writer in
            writer.attributes(
              [
                ("service.name", header.scenario), (TraceExport.Key.frame, writer.timeline.frame),
              ])
          }
          writer.array("scopeSpans") { writer in
            writer.object { writer in
              writer.json.key("scope")
              writer.object { $0.json.member("name", "docgen") }
              writer.array("spans") { $0.writeSpans() }
            }
          }
        }
      }
    }
    json.endLine()
  }

  private mutating func writeSpans() {
    var moments: [TraceSpan: [TraceTimeline.Moment]] = [:]
    let known = Set(timeline.slices.map(\.span))
    for moment in timeline.moments {
      let parent = moment.parent.flatMap { known.contains($0) ? $0 : nil } ?? TraceSpan(0)
      moments[parent, default: []].append(moment)
    }
    let header = timeline.trace.header
    object { writer in
      writer.span(
        OTLPWriter.root, parent: nil, name: header.title.isEmpty ? header.scenario : header.title,
        kind: .internal, start: 0,
        end: writer.timeline.end, attributes: [], moments: moments[TraceSpan(0)] ?? [])
    }
    for slice in timeline.slices {
      object { writer in
        let parent = slice.parent.flatMap { known.contains($0) ? $0 : nil }
        let kind: Kind = slice.caller == nil ? .internal : slice.isSend ? .producer : .client
        writer.span(
          OTLPWriter.identifier(of: slice.span),
          parent: parent.map { OTLPWriter.identifier(of: $0) } ?? OTLPWriter.root, name: slice.name,
          kind: kind,
          start: slice.start, end: slice.end, attributes: writer.attributes(of: slice),
          moments: moments[slice.span] ?? [])
        if slice.isFailed { writer.status(slice.outcome) }
      }
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

  private mutating func span(
    _ id: String, parent: String?, name: String, kind: Kind, start: Int64, end: Int64,
    attributes: [(String, String)], moments: [TraceTimeline.Moment]
  ) {
    json.member("traceId", traceId)
    json.member("spanId", id)
    if let parent { json.member("parentSpanId", parent) }
    json.member("name", name)
    json.member("kind", kind.rawValue)
    json.member("startTimeUnixNano", String(epoch + start))
    json.member("endTimeUnixNano", String(epoch + end))
    self.attributes(attributes)
    if moments.isEmpty { return }
    array("events") { writer in
      for moment in moments {
        writer.object { writer in
          writer.json.member("timeUnixNano", String(writer.epoch + moment.time))
          writer.json.member("name", moment.name)
          let record = (TraceExport.Key.record, writer.timeline.lines[moment.place])
          writer.attributes((moment.step?.attributes ?? []) + [record])
        }
      }
    }
  }

  private mutating func status(_ message: String) {
    json.key("status")
    object { writer in
      writer.json.member("code", 2)
      writer.json.member("message", message)
    }
  }

  // MARK: JSON

  private mutating func attributes(_ attributes: [(String, String)]) {
    if attributes.isEmpty { return }
    array("attributes") { writer in
      for (key, text) in attributes {
        writer.object { writer in
          writer.json.member("key", key)
          writer.json.key("value")
          writer.object { $0.json.member("stringValue", text) }
        }
      }
    }
  }

  private mutating func object(_ body: (inout OTLPWriter) -> Void) {
    json.beginObject()
    body(&self)
    json.endObject()
  }

  private mutating func array(_ key: String, _ body: (inout OTLPWriter) -> Void) {
    json.key(key)
    json.beginArray()
    body(&self)
    json.endArray()
  }
}
