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

  var json: JSON {
    [
      "trace": .text(recorded.file), "scenario": .text(recorded.scenario),
      "cost": .integer(alignment.cost), "fitness": JSON(alignment.fitness),
      "messages": .integer(alignment.length), "shortest": .integer(alignment.cheapest),
      "steps": .array(alignment.steps.map(json)),
    ]
  }

  private func json(_ step: Alignment.Step) -> JSON {
    switch step {
    case .both(let drawn, let happened): json("both", drawn: drawn, happened: happened)
    case .traceOnly(let happened):
      json(
        "trace", happened: happened,
        isObligatory: aligner.table.isObligatory(happened, of: word))
    case .diagramOnly(let drawn): json("diagram", drawn: drawn)
    case .way(let way):
      ["move": "branch", "branch": .text(aligner.language.sites[way].label)]
    }
  }

  private func json(
    _ move: String, drawn: Int? = nil, happened: Int? = nil, isObligatory: Bool? = nil
  ) -> JSON {
    [
      "move": .text(move), "obligatory": isObligatory.map { .boolean($0) },
      "drawn": drawn.map { .text(aligner.language.messages[$0].description) },
      "diagramLine": drawn.flatMap(line(ofMessage:)).map { .integer($0) },
      "happened": happened.map { .text(letter($0).description) },
      "traceLine": happened.map { .integer(letter($0).place.line) },
    ]
  }
}
