import Basics

/// Merges traces of one run by time.
///
/// Times count from the `epoch` of each header, so the clocks of the programs must agree. Cost:
/// O(n log n) for n records.
public enum TraceMerge {
  /// The reason why traces cannot be merged.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The array of traces is empty.
    case nothing
    /// A trace has no valid start time: `epoch` is not a UTC time.
    case noTime(scenario: String, epoch: String)
    /// Two traces declare different machines of the same name.
    case machinesDiffer(String)

    /// The reason as a sentence.
    public var description: String {
      switch self {
      case .nothing: "no traces to merge"
      case .noTime(let scenario, let epoch):
        "the trace `\(scenario)` has no valid start time: `\(epoch)` is not a UTC time"
      case .machinesDiffer(let name): "the traces declare the machine `\(name)` differently"
      }
    }
  }

  /// Merges several traces into one. Records are ordered by time, and spans and sequence numbers
  /// are renumbered. Records of the same moment keep the order of their traces.
  ///
  /// - Throws: `Failure`.
  public static func merged(_ traces: [Trace], scenario: String? = nil) throws(Failure) -> Trace {
    guard let first = traces.first else { throw .nothing }
    var starts: [Int64] = []
    for trace in traces {
      guard let start = DateTime.nanoseconds(in: trace.header.epoch) else {
        throw .noTime(scenario: trace.header.scenario, epoch: trace.header.epoch)
      }
      starts.append(start)
    }
    let origin = starts.min() ?? 0
    var header = first.header
    header.scenario = scenario ?? traces.map(\.header.scenario).joined(separator: "+")
    header.epoch = DateTime.text(ofNanoseconds: origin)
    header.participants = []
    var machines: [DeclaredMachine] = []
    var records: [TraceRecord] = []
    var lastSpan: UInt32 = 0
    for (trace, start) in zip(traces, starts) {
      for participant in trace.header.participants
      where !header.participants.contains(where: { $0.name == participant.name }) {
        header.participants.append(participant)
      }
      for machine in trace.machines {
        guard let known = machines.first(where: { $0.name == machine.name }) else {
          machines.append(machine)
          continue
        }
        if known != machine { throw .machinesDiffer(machine.name) }
      }
      let base = lastSpan
      for var record in trace.records {
        record.time += start - origin
        record.body.renumberSpans { number in
          lastSpan = max(lastSpan, base + number)
          return base + number
        }
        records.append(record)
      }
    }
    let sorted = records.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
    return Trace(
      header: header, machines: machines, records: numbered(sorted),
      dropped: traces.reduce(0) { $0 + $1.dropped },
      sources: Set(traces.flatMap(\.sources)).sorted { ($0.file, $0.digest) < ($1.file, $1.digest) }
    )
  }

  private static func numbered(_ records: [TraceRecord]) -> [TraceRecord] {
    records.enumerated().map { index, record in
      var numbered = record
      numbered.sequence = index
      return numbered
    }
  }
}

extension TraceRecord.Body {
  /// Renumbers every span of the record.
  fileprivate mutating func renumberSpans(_ number: (UInt32) -> UInt32) {
    func other(_ span: TraceSpan) -> TraceSpan { TraceSpan(number(span.number)) }
    switch self {
    case .call(var call):
      (call.span, call.parent) = (other(call.span), call.parent.map(other))
      self = .call(call)
    case .returned(var outcome):
      outcome.span = other(outcome.span)
      self = .returned(outcome)
    case .failed(var outcome):
      outcome.span = other(outcome.span)
      self = .failed(outcome)
    case .transition(var step):
      step.parent = step.parent.map(other)
      self = .transition(step)
    case .decision(var decision):
      decision.parent = decision.parent.map(other)
      self = .decision(decision)
    case .phaseBegan(var phase):
      (phase.span, phase.parent) = (other(phase.span), phase.parent.map(other))
      self = .phaseBegan(phase)
    case .phaseEnded(var phase):
      phase.span = other(phase.span)
      self = .phaseEnded(phase)
    case .note(var note):
      note.parent = note.parent.map(other)
      self = .note(note)
    case .value: break
    }
  }
}
