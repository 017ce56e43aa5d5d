import Diagnostics
import Diagrams
import JSON
import Models
import Traces

/// An alignment as text or JSON.
///
/// Marks: `=` in both, `+` only in the trace, `.` only in the trace and optional, `-` only in the
/// diagram, `>` a branch that is taken.
struct AlignmentReport {
  let recorded: RecordedTrace
  let alignment: Alignment
  let word: ActivitySequence
  let aligner: SequenceAligner
  let text: MermaidText
  let input: MermaidInput

  /// A summary, and a line for each step with the lines of the diagram and of the trace:
  ///
  ///     create-event  cost 2, fitness 0.938, 18 messages, shortest run 14
  ///       drawn in flow.mmd, recorded in create-event.jsonl
  ///       =  7  12  A ->> B: open()
  ///       -  8      A ->> B: close()
  func text(steps: Bool) -> String {
    var lines = [
      "\(recorded.scenario)  cost \(alignment.cost), fitness \(Self.decimals(alignment.fitness)), "
        + "\(alignment.length.counted("message")), shortest run \(alignment.cheapest)"
    ]
    if steps {
      lines.append("  drawn in \(input.path), recorded in \(recorded.file)")
      let rows = alignment.steps.map(row)
      let drawn = rows.map(\.drawn.count).max() ?? 0
      let happened = rows.map(\.happened.count).max() ?? 0
      lines += rows.map { row in
        "  \(row.mark)  \(Self.right(row.drawn, drawn))  \(Self.right(row.happened, happened))  "
          + row.title
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A step: a mark, the lines of the message in the diagram and in the trace, and its text.
  private struct Row {
    var mark: String
    var drawn = ""
    var happened = ""
    var title: String
  }

  private func row(_ step: Alignment.Step) -> Row {
    switch step {
    case .both(let drawn, let happened):
      Row(
        mark: "=", drawn: line(drawn), happened: "\(letter(happened).place.line)",
        title: aligner.language.messages[drawn].description)
    case .traceOnly(let happened):
      Row(
        mark: aligner.table.isObligatory(happened, of: word) ? "+" : ".",
        happened: "\(letter(happened).place.line)", title: letter(happened).description)
    case .diagramOnly(let drawn):
      Row(mark: "-", drawn: line(drawn), title: aligner.language.messages[drawn].description)
    case .way(let way): Row(mark: ">", title: aligner.language.sites[way].label)
    }
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: width - text.count) + text
  }

  /// Three digits, never rounded up to 1.
  ///
  /// A fitness of 0.9999 is printed as 0.999: only a trace without any deviation has 1.
  static func decimals(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded(.down))
    let digits = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private func letter(_ index: Int) -> Activity { aligner.table.letter(index, of: word) }

  private func line(ofMessage number: Int) -> Int? {
    aligner.language.messages[number].range.map { text.place($0, in: input).start.line }
  }

  private func line(_ message: Int) -> String { line(ofMessage: message).map(String.init) ?? "" }

  // MARK: - JSON

  var json: String {
    var json = JSONWriter()
    json.beginObject()
    json.member("trace", recorded.file)
    json.member("scenario", recorded.scenario)
    json.member("cost", alignment.cost)
    json.key("fitness")
    json.number(alignment.fitness)
    json.member("messages", alignment.length)
    json.member("shortest", alignment.cheapest)
    json.key("steps")
    json.beginArray()
    for step in alignment.steps { write(step, to: &json) }
    json.endArray()
    json.endObject()
    json.endLine()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func write(_ step: Alignment.Step, to json: inout JSONWriter) {
    json.beginObject()
    switch step {
    case .both(let drawn, let happened):
      json.member("move", "both")
      writeDrawn(drawn, to: &json)
      writeHappened(happened, to: &json)
    case .traceOnly(let happened):
      json.member("move", "trace")
      json.member("obligatory", aligner.table.isObligatory(happened, of: word))
      writeHappened(happened, to: &json)
    case .diagramOnly(let drawn):
      json.member("move", "diagram")
      writeDrawn(drawn, to: &json)
    case .way(let way):
      json.member("move", "branch")
      json.member("branch", aligner.language.sites[way].label)
    }
    json.endObject()
  }

  private func writeDrawn(_ number: Int, to json: inout JSONWriter) {
    json.member("drawn", aligner.language.messages[number].description)
    if let line = line(ofMessage: number) { json.member("diagramLine", line) }
  }

  private func writeHappened(_ index: Int, to json: inout JSONWriter) {
    json.member("happened", letter(index).description)
    json.member("traceLine", letter(index).place.line)
  }
}
