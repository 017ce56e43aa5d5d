package import JSON
import Traces

/// Reduces spans to variants on one machine, without a store: the reference for `VariantQuery`.
///
/// The steps for each trace are those that `docs/reference/trace-format.md` defines:
///
/// 1. Spans are ordered by start, then by identifier. Copies of a span and its events count once:
///    collectors deliver at least once.
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

    /// Whether it is the same span, delivered again.
    func isCopy(of other: Span?) -> Bool {
      id == other?.id && parent == other?.parent && start == other?.start
    }
  }

  /// A transition at one event of a span.
  private struct Occurrence: Hashable {
    var span: UInt64
    var place: UInt32
    var transition: UInt32
  }

  private var log: VariantLog
  /// The attributes whose values may name the other side of a call, by precedence.
  private let peers: [String]
  private let services: Set<String>
  private let period: Range<Int64>
  private var traces: [String: (spans: [Span], occurrences: [Occurrence])] = [:]
  private var transitions: [TraceTransition: UInt32] = [:]
  private var names: [String: String] = [:]

  /// - Parameters:
  ///   - log: The log to add to; spans that begin outside its period are left out.
  ///   - services: The services to read; all if empty.
  ///   - peers: Attributes whose values are kept; no others are.
  package init(into log: VariantLog, services: [String] = [], peers: [String] = []) {
    self.log = log
    self.services = Set(services)
    self.peers = peers
    let since = VariantLog.moment(log.since) ?? .min
    period = since..<max(since, VariantLog.moment(log.until) ?? .max)
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
      guard services.isEmpty || services.contains(service), period.contains(span.start) else {
        return
      }
      add(span, id: id)
    }
    return invalid
  }

  /// The log of all spans so far.
  package mutating func finish() -> VariantLog {
    var counts = Array(repeating: 0, count: transitions.count)
    for (spans, occurrences) in traces.values {
      let flow = Self.flow(distinct(spans))
      if !flow.isEmpty { log.add(flow: flow, count: 1) }
      for occurrence in Set(occurrences) { counts[Int(occurrence.transition)] += 1 }
    }
    for (transition, number) in transitions { log.add(transition, count: counts[Int(number)]) }
    (traces, transitions) = ([:], [:])
    log.finish()
    return log
  }

  private mutating func add(_ span: OTLPSpan, id: UInt64) {
    let peer = peers.lazy.compactMap { span.attributes[$0] }.first { !$0.isEmpty } ?? ""
    let label = SpanLabel(
      participant: span.service.withoutSeparators, kind: span.kind, name: normalized(span.name),
      peer: normalized(peer), isFailed: span.error != nil)
    let number = log.number(of: label)
    traces[span.traceId, default: ([], [])].spans.append(
      Span(
        id: id, parent: span.parent.flatMap(Self.number), start: span.start, end: span.end,
        label: number))
    for (place, event) in span.events.enumerated() {
      guard let transition = event.transition else { continue }
      let next = UInt32(transitions.count)
      let number = transitions[transition] ?? next
      transitions[transition] = number
      traces[span.traceId]?.occurrences.append(
        Occurrence(span: id, place: UInt32(place), transition: number))
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

  /// The spans in order, without copies. Of copies that differ, the one that ends last counts, and
  /// then the one whose label is first.
  private func distinct(_ spans: [Span]) -> [Span] {
    let sorted = spans.sorted { left, right in
      if left.start != right.start { return left.start < right.start }
      if left.id != right.id { return left.id < right.id }
      if left.parent != right.parent { return left.parent ?? 0 < right.parent ?? 0 }
      if left.end != right.end { return left.end > right.end }
      return left.label != right.label && text(left).lexicographicallyPrecedes(text(right))
    }
    var distinct: [Span] = []
    for span in sorted where !span.isCopy(of: distinct.last) { distinct.append(span) }
    return distinct
  }

  private func text(_ span: Span) -> String.UTF8View { log.labels[Int(span.label)].text.utf8 }

  /// The flow of spans that are in order.
  private static func flow(_ sorted: [Span]) -> [VariantLog.Step] {
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
