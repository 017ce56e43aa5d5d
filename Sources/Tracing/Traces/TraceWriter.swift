import JSON

/// Writes a trace as JSON Lines, the format described in `docs/reference/trace-format.md`.
///
/// The same trace always yields the same bytes.
public enum TraceWriter {
  /// The lines of a trace: header, machines, records, and an end with their count.
  public static func encode(_ trace: Trace) -> [UInt8] {
    opening(trace.header, trace.machines) + lines(of: trace.records)
      + ending(of: trace)
  }

  /// The header and the machines.
  static func opening(_ header: TraceHeader, _ machines: [DeclaredMachine]) -> [UInt8] {
    bytes { writer in
      writer.line(type: "header") { $0.write(header) }
      for machine in machines { writer.line(type: "machine") { $0.write(machine) } }
    }
  }

  /// The lines of records.
  static func lines(of records: [TraceRecord]) -> [UInt8] {
    bytes { writer in for record in records { writer.write(record) } }
  }

  /// The last line of a trace.
  static func ending(of trace: Trace) -> [UInt8] {
    ending(records: trace.records.count, dropped: trace.dropped, sources: trace.sources)
  }

  /// The last line.
  static func ending(records: Int, dropped: Int, sources: [TraceSource]) -> [UInt8] {
    bytes { writer in
      writer.line(type: "end") {
        $0.member("records", records)
        $0.member("dropped", dropped)
        if !sources.isEmpty { $0.write(sources) }
      }
    }
  }

  private static func bytes(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    return writer.bytes
  }
}

extension TraceWriter {
  /// The line of a record, without its newline.
  static func line(of record: TraceRecord) -> String {
    String(decoding: lines(of: [record]).dropLast(), as: UTF8.self)
  }
}

extension JSONWriter {
  fileprivate mutating func line(type: String, _ body: (inout JSONWriter) -> Void) {
    beginObject()
    member("type", type)
    body(&self)
    endObject()
    endLine()
  }

  fileprivate mutating func write(_ header: TraceHeader) {
    member("format", TraceHeader.format)
    member("version", header.version)
    member("scenario", header.scenario)
    member("title", header.title)
    member("epoch", header.epoch)
    key("participants")
    beginArray()
    for participant in header.participants {
      beginObject()
      member("name", participant.name)
      member("kind", participant.kind.rawValue)
      endObject()
    }
    endArray()
  }

  fileprivate mutating func write(_ sources: [TraceSource]) {
    key("sources")
    beginArray()
    for source in sources {
      beginObject()
      member("file", source.file)
      member("digest", source.digest)
      if !source.parts.isEmpty { member("parts", source.parts) }
      endObject()
    }
    endArray()
  }

  fileprivate mutating func write(_ machine: DeclaredMachine) {
    member("machine", machine.name)
    member("declared", machine.type)
    member("initial", machine.initial)
    key("states")
    beginArray()
    for state in machine.states {
      beginObject()
      member("name", state.name)
      if !state.values.isEmpty { member("values", state.values) }
      endObject()
    }
    endArray()
    member("events", machine.events)
    key("edges")
    beginArray()
    for (index, edge) in machine.edges.enumerated() {
      beginObject()
      member("from", edge.from)
      member("event", edge.event)
      if let condition = edge.condition { member("condition", condition) }
      member("to", edge.to)
      if !edge.effects.isEmpty { member("effects", edge.effects) }
      if machine.paths.indices.contains(index) { member("way", machine.paths[index]) }
      endObject()
    }
    endArray()
  }

  fileprivate mutating func write(_ record: TraceRecord) {
    line(type: record.body.typeName) {
      $0.member("seq", record.sequence)
      $0.member("t", record.time)
      $0.write(record.body)
      if let site = record.site { $0.member("at", "\(site.file):\(site.line)") }
    }
  }

  private mutating func write(_ body: TraceRecord.Body) {
    switch body {
    case .call(let call):
      write(span: call.span, parent: call.parent)
      member("from", call.from)
      member("to", call.to)
      member("name", call.name)
      if !call.parameters.isEmpty { member("parameters", call.parameters) }
    case .returned(let outcome), .failed(let outcome):
      write(span: outcome.span, parent: nil)
      if !outcome.value.isEmpty { member("value", outcome.value) }
    case .transition(let step): write(step)
    case .decision(let decision):
      write(span: nil, parent: decision.parent)
      member("by", decision.by)
      member("condition", decision.condition)
      member("holds", decision.holds)
    case .phaseBegan(let phase), .phaseEnded(let phase):
      write(span: phase.span, parent: phase.parent)
      member("by", phase.by)
      member("name", phase.name)
      if phase.isIteration { member("iteration", true) }
    case .note(let note):
      write(span: nil, parent: note.parent)
      member("by", note.by)
      member("text", note.text)
    case .value(let measurement):
      member("name", measurement.name)
      write("value", measurement.value)
      if !measurement.unit.isEmpty { member("unit", measurement.unit) }
    }
  }

  private mutating func write(_ step: TraceTransition) {
    write(span: nil, parent: step.parent)
    member("machine", step.machine)
    member("from", step.from)
    member("event", step.event)
    if let condition = step.condition { member("condition", condition) }
    member("to", step.to)
    if !step.values.isEmpty {
      key("values")
      beginObject()
      for value in step.values { write(value.name, value.value) }
      endObject()
    }
    if !step.effects.isEmpty { member("effects", step.effects) }
  }

  private mutating func write(span: TraceSpan?, parent: TraceSpan?) {
    if let span { member("span", span.number) }
    if let parent { member("parent", parent.number) }
  }

  private mutating func write(_ name: String, _ scalar: TraceScalar) {
    key(name)
    switch scalar {
    case .integer(let number): integer(number)
    case .number(let value): number(value)
    case .boolean(let flag): boolean(flag)
    case .text(let text): string(text)
    }
  }
}

extension TraceHeader {
  /// The name of the format, by which a trace is recognized.
  public static var format: String { "docgen-trace" }
}

extension TraceRecord.Body {
  /// The `type` of the record's line.
  var typeName: String {
    switch self {
    case .call(let call): call.isSend ? "send" : "call"
    case .returned: "return"
    case .failed: "fail"
    case .transition: "transition"
    case .decision: "decision"
    case .phaseBegan: "phase"
    case .phaseEnded: "phase-end"
    case .note: "note"
    case .value: "value"
    }
  }
}
