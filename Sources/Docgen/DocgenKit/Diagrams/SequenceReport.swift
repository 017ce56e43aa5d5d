import Diagrams
import JSON
import Traces

/// A sequence diagram generated from traces and its measures, as JSON.
///
/// `fitness` is the part of the traces that the diagram allows, and `precision` falls with each
/// further message that it allows; `docs/reference/json.md` describes all members.
struct SequenceReport: Sendable {
  let diagram: String
  let drawing: SequenceDrawing
  let measures: DiagramMeasures
  let scenarios: [String]

  var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("diagram", diagram)
    writer.key("fitness")
    writer.number(measures.fitness)
    if let precision = measures.precision {
      writer.key("precision")
      writer.number(precision)
      writer.member("allowsMore", precision < 1)
    } else {
      writer.member("allowsMore", true)
      writer.member("precisionUnknown", "its parallel parts allow too many orders")
    }
    writer.member("precisionMetric", "escaping edges over the states of the diagram")
    writer.member("messages", measures.messages)
    writer.member("size", measures.size)
    if drawing.omitted > 0 { writer.member("messagesLeftOut", drawing.omitted) }
    writer.key("traces")
    writer.beginArray()
    for (scenario, fits) in zip(scenarios, measures.fits) {
      writer.beginObject()
      writer.member("scenario", scenario)
      writer.member("allowed", fits)
      writer.endObject()
    }
    writer.endArray()
    writer.key("folds")
    writer.beginArray()
    for step in drawing.folding.steps { Self.write(step, &writer) }
    writer.endArray()
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  /// The folds of a step, the outer ones first.
  private static func write(_ step: DrawnStep, _ writer: inout JSONWriter) {
    switch step {
    case .loop(let loop):
      writer.beginObject()
      writer.member("kind", "loop")
      writer.member("title", loop.label)
      writer.member("least", loop.counts.lowerBound)
      writer.member("most", loop.counts.upperBound)
      writer.member("times", loop.entries)
      writer.member("messages", loop.body.messageCount)
      writer.endObject()
    case .alternatives(let branches): write("alt", branches, to: &writer)
    case .parallel(let branches): write("par", branches, to: &writer)
    case .option(let branch): write("opt", [branch], to: &writer)
    case .breaking(let branch): write("break", [branch], to: &writer)
    case .message, .exchange, .frame, .note: break
    }
    for inner in step.parts.joined() { write(inner, &writer) }
  }

  private static func write(
    _ kind: String, _ branches: [DrawnBranch], to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("kind", kind)
    writer.key("branches")
    writer.beginArray()
    for branch in branches {
      writer.beginObject()
      writer.member("title", branch.title)
      writer.member("times", branch.count)
      writer.member("messages", branch.steps.messageCount)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }
}
