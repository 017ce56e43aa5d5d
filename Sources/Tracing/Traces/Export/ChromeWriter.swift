import JSON

/// Writes the JSON object form of Chrome's trace event format.
///
/// Calls and phases are asynchronous events (`b` and `e`), since those of one participant may
/// overlap. A call appears on its caller's and its callee's track; a flow connects the two.
struct ChromeWriter {
  private var json = JSONWriter()
  private let timeline: TraceTimeline
  private let threads: [String: Int]

  static func encode(_ timeline: TraceTimeline) -> [UInt8] {
    var writer = ChromeWriter(timeline)
    writer.write()
    return writer.json.bytes
  }

  private init(_ timeline: TraceTimeline) {
    self.timeline = timeline
    threads = Dictionary(
      uniqueKeysWithValues: timeline.participants.enumerated().map { ($1, $0 + 1) })
  }

  private mutating func write() {
    json.beginObject()
    json.member("displayTimeUnit", "ns")
    json.key("otherData")
    json.beginObject()
    json.member(TraceExport.Key.frame, timeline.frame)
    json.endObject()
    json.key("traceEvents")
    json.beginArray()
    writeNames()
    for slice in timeline.slices { write(slice) }
    for moment in timeline.moments { write(moment) }
    writeStates()
    json.endArray()
    json.endObject()
    json.endLine()
  }

  private mutating func writeNames() {
    name("process_name", timeline.trace.header.scenario, thread: 0)
    for (index, participant) in timeline.participants.enumerated() {
      name("thread_name", participant, thread: index + 1)
    }
    for (index, machine) in timeline.trace.machines.enumerated() {
      name("thread_name", machine.name, thread: machineThread(index))
    }
  }

  private func machineThread(_ index: Int) -> Int { timeline.participants.count + 1 + index }

  private mutating func name(_ kind: String, _ text: String, thread: Int) {
    event("M", kind, thread: thread) { json in
      json.key("args")
      json.beginObject()
      json.member("name", text)
      json.endObject()
    }
  }

  private mutating func write(_ slice: TraceTimeline.Slice) {
    let id = String(slice.span.number, radix: 16)
    if let caller = slice.caller {
      pair(
        slice, category: "caller", thread: threads[caller] ?? 0, id: "0x\(id)", flow: "flow_out",
        first: nil, last: nil)
    }
    pair(
      slice, category: slice.caller == nil ? "phase" : slice.isSend ? "message" : "call",
      thread: threads[slice.participant] ?? 0, id: "0x\(id)",
      flow: slice.caller == nil ? nil : "flow_in", first: timeline.lines[slice.first],
      last: slice.last.map { timeline.lines[$0] })
  }

  private mutating func pair(
    _ slice: TraceTimeline.Slice, category: String, thread: Int, id: String, flow: String?,
    first: String?, last: String?
  ) {
    event("b", slice.name, category: category, time: slice.start, thread: thread, id: id) { json in
      if let flow {
        json.member("bind_id", id)
        json.member(flow, true)
      }
      ChromeWriter.arguments(&json, [(TraceExport.Key.record, first)])
    }
    let outcome = slice.outcome.isEmpty ? nil : slice.outcome
    event("e", slice.name, category: category, time: slice.end, thread: thread, id: id) { json in
      ChromeWriter.arguments(
        &json, [(slice.isFailed ? "error" : "value", outcome), (TraceExport.Key.record, last)])
    }
  }

  private mutating func write(_ moment: TraceTimeline.Moment) {
    let thread = threads[moment.participant] ?? 0
    let line = timeline.lines[moment.place]
    event("i", moment.name, category: "moment", time: moment.time, thread: thread) { json in
      json.member("s", "t")
      ChromeWriter.arguments(&json, [(TraceExport.Key.record, line)])
    }
  }

  private mutating func writeStates() {
    for (index, machine) in timeline.stateSpells.enumerated() {
      for (number, spell) in machine.spells.enumerated() {
        let thread = machineThread(index)
        let id = "0xa\(index)\(String(number, radix: 16))"
        event("b", spell.state, category: "state", time: spell.start, thread: thread, id: id) { _ in
        }
        event("e", spell.state, category: "state", time: spell.end, thread: thread, id: id) { _ in }
      }
    }
  }

  private static func arguments(_ json: inout JSONWriter, _ members: [(String, String?)]) {
    json.key("args")
    json.beginObject()
    for case (let key, let text?) in members { json.member(key, text) }
    json.endObject()
  }

  private mutating func event(
    _ kind: String, _ name: String, category: String? = nil, time: Int64 = 0, thread: Int,
    id: String? = nil, rest: (inout JSONWriter) -> Void
  ) {
    json.beginObject()
    json.member("ph", kind)
    json.member("name", name)
    if let category { json.member("cat", category) }
    json.member("pid", 1)
    json.member("tid", thread)
    if let id { json.member("id", id) }
    json.key("ts")
    json.number(fixed: time)
    rest(&json)
    json.endObject()
  }
}
