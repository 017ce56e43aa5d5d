import JSON
import Traces

/// Writes a finished log as JSON Lines, the format described in `docs/reference/trace-format.md`.
package enum VariantWriter {
  /// The lines of a log: header, activities, flows, transitions, and an end with their counts.
  package static func encode(_ log: VariantLog) -> [UInt8] {
    var writer = JSONWriter()
    line("header", to: &writer) {
      $0.member("format", VariantLog.format)
      $0.member("version", VariantLog.currentVersion)
      $0.member("scenario", log.scenario)
      if !log.since.isEmpty { $0.member("since", log.since) }
      if !log.until.isEmpty { $0.member("until", log.until) }
    }
    for label in log.labels { line("activity", to: &writer) { write(label, to: &$0) } }
    for index in 0..<log.flowCount {
      line("flow", to: &writer) {
        $0.member("count", log.count(ofFlow: index))
        $0.member("spans", text(of: log.flow(index)))
      }
    }
    for transition in log.transitions {
      line("transition", to: &writer) { write(transition, to: &$0) }
    }
    line("end", to: &writer) {
      $0.member("flows", log.flowCount)
      $0.member("transitions", log.transitions.count)
    }
    return writer.bytes
  }

  private static func line(
    _ type: String, to writer: inout JSONWriter, _ body: (inout JSONWriter) -> Void
  ) {
    writer.beginObject()
    writer.member("type", type)
    body(&writer)
    writer.endObject()
    writer.endLine()
  }

  private static func write(_ label: SpanLabel, to writer: inout JSONWriter) {
    writer.member("participant", label.participant)
    writer.member("kind", label.kind)
    writer.member("name", label.name)
    if !label.peer.isEmpty { writer.member("peer", label.peer) }
    if label.isFailed { writer.member("failed", true) }
  }

  private static func write(_ transition: VariantLog.Transition, to writer: inout JSONWriter) {
    let step = transition.step
    writer.member("count", transition.count)
    writer.member("machine", step.machine)
    writer.member("from", step.from)
    writer.member("event", step.event)
    if let condition = step.condition { writer.member("condition", condition) }
    writer.member("to", step.to)
  }

  /// `0.3 1.4 1|5`: depth, `|` after the sibling of the same set, and the number of the activity.
  private static func text(of flow: ArraySlice<VariantLog.Step>) -> String {
    flow.map { "\($0.depth)\($0.isParallel ? "|" : ".")\($0.label)" }.joined(separator: " ")
  }
}
