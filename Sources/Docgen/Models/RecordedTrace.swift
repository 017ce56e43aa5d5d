package import Traces

/// A trace and its file.
package struct RecordedTrace: Sendable {
  /// The displayed path: relative to the project's root if the file is below it.
  package var file: String
  package var trace: Trace

  package init(file: String, trace: Trace) {
    self.file = file
    self.trace = trace
  }

  package var scenario: String { trace.header.scenario }
  package var participants: [TraceParticipant] { trace.header.participants }

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

  package init(file: String, line: Int, scenario: String) {
    self.file = file
    self.line = line
    self.scenario = scenario
  }
}

/// How often something was observed, and its first place.
package struct Observation: Hashable, Sendable {
  package private(set) var count = 0
  package private(set) var first: TracePlace?

  package init() {}

  package mutating func add(_ place: TracePlace) {
    count += 1
    if first == nil { first = place }
  }

  /// Adds the counts of another observation.
  package mutating func add(_ other: Observation) {
    count += other.count
    first = first ?? other.first
  }
}
