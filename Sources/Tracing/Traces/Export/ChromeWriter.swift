import JSON

/// Writes the JSON object form of Chrome's trace event format.
///
/// Calls and phases are asynchronous events (`b` and `e`), since those of one participant may
/// overlap. A call appears on its caller's and its callee's track; a flow connects the two.
struct ChromeWriter {
  private let timeline: TraceTimeline
  private let threads: [String: Int]

  static func encode(_ timeline: TraceTimeline) -> [UInt8] {
    ChromeWriter(timeline).json.bytes + [0x0A]
  }

  private init(_ timeline: TraceTimeline) {
    self.timeline = timeline
    threads = Dictionary(
      uniqueKeysWithValues: timeline.participants.enumerated().map { ($1, $0 + 1) })
  }

  private var json: JSON {
    let events =
      names + timeline.slices.flatMap(events) + timeline.moments.map(event) + states
    return [
      "displayTimeUnit": "ns",
      "otherData": .object(JSONObject([member(TraceExport.Key.frame, timeline.frame)])),
      "traceEvents": .array(events),
    ]
  }

  private var names: [JSON] {
    func name(_ kind: String, _ text: String, thread: Int) -> JSON {
      event(
        "M", kind, thread: thread, [JSONObject.Member(key: "args", value: ["name": .text(text)])])
    }
    return [name("process_name", timeline.trace.header.scenario, thread: 0)]
      + timeline.participants.enumerated().map { name("thread_name", $1, thread: $0 + 1) }
      + timeline.trace.machines.enumerated().map {
        name("thread_name", $1.name, thread: machineThread($0))
      }
  }

  private func machineThread(_ index: Int) -> Int { timeline.participants.count + 1 + index }

  private func events(_ slice: TraceTimeline.Slice) -> [JSON] {
    let id = "0x" + String(slice.span.number, radix: 16)
    let caller = slice.caller.map { caller in
      pair(
        slice, category: "caller", thread: threads[caller] ?? 0, id: id, flow: "flow_out",
        first: nil, last: nil)
    }
    return (caller ?? [])
      + pair(
        slice, category: slice.caller == nil ? "phase" : slice.isSend ? "message" : "call",
        thread: threads[slice.participant] ?? 0, id: id,
        flow: slice.caller == nil ? nil : "flow_in", first: timeline.lines[slice.first],
        last: slice.last.map { timeline.lines[$0] })
  }

  private func pair(
    _ slice: TraceTimeline.Slice, category: String, thread: Int, id: String, flow: String?,
    first: String?, last: String?
  ) -> [JSON] {
    let binding =
      flow.map { [member("bind_id", id), JSONObject.Member(key: $0, value: true)] } ?? []
    let outcome = slice.outcome.isEmpty ? nil : slice.outcome
    return [
      event(
        "b", slice.name, category: category, time: slice.start, thread: thread, id: id,
        binding + [arguments([(TraceExport.Key.record, first)])]),
      event(
        "e", slice.name, category: category, time: slice.end, thread: thread, id: id,
        [
          arguments([
            (slice.isFailed ? "error" : "value", outcome), (TraceExport.Key.record, last),
          ])
        ]),
    ]
  }

  private func event(_ moment: TraceTimeline.Moment) -> JSON {
    event(
      "i", moment.name, category: "moment", time: moment.time,
      thread: threads[moment.participant] ?? 0,
      [member("s", "t"), arguments([(TraceExport.Key.record, timeline.lines[moment.place])])])
  }

  private var states: [JSON] {
    timeline.stateSpells.enumerated().flatMap { index, machine in
      machine.spells.enumerated().flatMap { number, spell in
        let id = "0xa\(index)\(String(number, radix: 16))"
        return [("b", spell.start), ("e", spell.end)].map { kind, time in
          event(
            kind, spell.state, category: "state", time: time, thread: machineThread(index), id: id,
            [])
        }
      }
    }
  }

  private func member(_ key: String, _ text: String) -> JSONObject.Member {
    JSONObject.Member(key: key, value: .text(text))
  }

  private func arguments(_ members: [(String, String?)]) -> JSONObject.Member {
    let known = members.compactMap { key, text in text.map { member(key, $0) } }
    return JSONObject.Member(key: "args", value: .object(JSONObject(known)))
  }

  private func event(
    _ kind: String, _ name: String, category: String? = nil, time: Int64 = 0, thread: Int,
    id: String? = nil, _ rest: [JSONObject.Member]
  ) -> JSON {
    let head = JSONObject([
      "ph": .text(kind), "name": .text(name), "cat": category.map { .text($0) }, "pid": 1,
      "tid": .integer(thread), "id": id.map { .text($0) }, "ts": .number(Self.microseconds(time)),
    ])
    // As a text, because a long trace has many of them.
    return .encoded(JSON.object(JSONObject(head.members + rest)).encoded)
  }

  /// Nanoseconds as microseconds with exactly three decimals: `1500` -> `1.500`.
  private static func microseconds(_ nanoseconds: Int64) -> String {
    let (whole, part) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
    let digits = String(part.magnitude)
    let zeros = String(repeating: "0", count: 3 - digits.count)
    return (nanoseconds < 0 ? "-" : "") + "\(whole.magnitude).\(zeros)\(digits)"
  }
}
