import Basics
package import Traces

extension VariantLog {
  /// A flow as a trace, with the participants, calls and phases that OTLP spans become.
  ///
  /// Its times are invented: they only keep order, nesting and concurrency. The line of each record
  /// is that of the flow in the log's file.
  package func trace(ofFlow index: Int) -> Trace {
    var assembly = OTLPAssembly(FlowLayout(flow(index), labels: labels).spans)
    var trace = assembly.trace(scenario: name(ofFlow: index))
    for record in trace.records.indices {
      trace.records[record].line = 2 + labels.count + index
    }
    return trace
  }

  /// `production-1` for the most frequent flow.
  package func name(ofFlow index: Int) -> String { "\(scenario)-\(index + 1)" }

  /// The transitions as a trace with one record for each distinct transition, in the same order.
  package var transitionTrace: Trace {
    let first = 2 + labels.count + flowCount
    return Trace(
      header: TraceHeader(scenario: scenario),
      records: transitions.enumerated().map { index, transition in
        TraceRecord(
          sequence: index, time: 0, body: .transition(transition.step), line: first + index)
      })
  }

  /// Nanoseconds since 1970 of a time in RFC 3339 form; `nil` for another text.
  package static func moment(_ text: String) -> Int64? { DateTime.nanoseconds(in: text) }

  /// The observed period in complete days; `nil` if unknown.
  package var days: Int? {
    guard let start = Self.moment(since), let end = Self.moment(until), end > start else {
      return nil
    }
    return Int((end - start) / 86_400_000_000_000)
  }
}

/// Spans with invented times for the steps of a flow.
///
/// Siblings of a set begin one after the other, then come the spans below each, and then they end
/// together, so that each overlaps each.
private struct FlowLayout {
  private let steps: ArraySlice<VariantLog.Step>
  private let labels: [SpanLabel]
  private(set) var spans: [OTLPSpan] = []
  private var clock: Int64 = 0

  init(_ steps: ArraySlice<VariantLog.Step>, labels: [SpanLabel]) {
    (self.steps, self.labels) = (steps, labels)
    lay(steps.indices, parent: nil)
  }

  private mutating func lay(_ range: Range<Int>, parent: String?) {
    guard let depth = range.first.map({ steps[$0].depth }) else { return }
    let siblings = range.filter { steps[$0].depth <= depth }
    var place = siblings.startIndex
    while place < siblings.endIndex {
      let end = siblings[(place + 1)...].firstIndex { !steps[$0].isParallel } ?? siblings.endIndex
      let first = spans.count
      for index in siblings[place..<end] { spans.append(span(index, parent: parent)) }
      for member in place..<end {
        let below = siblings[member] + 1
        let next = member + 1 < siblings.endIndex ? siblings[member + 1] : range.upperBound
        lay(below..<next, parent: spans[first + member - place].id)
      }
      for member in first..<(first + end - place) {
        clock += 1
        spans[member].end = clock
      }
      place = end
    }
  }

  private mutating func span(_ index: Int, parent: String?) -> OTLPSpan {
    let label = labels[Int(steps[index].label)]
    clock += 1
    return OTLPSpan(label, id: String(index - steps.startIndex + 1), parent: parent, start: clock)
  }
}

extension OTLPSpan {
  /// A span that still has no end.
  fileprivate init(_ label: SpanLabel, id: String, parent: String?, start: Int64) {
    let peer = label.peer
    self.init(
      id: id, parent: parent, service: label.participant, name: label.name, kind: label.kind,
      start: start,
      attributes: peer.isEmpty ? [:] : ["peer.service": peer, "messaging.destination.name": peer],
      error: label.isFailed ? "error" : nil)
  }
}
