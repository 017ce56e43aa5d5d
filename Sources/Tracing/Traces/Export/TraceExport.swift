/// Writes a trace in the formats of other tools.
///
/// Each event carries its record (`docgen.record`), so that `TraceImport` restores the same trace,
/// to the nanosecond.
public enum TraceExport: String, CaseIterable, Sendable {
  /// Perfetto's own format (`.pftrace`), a protocol buffer: tracks of slices for participants,
  /// tracks of states for machines, and flows from caller to callee.
  /// <https://perfetto.dev/docs/reference/trace-packet-proto>
  case perfetto
  /// The JSON of Chrome's tracing with asynchronous begin and end events, which Perfetto and
  /// `chrome://tracing` open.
  case chrome
  /// OpenTelemetry's OTLP/JSON in the form of its file exporter, one line of JSON (`.jsonl`).
  /// <https://opentelemetry.io/docs/specs/otel/protocol/file-exporter/>
  case otlp

  /// The bytes of a trace in this format.
  public func encode(_ trace: Trace) -> [UInt8] {
    let timeline = TraceTimeline(trace)
    return switch self {
    case .perfetto: PerfettoWriter.encode(timeline)
    case .chrome: ChromeWriter.encode(timeline)
    case .otlp: OTLPWriter.encode(timeline)
    }
  }

  /// The keys under which lines of the original trace are kept.
  enum Key {
    /// Header, machines and end, one on each line.
    static let frame = "docgen.trace"
    /// One record.
    static let record = "docgen.record"
    /// The record of the end, if one element represents both ends of a span.
    static let recordOfEnd = "docgen.record.end"
  }
}

/// A trace on a time axis: slices, moments, and the states of machines.
struct TraceTimeline {
  let trace: Trace
  /// Calls and phases, ordered by their beginnings.
  private(set) var slices: [Slice] = []
  /// Everything else, in order.
  private(set) var moments: [Moment] = []
  /// The participants with a track, those of the header first.
  private(set) var participants: [String] = []
  /// The lines of the records, by sequence.
  let lines: [String]
  /// The end of the last record.
  let end: Int64

  /// A call or a phase.
  struct Slice {
    var span: TraceSpan
    var parent: TraceSpan?
    /// The participant of its track: the callee of a call, the owner of a phase.
    var participant: String
    /// The caller; `nil` for a phase.
    var caller: String?
    var name: String
    var isSend = false
    var start: Int64
    var end: Int64
    /// The result or the error.
    var outcome = ""
    var isFailed = false
    /// The indices of its records in the trace.
    var first: Int
    var last: Int?
  }

  /// A transition, a decision, a note, or a value.
  struct Moment {
    var place: Int
    var time: Int64
    var parent: TraceSpan?
    var participant: String
    var name: String
    /// The machine of a transition, and the state after it.
    var step: TraceTransition?
  }

  init(_ trace: Trace) {
    self.trace = trace
    lines = trace.records.map { TraceWriter.line(of: $0) }
    end = trace.records.last?.time ?? 0
    participants = trace.header.participants.map(\.name)
    var open: [TraceSpan: Int] = [:]
    for (place, record) in trace.records.enumerated() { add(record, at: place, open: &open) }
    for place in open.values { slices[place].end = end }
  }

  private mutating func add(_ record: TraceRecord, at place: Int, open: inout [TraceSpan: Int]) {
    switch record.body {
    case .call(let call):
      meet(call.from)
      meet(call.to)
      if !call.isSend { open[call.span] = slices.count }
      slices.append(
        Slice(
          span: call.span, parent: call.parent, participant: call.to, caller: call.from,
          name: call.name, isSend: call.isSend, start: record.time, end: record.time, first: place))
    case .phaseBegan(let phase):
      meet(phase.by)
      open[phase.span] = slices.count
      slices.append(
        Slice(
          span: phase.span, parent: phase.parent, participant: phase.by, name: phase.name,
          start: record.time, end: record.time, first: place))
    case .returned(let outcome):
      close(
        outcome.span, by: record, at: place, open: &open, outcome: outcome.value, isFailed: false)
    case .failed(let outcome):
      close(
        outcome.span, by: record, at: place, open: &open, outcome: outcome.value, isFailed: true)
    case .phaseEnded(let phase):
      close(phase.span, by: record, at: place, open: &open, outcome: "", isFailed: false)
    case .transition(let step):
      addMoment(
        record, at: place, parent: step.parent, participant: step.machine, name: step.event,
        step: step)
    case .decision(let decision):
      let verdict = decision.holds ? "yes" : "no"
      addMoment(
        record, at: place, parent: decision.parent, participant: decision.by,
        name: "\(decision.condition): \(verdict)")
    case .note(let note):
      addMoment(record, at: place, parent: note.parent, participant: note.by, name: note.text)
    case .value(let value):
      addMoment(record, at: place, parent: nil, participant: "", name: value.name)
    }
  }

  private mutating func close(
    _ span: TraceSpan, by record: TraceRecord, at place: Int, open: inout [TraceSpan: Int],
    outcome: String, isFailed: Bool
  ) {
    guard let slice = open.removeValue(forKey: span) else { return }
    slices[slice].end = record.time
    slices[slice].last = place
    slices[slice].outcome = outcome
    slices[slice].isFailed = isFailed
  }

  private mutating func addMoment(
    _ record: TraceRecord, at place: Int, parent: TraceSpan?, participant: String,
    name: String, step: TraceTransition? = nil
  ) {
    if step == nil && !participant.isEmpty { meet(participant) }
    moments.append(
      Moment(
        place: place, time: record.time, parent: parent, participant: participant, name: name,
        step: step))
  }

  private mutating func meet(_ participant: String) {
    if !participants.contains(participant) { participants.append(participant) }
  }

  /// The lines around the records: header, machines, end.
  var frame: String {
    let bytes =
      TraceWriter.opening(trace.header, trace.machines)
      + TraceWriter.ending(of: trace)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The states of each machine in order, with their times.
  var stateSpells: [(machine: String, spells: [(state: String, start: Int64, end: Int64)])] {
    trace.machines.map { machine in
      var spells = [(state: machine.initial, start: Int64(0), end: end)]
      for moment in moments {
        guard let step = moment.step, step.machine == machine.name,
          step.to != spells[spells.count - 1].state
        else { continue }
        spells[spells.count - 1].end = moment.time
        spells.append((step.to, moment.time, end))
      }
      return (machine.name, spells)
    }
  }
}
