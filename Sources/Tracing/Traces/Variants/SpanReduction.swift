package import JSON

/// Reduces spans to variants on one machine, without a store: the reference for `VariantQuery`.
///
/// The steps for each trace are those that `docs/reference/trace-format.md` defines:
///
/// 1. Spans are ordered by start, then by identifier.
/// 2. A span whose parent is not there is a root. Roots keep their order.
/// 3. Among the children of a span, one that starts before an earlier one has ended belongs to the
///    same set. Sets keep their order; the log sorts each set.
/// 4. Spans deeper than 63 and those in a cycle of parents are left out.
package struct SpanReduction {
  /// A span without its texts.
  private struct Span {
    var id: UInt64
    var parent: UInt64?
    var start: Int64
    var end: Int64
    var label: UInt32
  }

  private var log: VariantLog
  /// The attributes whose values may name the other side of a call, by precedence.
  private let peers: [String]
  private let services: Set<String>
  private let since: Int64
  private var traces: [String: [Span]] = [:]
  private var names: [String: String] = [:]

  /// - Parameters:
  ///   - log: The log to add to; spans before the beginning of its period are left out.
  ///   - services: The services to read; all if empty.
  ///   - peers: Attributes whose values are kept; no others are.
  package init(into log: VariantLog, services: [String] = [], peers: [String] = []) {
    self.log = log
    self.services = Set(services)
    self.peers = peers
    since = VariantLog.moment(log.since) ?? .min
  }

  /// Takes one `TracesData` in OTLP/JSON.
  ///
  /// - Returns: The number of spans that lack identifiers or times.
  package mutating func take(_ line: ArraySlice<UInt8>) throws(JSONError) -> Int {
    let node = try JSONNode.parse(line)
    guard node["resourceSpans"] != nil else {
      throw JSONError(offset: node.start, reason: "expected OTLP (`resourceSpans`)")
    }
    var invalid = 0
    OTLPReader.forEachSpan(of: node) { resource, node in
      let service = OTLPReader.service(of: resource)
      guard let span = OTLPSpan(node, service: service, line: 1), let id = Self.number(span.id)
      else { return invalid += 1 }
      if services.isEmpty || services.contains(service), span.start >= since { add(span, id: id) }
    }
    return invalid
  }

  /// The log of all spans so far.
  package mutating func finish() -> VariantLog {
    for spans in traces.values {
      let flow = Self.flow(spans)
      if !flow.isEmpty { log.add(flow: flow, count: 1) }
    }
    traces = [:]
    log.finish()
    return log
  }

  private mutating func add(_ span: OTLPSpan, id: UInt64) {
    let peer = peers.lazy.compactMap { span.attributes[$0] }.first { !$0.isEmpty } ?? ""
    let label = SpanLabel(
      participant: SpanName.cleaned(span.service), kind: span.kind, name: normalized(span.name),
      peer: normalized(peer), isFailed: span.error != nil)
    let number = log.number(of: label)
    traces[span.traceId, default: []].append(
      Span(
        id: id, parent: span.parent.flatMap(Self.number), start: span.start, end: span.end,
        label: number))
    for event in span.events {
      if let transition = event.transition { log.add(transition, count: 1) }
    }
  }

  /// Up to 16 hexadecimal digits as a number that has the order of the text; `nil` for another text.
  private static func number(_ id: String) -> UInt64? {
    let length = id.utf8.count
    return length > 16 ? nil : UInt64(id, radix: 16).map { $0 << UInt64(4 * (16 - length)) }
  }

  private mutating func normalized(_ name: String) -> String {
    if let known = names[name] { return known }
    let normalized = SpanName.normalized(name)
    if names.count < 100_000 { names[name] = normalized }
    return normalized
  }

  // MARK: - Trees

  private static func flow(_ spans: [Span]) -> [VariantLog.Step] {
    let sorted = spans.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
    let places = Dictionary(
      sorted.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var roots: [Int] = []
    var children: [Int: [Int]] = [:]
    for (index, span) in sorted.enumerated() {
      if let parent = span.parent.flatMap({ places[$0] }) {
        children[parent, default: []].append(index)
      } else {
        roots.append(index)
      }
    }
    var steps: [VariantLog.Step] = []
    func walk(_ index: Int, depth: Int, isParallel: Bool) {
      guard depth < VariantLog.Step.depthLimit else { return }
      steps.append(
        VariantLog.Step(depth: depth, isParallel: isParallel, label: sorted[index].label))
      for set in sets(of: children[index] ?? [], in: sorted) {
        for (rank, child) in set.enumerated() {
          walk(child, depth: depth + 1, isParallel: rank > 0)
        }
      }
    }
    for root in roots { walk(root, depth: 0, isParallel: false) }
    return steps
  }

  /// The children of a span, grouped into sets of those that overlap.
  private static func sets(of children: [Int], in spans: [Span]) -> [[Int]] {
    var sets: [[Int]] = []
    var end = Int64.min
    for child in children {
      if sets.isEmpty || spans[child].start >= end {
        sets.append([child])
      } else {
        sets[sets.count - 1].append(child)
      }
      end = max(end, spans[child].end)
    }
    return sets
  }
}
