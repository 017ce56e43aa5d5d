package import Traces
import Variants

/// A trace and its file, or a variant of production: a flow with a count.
package struct RecordedTrace: Sendable {
  /// Where the records are. A million variants share one log, and become traces when they are read.
  private enum Content: Sendable {
    indirect case trace(Trace)
    case flow(SharedVariants, Int)
    case transitions(SharedVariants)
  }

  /// The displayed path: relative to the project's root if the file is below it.
  package var file: String
  /// How often the flow happened: 1 for a recorded scenario.
  package private(set) var count = 1
  /// Whether it comes from a file of variants.
  package private(set) var isVariant = false
  private var content: Content

  package init(file: String, trace: Trace) {
    self.file = file
    content = .trace(trace)
  }

  private init(file: String, count: Int = 1, _ content: Content) {
    self.file = file
    self.count = count
    self.content = content
    isVariant = true
  }

  /// Reads a file with traces or variants.
  ///
  /// A file of variants becomes one trace for each flow, and one with all transitions.
  package static func read(
    _ bytes: [UInt8], file: String
  ) -> (traces: [RecordedTrace], errors: [TraceReadError]) {
    guard VariantReader.recognizes(bytes) else {
      let (traces, errors) = TraceImport.read(bytes)
      return (traces.map { RecordedTrace(file: file, trace: $0) }, errors)
    }
    let (log, errors) = VariantReader.read(bytes)
    guard let log else { return ([], errors) }
    let shared = SharedVariants(log)
    let flows = (0..<log.flowCount).map { index in
      RecordedTrace(file: file, count: log.count(ofFlow: index), .flow(shared, index))
    }
    return ([RecordedTrace(file: file, .transitions(shared))] + flows, errors)
  }

  /// The trace. That of a variant is made for each use.
  package var trace: Trace {
    get {
      switch content {
      case .trace(let trace): trace
      case .flow(let variants, let index): variants.log.trace(ofFlow: index)
      case .transitions(let variants): variants.log.transitionTrace
      }
    }
    set { content = .trace(newValue) }
  }

  /// Whether a sequence diagram can show it: not the counted transitions of a file of variants.
  package var isFlow: Bool { if case .transitions = content { false } else { true } }

  /// The observed period of variants in complete days; `nil` for a recorded scenario.
  package var days: Int? {
    if case .transitions(let variants) = content { variants.log.days } else { nil }
  }

  package var scenario: String {
    switch content {
    case .trace(let trace): trace.header.scenario
    case .flow(let variants, let index): variants.log.name(ofFlow: index)
    case .transitions(let variants): variants.log.scenario
    }
  }

  package var participants: [TraceParticipant] { trace.header.participants }

  /// The machines that the trace declares.
  package var machines: [DeclaredMachine] {
    if case .trace(let trace) = content { trace.machines } else { [] }
  }

  /// The observed transitions with their places and counts.
  package var transitions: [(step: TraceTransition, place: TracePlace, count: Int)] {
    if case .flow = content { return [] }
    let places = trace.records.compactMap { record in
      if case .transition(let step) = record.body { (step, place(of: record), 1) } else { nil }
    }
    guard case .transitions(let variants) = content else { return places }
    return zip(places, variants.log.transitions).map { ($0.0, $0.1, $1.count) }
  }

  /// The names of all calls, one for each call.
  package var messageNames: [String] {
    trace.records.compactMap { record in
      if case .call(let call) = record.body { call.name } else { nil }
    }
  }

  /// The place of a record in this file.
  package func place(of record: TraceRecord) -> TracePlace {
    TracePlace(file: file, line: record.line, scenario: scenario)
  }
}

/// A log that many traces refer to.
private final class SharedVariants: Sendable {
  let log: VariantLog

  init(_ log: VariantLog) { self.log = log }
}

extension TraceCall {
  /// `createEventsBatch(events)`, `POST /events/batch`.
  package var label: String {
    name.contains(" ") ? name : "\(name)(\(parameters.joined(separator: ", ")))"
  }
}

/// A line of a trace: `rate-limit-trips-breaker.jsonl:212`.
package struct TracePlace: Hashable, Sendable {
  package var file: String
  /// From 1.
  package var line: Int
  package var scenario: String
}

/// How often something was observed, and its first place.
package struct Observation: Hashable, Sendable {
  package private(set) var count = 0
  package private(set) var first: TracePlace?
  /// The observed days, if production was observed.
  package var days: Int?

  package init() {}

  package mutating func add(_ place: TracePlace, count: Int = 1) {
    self.count.add(count)
    if first == nil { first = place }
  }

  /// Adds the counts of another observation.
  package mutating func add(_ other: Observation) {
    count.add(other.count)
    first = first ?? other.first
    days = days ?? other.days
  }

  /// The absence of observations: `never`, or `never in 30 days` if production was observed.
  package var never: String {
    guard let days else { return "never" }
    return "never in \(days) day\(days == 1 ? "" : "s")"
  }
}
