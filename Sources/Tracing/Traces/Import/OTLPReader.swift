package import JSON

/// Reads OTLP/JSON: one `TracesData` in each line, or one for the complete file.
///
/// OpenTelemetry spans become elements of a sequence diagram:
///
///     participant      the resource's `service.name`, or the span's own `docgen.participant`
///     call             a span under a span of another participant, or a client's span whose other
///                      side was not recorded (its `peer.service`, `server.address` or `db.system`),
///                      or a server's span whose caller was not recorded (by `Client`)
///     message          a producer's span, to its `messaging.destination.name`
///     phase            any other span: work of the participant itself
///     failure          a span whose status is an error
///     transition       an event of a span with the attributes of `TransitionAttribute`
///     note             any other event of a span
///
/// A client's span and its server's span, if both were recorded, are one call.
package enum OTLPReader {
  static func read(_ bytes: [UInt8]) -> (traces: [Trace], errors: [TraceReadError]) {
    var errors: [TraceReadError] = []
    var spans: [OTLPSpan] = []
    var (frame, records): (String?, [String]) = (nil, [])
    for (node, line) in documents(bytes, &errors) {
      forEachSpan(of: node) { resource, node in
        frame = frame ?? resource[TraceExport.Key.frame]
        guard let span = OTLPSpan(node, service: service(of: resource), line: line) else {
          let reason = "a span without identifiers and times"
          errors.append(TraceReadError(line: line, column: node.start + 1, reason: reason))
          return
        }
        records += span.records
        spans.append(span)
      }
    }
    if frame != nil {
      let (traces, more) = TraceImport.assemble(frame: frame, records: records)
      return (traces, errors + more)
    }
    return (OTLPReader.traces(of: spans), errors)
  }

  /// Calls a function with each span of one `TracesData`, and the attributes of its resource.
  package static func forEachSpan(
    of node: JSONNode, _ body: (_ resource: [String: String], _ span: JSONNode) -> Void
  ) {
    for resource in node["resourceSpans"]?.elements ?? [] {
      let attributes = OTLPSpan.attributes(of: resource["resource"])
      for scope in resource["scopeSpans"]?.elements ?? [] {
        for span in scope["spans"]?.elements ?? [] { body(attributes, span) }
      }
    }
  }

  /// The service of a resource.
  package static func service(of resource: [String: String]) -> String {
    resource["service.name"] ?? "unknown_service"
  }

  /// The JSON values of the file, with the lines where they begin.
  private static func documents(
    _ bytes: [UInt8], _ errors: inout [TraceReadError]
  ) -> [(node: JSONNode, line: Int)] {
    if let node = try? JSONNode.parse(bytes[...]) { return [(node, 1)] }
    var found: [(JSONNode, Int)] = []
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 <= 0x20 }) {
      do throws(JSONError) {
        found.append((try JSONNode.parse(line), index + 1))
      } catch {
        errors.append(
          TraceReadError(
            line: index + 1, column: error.offset - line.startIndex + 1, reason: error.reason))
      }
    }
    return found
  }

  private static func traces(of spans: [OTLPSpan]) -> [Trace] {
    var order: [String] = []
    var groups: [String: [OTLPSpan]] = [:]
    for span in spans {
      if groups[span.traceId] == nil { order.append(span.traceId) }
      groups[span.traceId, default: []].append(span)
    }
    var used: [String: Int] = [:]
    return order.map { id in
      var assembly = OTLPAssembly(groups[id] ?? [])
      let name = assembly.scenario
      used[name, default: 0] += 1
      let number = used[name] ?? 1
      return assembly.trace(scenario: number == 1 ? name : "\(name)-\(number)")
    }
  }
}

/// A span in OTLP.
package struct OTLPSpan {
  /// An event of a span.
  package struct Event {
    var time: Int64
    var name: String
    /// The docgen record that it carries.
    var record: String?
    /// The transition of a machine that its attributes describe.
    package var transition: TraceTransition?
  }

  package let traceId: String
  package let id: String
  package let parent: String?
  package let service: String
  package let name: String
  package let kind: Int
  package let start: Int64
  package var end: Int64
  package let attributes: [String: String]
  /// The error; `nil` if the span did not fail.
  package let error: String?
  package let events: [Event]
  let line: Int

  /// Creates a span without an end and events.
  package init(
    id: String, parent: String?, service: String, name: String, kind: Int, start: Int64,
    attributes: [String: String], error: String?
  ) {
    (self.id, self.parent, self.service, self.name, self.kind) = (id, parent, service, name, kind)
    (self.start, self.end, self.attributes, self.error) = (start, start, attributes, error)
    (traceId, events, line) = ("", [], 1)
  }
}

extension OTLPSpan {
  /// Reads a span; `nil` if an identifier or a time is missing.
  package init?(_ node: JSONNode, service: String, line: Int) {
    guard let traceId = node["traceId"]?.text, let id = node["spanId"]?.text, !id.isEmpty,
      let start = OTLPSpan.time(node["startTimeUnixNano"]),
      let end = OTLPSpan.time(node["endTimeUnixNano"])
    else { return nil }
    self.traceId = traceId
    self.id = id
    self.line = line
    self.start = start
    self.end = max(start, end)
    let parent = node["parentSpanId"]?.text ?? ""
    self.parent = parent.isEmpty ? nil : parent
    name = node["name"]?.text ?? ""
    attributes = OTLPSpan.attributes(of: node)
    let own = attributes["docgen.participant"] ?? ""
    self.service = own.isEmpty ? service : own
    kind = OTLPSpan.kind(node["kind"])
    let code = node["status"]?["code"]
    let isError = code?.value == .integer(2) || code?.text == "STATUS_CODE_ERROR"
    let message = node["status"]?["message"]?.text ?? ""
    error =
      isError ? (message.isEmpty ? attributes["error.type"] ?? "error" : message) : nil
    events = (node["events"]?.elements ?? []).compactMap { event in
      guard let time = OTLPSpan.time(event["timeUnixNano"]) else { return nil }
      let attributes = OTLPSpan.attributes(of: event)
      return Event(
        time: time, name: event["name"]?.text ?? "", record: attributes[TraceExport.Key.record],
        transition: TraceTransition(attributes: attributes))
    }
  }

  /// The docgen records that it carries.
  var records: [String] {
    [attributes[TraceExport.Key.record], attributes[TraceExport.Key.recordOfEnd]]
      .compactMap(\.self) + events.compactMap(\.record)
  }

  /// A 64-bit number, in quotes, as protobuf's JSON writes it, or without quotes.
  private static func time(_ node: JSONNode?) -> Int64? {
    switch node?.value {
    case .text(let text): Int64(text)
    case .integer(let number): Int64(number)
    default: nil
    }
  }

  /// The kind by its number, or by its name, as some writers give it.
  private static func kind(_ node: JSONNode?) -> Int {
    if case .integer(let number)? = node?.value { return number }
    let names = ["UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"]
    return names.firstIndex { "SPAN_KIND_\($0)" == node?.text } ?? 0
  }

  /// The attributes whose values are text, numbers or Booleans.
  static func attributes(of node: JSONNode?) -> [String: String] {
    var attributes: [String: String] = [:]
    for element in node?["attributes"]?.elements ?? [] {
      guard let key = element["key"]?.text,
        case .object(let members)? = element["value"]?.value, let value = members.first?.node
      else { continue }
      switch value.value {
      case .text(let text): attributes[key] = text
      case .integer(let number): attributes[key] = String(number)
      case .number(let number): attributes[key] = "\(number)"
      case .boolean(let flag): attributes[key] = String(flag)
      default: break
      }
    }
    return attributes
  }
}
