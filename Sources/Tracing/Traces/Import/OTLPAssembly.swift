import Basics

/// Builds a trace from the spans with one trace identifier.
package struct OTLPAssembly {
  private let spans: [OTLPSpan]
  private let byId: [String: OTLPSpan]
  private let children: [String: [OTLPSpan]]
  private let origin: Int64
  private var records: [TraceRecord] = []

  /// Values of `SpanKind`.
  private enum Kind {
    static let (server, client, producer, consumer) = (2, 3, 4, 5)
  }

  /// The caller, if it was not recorded.
  private static let outsider = "Client"

  /// A beginning, an end or a note, with the keys that order those of the same moment.
  private struct Edge {
    var time: Int64
    /// Orders events of one moment: first the ends of earlier spans, then beginnings and notes,
    /// then the ends of spans without duration.
    var rank: Int
    /// The nesting depth of the span; inner spans end before outer ones.
    var depth: Int
    var place: Int
    var body: TraceRecord.Body
  }

  package init(_ spans: [OTLPSpan]) {
    self.spans = spans.sorted { ($0.start, $0.line) < ($1.start, $1.line) }
    byId = Dictionary(spans.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    children = Dictionary(grouping: spans.filter { $0.parent != nil }) { $0.parent ?? "" }
    origin = spans.map(\.start).min() ?? 0
  }

  /// The name of the first span without a parent; dashes replace characters that a file name cannot
  /// have.
  var scenario: String {
    let root = spans.first { $0.parent.flatMap { byId[$0] } == nil }
    let name = (root?.name ?? "").lowercased().map { character in
      character.isLetter || character.isNumber ? character : "-"
    }
    let words = String(name).split(separator: "-").joined(separator: "-")
    return words.isEmpty ? "trace" : words
  }

  package mutating func trace(scenario: String) -> Trace {
    var edges: [Edge] = []
    var numbers: [String: TraceSpan] = [:]
    var participants: [String] = []
    for span in spans where !isOneWithServer(span) {
      let number = TraceSpan(UInt32(numbers.count + 1))
      numbers[span.id] = number
      for id in [span.parent].compactMap(\.self) where byId[id].map(isOneWithServer) == true {
        numbers[id] = numbers[id] ?? number
      }
      add(span, number, numbers: numbers, edges: &edges, participants: &participants)
    }
    edges.sort { ($0.time, $0.rank, $0.depth, $0.place) < ($1.time, $1.rank, $1.depth, $1.place) }
    let records = edges.enumerated().map { index, edge in
      TraceRecord(sequence: index, time: edge.time - origin, body: edge.body)
    }
    return Trace(
      header: TraceHeader(
        scenario: scenario, epoch: DateTime.text(ofNanoseconds: origin),
        participants: participants.map {
          TraceParticipant($0, kind: $0 == OTLPAssembly.outsider ? .actor : .participant)
        }),
      machines: [], records: records, dropped: 0)
  }

  /// Whether the client's span and its server's span are one call.
  private func isOneWithServer(_ span: OTLPSpan) -> Bool {
    span.kind == Kind.client
      && (children[span.id] ?? []).contains {
        $0.service != span.service && ($0.kind == Kind.server || $0.kind == Kind.consumer)
      }
  }

  private func depth(of span: OTLPSpan) -> Int {
    var depth = 0
    var next = span.parent.flatMap { byId[$0] }
    while let span = next, depth < 1000 {
      depth += 1
      next = span.parent.flatMap { byId[$0] }
    }
    return depth
  }

  private func add(
    _ span: OTLPSpan, _ number: TraceSpan, numbers: [String: TraceSpan],
    edges: inout [Edge], participants: inout [String]
  ) {
    let parent = span.parent.flatMap { byId[$0] }
    let enclosing = span.parent.flatMap { numbers[$0] }
    let (depth, place) = (depth(of: span), edges.count)
    func meet(_ name: String) { if !participants.contains(name) { participants.append(name) } }
    func add(_ time: Int64, rank: Int, depth: Int, _ body: TraceRecord.Body) {
      edges.append(Edge(time: time, rank: rank, depth: depth, place: place, body: body))
    }
    if let parent { meet(parent.service) }
    let target = target(of: span)
    let isEntry = parent == nil && span.kind == Kind.server
    let isPhase = !isEntry && target == nil && (parent.map { $0.service == span.service } ?? true)
    if isPhase {
      meet(span.service)
      add(
        span.start, rank: 1, depth: depth,
        .phaseBegan(TracePhase(span: number, parent: enclosing, by: span.service, name: span.name)))
    } else {
      let from = target != nil ? span.service : parent?.service ?? OTLPAssembly.outsider
      let to = target ?? span.service
      meet(from)
      meet(to)
      add(
        span.start, rank: 1, depth: depth,
        .call(
          TraceCall(
            span: number, parent: enclosing, from: from, to: to, name: span.name,
            isSend: span.kind == Kind.producer)))
    }
    for event in span.events {
      let note = TraceNote(by: target ?? span.service, parent: number, text: event.name)
      var body = TraceRecord.Body.note(note)
      if var transition = event.transition {
        transition.parent = number
        body = .transition(transition)
      }
      add(min(max(event.time, span.start), span.end), rank: 1, depth: depth + 1, body)
    }
    let rank = span.end > span.start ? 0 : 2
    if isPhase {
      add(
        span.end, rank: rank, depth: -depth,
        .phaseEnded(TracePhase(span: number, by: span.service, name: span.name)))
    } else if span.kind != Kind.producer {
      add(
        span.end, rank: rank, depth: -depth,
        span.error.map { .failed(TraceOutcome(span: number, value: $0)) }
          ?? .returned(TraceOutcome(span: number, value: span.attributes["docgen.value"] ?? "")))
    }
  }

  /// The callee of a span whose other side was not recorded.
  private func target(of span: OTLPSpan) -> String? {
    let keys =
      switch span.kind {
      case Kind.client: ["peer.service", "server.address", "db.system", "db.system.name"]
      case Kind.producer: ["messaging.destination.name", "messaging.system"]
      default: [String]()
      }
    return keys.lazy.compactMap { span.attributes[$0] }.first
  }
}
