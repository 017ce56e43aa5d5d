import CommandLineTool
import Diagnostics
import Diagrams
import JSON
import Markdown
import Mermaid
import Models
import Traces

/// `docgen trace align`: replays traces on a sequence diagram.
struct TraceAlignCommand: Command {
  let context: CommandContext

  private static let diagram = CommandOption.text(
    "diagram", short: "d", value: "FILE", "The diagram; required")
  private static let match = CommandOption.choice(
    "match", value: "HOW", default: LetterMatching.Labels.lenient, "How labels are compared")
  private static let answers = CommandOption.choice(
    "answers", value: "WHICH", default: LetterMatching.Answers.drawn, "Which replies are required")
  private static let synonyms = CommandOption.text(
    "synonyms", value: "LIST", "LABEL=MESSAGE, separated by semicolons")
  private static let summary = CommandOption.flag(
    "summary", short: "s", "Print cost and fitness only, without the steps")

  static let description = CommandDescription(
    "align", "Compare traces with a sequence diagram, step by step",
    discussion: """
      The diagram is a .mmd file or a block of a Markdown page; FILE:LINE selects one of several by a \
      line of the block or of its marker. Each \
      trace is replayed on it at the least cost: `=` is a message in both, `-` one that only the \
      diagram has, `+` one that only the trace has, `.` one that a diagram may omit, `>` a branch that \
      is taken; its lines in the diagram and in the trace follow. The cost counts `-` and `+`; fitness \
      is 1 − cost / (messages of the trace + messages of the diagram's shortest run). With --format \
      json each trace is one JSON object on a line.
      """,
    operands: [DiagramCommands.traces(isRequired: true)],
    options: [diagram, match, answers, synonyms, summary, ResultFormat.option],
    examples: [
      ("docgen trace align -d flow.mmd traces/*.jsonl", "Compare recorded runs with a sketch."),
      ("docgen trace align -s -d docs/errors.md:28 run.jsonl", "Fitness for a page's diagram."),
    ],
    exitCodes: [
      (0, "every trace follows the diagram"), (1, "a trace does not"),
      (2, "the command line is wrong"), (4, "a file cannot be read"),
    ])

  func run() throws -> ExitCode {
    guard let name = arguments[Self.diagram] else { throw UsageError("--diagram is missing") }
    let (input, line) = Self.input(name)
    if !input.problems.isEmpty {
      context.report(input.problems, about: input)
      return .input
    }
    let found = Self.diagrams(in: input).filter { line == nil || $0.lines.contains(line ?? 0) }
    guard let chosen = found.first, found.count == 1 else {
      let places = found.map { "\(input.path):\($0.lines.lowerBound)" }.joined(separator: ", ")
      throw UsageError(
        found.isEmpty
          ? "\(name) has no sequence diagram that Mermaid accepts"
          : "\(name) has several sequence diagrams; choose one: \(places)")
    }
    var aligner = SequenceAligner(chosen.diagram, matching: matching)
    var code = ExitCode.success
    for operand in arguments.traceFiles {
      let traces = TraceInput(operand)
      if !traces.printError(console) { code = .input }
      for recorded in traces.recorded where recorded.isFlow {
        if !align(recorded, aligner: &aligner, text: chosen.text, input: input), code == .success {
          code = .drift
        }
      }
    }
    return code
  }

  /// Prints an alignment. Returns whether the trace follows the diagram.
  ///
  /// A diagram with too many parallel orders is reported, and counts as a deviation.
  private func align(
    _ recorded: RecordedTrace, aligner: inout SequenceAligner, text: MermaidText,
    input: MermaidInput
  ) -> Bool {
    let word = aligner.word(of: recorded)
    guard let alignment = aligner.align(word) else {
      context.report("the diagram allows too many orders for \(recorded.scenario)")
      return false
    }
    let report = AlignmentReport(
      recorded: recorded, alignment: alignment, word: word, aligner: aligner, text: text,
      input: input)
    switch arguments[ResultFormat.option] {
    case .json: console.put((report.json.encoded + "\n").inertJSON, on: .output)
    case .text: console.print(report.text(steps: !arguments[Self.summary]))
    }
    return alignment.cost == 0
  }

  private var matching: LetterMatching {
    let pairs = Pairs.read(arguments[Self.synonyms] ?? "")
    return LetterMatching(
      synonyms: Dictionary(pairs, uniquingKeysWith: { first, _ in first }),
      labels: arguments[Self.match], answers: arguments[Self.answers],
      demanded: Set(pairs.map(\.1)))
  }

  private struct Found {
    var diagram: SequenceDiagram
    var text: MermaidText
    var lines: ClosedRange<Int>
  }

  /// `docs/flows.md:42` is the diagram at line 42 of that page.
  ///
  /// A file whose name contains the colon itself wins.
  private static func input(_ name: String) -> (input: MermaidInput, line: Int?) {
    if FileSystem.kind(of: name) == nil, let colon = name.lastIndex(of: ":"),
      let line = Int(name[name.index(after: colon)...])
    {
      return (MermaidInput(String(name[..<colon])), line)
    }
    return (MermaidInput(name), nil)
  }

  private static func diagrams(in input: MermaidInput) -> [Found] {
    input.texts.compactMap { text -> Found? in
      guard text.document.errors.isEmpty, case .sequence(let diagram) = text.document.diagram
      else { return nil }
      let lines = text.fence.map { Self.lines(of: $0, in: input) } ?? 1...Int.max
      return Found(diagram: diagram, text: text, lines: lines)
    }
  }

  /// The lines of a block, and of the marker before it.
  private static func lines(of fence: Fence, in input: MermaidInput) -> ClosedRange<Int> {
    let marker = input.page?.regions.first { $0.fences.contains(fence) }?.opening
    let start = min(marker?.range.start.line ?? .max, fence.range.start.line)
    return start...fence.range.end.line
  }
}
