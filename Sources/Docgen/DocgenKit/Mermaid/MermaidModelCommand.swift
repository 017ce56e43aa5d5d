import CommandLineTool
import Diagnostics
import JSON
import Mermaid
import Traces

/// `docgen mermaid model`.
struct MermaidModelCommand: Command {
  let context: CommandContext

  private static let lines = CommandOption.flag(
    "jsonl",
    "Read lines {\"id\", \"text\"} from standard input and answer each with "
      + "{\"id\", \"ok\", \"kind\", \"error\", \"model\"}")

  static let description = CommandDescription(
    "model", "Print the models of diagrams as JSON Lines",
    operands: [OperandDescription("FILE", "A diagram or a Markdown page; - for standard input")],
    options: [lines],
    examples: [
      ("docgen mermaid model flow.mmd", "Print the states, transitions and notes of a diagram.")
    ], exitCodes: MermaidCommands.exitCodes(drift: nil))

  func run() throws -> ExitCode {
    if arguments[Self.lines] {
      guard arguments.operands.isEmpty || arguments.operands == ["-"] else {
        throw UsageError("--jsonl reads standard input and takes no FILE")
      }
      return try answerLines()
    }
    guard let operand = arguments.operands.first else { throw UsageError("FILE is missing") }
    let input = MermaidInput(operand)
    let findings = input.problems + input.texts.flatMap { $0.findings(in: input) }
    context.report(findings, about: input)
    for text in input.texts where text.document.errors.isEmpty {
      guard let model = MermaidModel.value(of: text.document.diagram) else { continue }
      console.put(model.encoded.inertJSON + "\n", on: .output)
    }
    return findings.mermaidExitCode
  }

  // MARK: - Lines

  /// Answers each line `{"id","text"}` with `{"id","ok","kind","error","model"}` as it arrives.
  ///
  /// Each answer is one line, so that another program can ask through pipes: one process for
  /// thousands of diagrams. A line that is not a question is answered with its error and does not
  /// end the loop.
  private func answerLines() throws(FileError) -> ExitCode {
    var input = ByteStream()
    var code = ExitCode.success
    var number = 0
    while let line = try input.line() {
      number += 1
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      let answer = Self.answer(line[...], number: number)
      if !answer.isQuestion { code = .input }
      console.put(answer.json.encoded.inertJSON + "\n", on: .output)
    }
    return code
  }

  private struct Answer {
    /// As in the input line.
    var id = "null"
    var isOK = false
    var kind: String?
    var error: String?
    var model: JSON?
    /// Whether the line was such an object.
    var isQuestion = true

    var json: JSON {
      [
        "id": .encoded(id), "ok": .boolean(isOK), "kind": kind.map { .text($0) },
        "error": error.map { .text($0) }, "model": model,
      ]
    }
  }

  private static func answer(_ line: ArraySlice<UInt8>, number: Int) -> Answer {
    let node: JSONNode
    do throws(JSONError) {
      node = try JSONNode.parse(line)
    } catch {
      let place = "line \(number), column \(error.offset - line.startIndex + 1)"
      return Answer(error: "\(place): \(error.reason)", isQuestion: false)
    }
    let id = node["id"].map { String(decoding: line[$0.start..<$0.end], as: UTF8.self) }
    guard let id, case .text(let text)? = node["text"]?.value else {
      return Answer(
        id: id ?? "null", error: "line \(number): expected {\"id\": …, \"text\": \"…\"}",
        isQuestion: false)
    }
    let document = MermaidParser.parse(text)
    var answer = Answer(id: id, isOK: document.errors.isEmpty, kind: document.diagram.kindName)
    answer.error = document.errors.first.map { error in
      let start = error.range.start
      let expectation = error.expectation.map { "; expected \($0)" } ?? ""
      return "\(start.line):\(start.column): \(error.message)\(expectation)"
    }
    if answer.isOK { answer.model = MermaidModel.value(of: document.diagram) }
    return answer
  }
}

extension MermaidDiagram {
  /// `state`, `sequence`, `class`, or the first word of another kind.
  var kindName: String? {
    switch self {
    case .state: "state"
    case .sequence: "sequence"
    case .classes: "class"
    case .flowchart: "flowchart"
    case .other(let kind): kind
    case .unrecognized: nil
    }
  }
}
