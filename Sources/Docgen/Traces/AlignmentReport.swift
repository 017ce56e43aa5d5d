import Diagnostics
import Diagrams
import Models
import Traces

/// An alignment for a person or a program to read.
struct AlignmentReport {
  let recorded: RecordedTrace
  let alignment: Alignment
  let word: TraceWord
  let aligner: SequenceAligner
  let text: MermaidText
  let input: MermaidInput

  /// `create-event  cost 2, fitness 0.938, 18 messages`, and a line for each step.
  func text(steps: Bool) -> String {
    var lines = [
      "\(recorded.scenario)  cost \(alignment.cost), fitness \(Self.decimals(alignment.fitness)), "
        + "\(alignment.length) messages, shortest run \(alignment.cheapest)"
    ]
    if steps { lines += alignment.steps.map(line) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ step: Alignment.Step) -> String {
    switch step {
    case .both(let drawn, let happened):
      let places = "\(place(drawn))  \(place(of: letter(happened)))"
      return Self.row("=", aligner.language.messages[drawn].description, places)
    case .traceOnly(let happened):
      let mark = aligner.table.isObligatory(happened, of: word) ? "+" : "."
      return Self.row(mark, letter(happened).description, place(of: letter(happened)))
    case .diagramOnly(let drawn):
      return Self.row("-", aligner.language.messages[drawn].description, place(drawn))
    case .way(let way): return Self.row(">", aligner.language.sites[way].words, "")
    }
  }

  private static func row(_ mark: String, _ words: String, _ place: String) -> String {
    let padding = String(repeating: " ", count: max(2, 64 - words.count))
    return place.isEmpty ? "  \(mark) \(words)" : "  \(mark) \(words)\(padding)\(place)"
  }

  /// Three digits, never rounded up to 1.
  static func decimals(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded(.down))
    let digits = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private func letter(_ index: Int) -> TraceLetter { aligner.table.letter(index, of: word) }

  private func place(of letter: TraceLetter) -> String {
    "\(recorded.file):\(letter.place.line)"
  }

  private func line(ofMessage number: Int) -> Int? {
    aligner.language.messages[number].range.map { text.place($0, in: input).start.line }
  }

  private func place(_ message: Int) -> String {
    line(ofMessage: message).map { "\(input.path):\($0)" } ?? input.path
  }

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
      json.member("branch", aligner.language.sites[way].words)
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
