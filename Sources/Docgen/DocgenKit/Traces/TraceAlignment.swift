import CommandLineTool
import Diagnostics
import Diagrams
import Markdown
import Mermaid
import Models
import Traces

/// `docgen trace align`: reads traces along a sequence diagram, step by step.
struct TraceAlignment: Sendable {
  let console: any Console
  let arguments: ParsedArguments

  func run() -> ExitCode {
    guard let name = arguments.value("diagram") else { return complain("--diagram is missing") }
    let (input, line) = Self.input(name)
    if !input.problems.isEmpty {
      FindingsPrinter.complaining(console)
        .show(input.problems, sources: [input.path: input.source])
      return .input
    }
    let found = Self.diagrams(in: input).filter { line == nil || $0.lines.contains(line ?? 0) }
    guard let chosen = found.first, found.count == 1 else {
      let places = found.map { "\(input.path):\($0.lines.lowerBound)" }.joined(separator: ", ")
      return complain(
        found.isEmpty
          ? "\(name) holds no sequence diagram that Mermaid accepts"
          : "\(name) holds several sequence diagrams; choose one: \(places)")
    }
    var aligner = SequenceAligner(chosen.diagram, matching: matching)
    var code = ExitCode.success
    for operand in arguments.traceFiles {
      let traces = TraceInput(operand)
      if !traces.complain(console) { code = .input }
      for trace in traces.traces {
        let recorded = RecordedTrace(file: traces.path, trace: trace)
        if !align(recorded, &aligner, chosen.text, input), code == .success { code = .drift }
      }
    }
    return code
  }

  /// Says whether the trace follows the diagram.
  private func align(
    _ recorded: RecordedTrace, _ aligner: inout SequenceAligner, _ text: MermaidText,
    _ input: MermaidInput
  ) -> Bool {
    let word = aligner.word(of: InteractionModel(recorded))
    guard let alignment = aligner.align(word) else {
      console.complain("docgen: the diagram allows too many orders for \(recorded.scenario)\n")
      return false
    }
    let report = AlignmentReport(
      recorded: recorded, alignment: alignment, word: word, aligner: aligner, text: text,
      input: input)
    if arguments.has("json") {
      console.print(report.json)
    } else {
      console.print(report.text(steps: !arguments.has("summary")))
    }
    return alignment.cost == 0
  }

  private var matching: LetterMatching {
    let pairs = Pairs.read(arguments.value("synonyms") ?? "")
    return LetterMatching(
      synonyms: Dictionary(pairs, uniquingKeysWith: { first, _ in first }),
      labels: arguments.value("match").flatMap(LetterMatching.Labels.init) ?? .lenient,
      answers: arguments.value("answers").flatMap(LetterMatching.Answers.init) ?? .drawn,
      demanded: Set(pairs.map(\.1)))
  }

  private struct Found {
    var diagram: SequenceDiagram
    var text: MermaidText
    var lines: ClosedRange<Int>
  }

  /// `docs/flows.md:42` is the diagram of that page on which line 42 stands.
  private static func input(_ name: String) -> (input: MermaidInput, line: Int?) {
    if FileSystem.kind(of: name) == nil, let colon = name.lastIndex(of: ":"),
      let line = Int(name[name.index(after: colon)...])
    {
      return (MermaidInput(String(name[..<colon])), line)
    }
    return (MermaidInput(name), nil)
  }

  private static func diagrams(in input: MermaidInput) -> [Found] {
    input.texts.compactMap { text in
      guard text.document.errors.isEmpty, case .sequence(let diagram) = text.document.diagram
      else { return nil }
      let lines = text.fence.map { $0.range.start.line...$0.range.end.line } ?? 1...Int.max
      return Found(diagram: diagram, text: text, lines: lines)
    }
  }

  private func complain(_ message: String) -> ExitCode {
    console.complain("docgen: \(message)\nTry 'docgen trace align --help'.\n")
    return .usage
  }

  static let description = CommandDescription(
    "align", "Compare traces with a sequence diagram, step by step",
    discussion: """
      The diagram is a .mmd file or a block of a Markdown page; of several on a page, FILE:LINE \
      names the one that stands there. Each trace is read along it at the least cost: `=` is a \
      message in both, `-` one that only the diagram has, `+` one that only the trace has, `.` one \
      that a diagram may leave out, `>` a branch that is taken; then come its lines in the diagram \
      and in the trace. The cost counts `-` and `+`; fitness is 1 − cost / (messages of the trace + \
      messages of the diagram's shortest run).
      """,
    operands: [
      OperandDescription(
        "TRACE", "A trace, a pattern, or a scenario of the project; - for standard input",
        isRequired: true, isRepeating: true)
    ],
    options: [
      OptionDescription("diagram", short: "d", value: "FILE", "The diagram; required"),
      OptionDescription(
        "match", value: "HOW", choices: LetterMatching.Labels.allCases.map(\.rawValue),
        standard: "lenient",
        "How labels agree"),
      OptionDescription(
        "answers", value: "WHICH", choices: LetterMatching.Answers.allCases.map(\.rawValue),
        standard: "drawn",
        "Which answers must be drawn"),
      OptionDescription("synonyms", value: "LIST", "LABEL=MESSAGE, separated by semicolons"),
      OptionDescription("summary", short: "s", "Cost and fitness only, without the steps"),
      OptionDescription("json", "One JSON object a trace, on a line of its own"),
    ],
    examples: [
      ("docgen trace align -d flow.mmd traces/*.jsonl", "Hold recorded runs against a sketch."),
      ("docgen trace align -s -d docs/errors.md:28 run.jsonl", "Fitness for a page's diagram."),
    ],
    exitCodes: [
      (ExitCode.success.rawValue, "every trace follows the diagram"),
      (ExitCode.drift.rawValue, "a trace does not"),
      (ExitCode.usage.rawValue, "the command line is wrong"),
      (ExitCode.input.rawValue, "a file cannot be read"),
    ])
}
