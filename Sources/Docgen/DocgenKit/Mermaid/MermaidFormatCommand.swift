import CommandLineTool
import Diagnostics
import Markdown
import Mermaid

/// `docgen mermaid fmt`.
///
/// In a Markdown page only the content of Mermaid blocks changes. A diagram that cannot be read is
/// left unchanged and reported. Regions that `docgen fix` regenerates are left unchanged as well.
struct MermaidFormatCommand: Command {
  let context: CommandContext

  private static let check = CommandOption.flag(
    "check", "Write nothing; exit with 1 if something would change")

  static let description = CommandDescription(
    "fmt", "Format diagrams",
    discussion: """
      One statement a line, four spaces a level, labels quoted and escaped only where they must \
      be. The meaning of a diagram never changes, and comments stay. In Markdown only Mermaid blocks \
      change, except those that `docgen fix` regenerates. Standard input is written to standard \
      output.
      """,
    operands: [MermaidCommands.files],
    options: [check, CommonOptions.diff],
    examples: [
      ("docgen mermaid fmt --check docs/*.md", "Fail a pull request with unformatted diagrams."),
      ("docgen mermaid fmt - < flow.mmd", "Print one diagram formatted."),
    ], exitCodes: MermaidCommands.exitCodes(drift: "with --check: a file is not formatted"))

  func run() -> ExitCode {
    var gravest = ExitCode.success
    for operand in arguments.operands {
      let code = format(operand)
      if gravest == .success || code == .input { gravest = code == .success ? gravest : code }
    }
    return gravest
  }

  private func format(_ operand: String) -> ExitCode {
    let input = MermaidInput(operand)
    var findings = input.problems + input.texts.flatMap { $0.findings(in: input) }
    if context.isQuiet { findings.removeAll { $0.severity == .note } }
    context.report(findings, about: input)
    guard input.problems.isEmpty else { return .input }
    var (bytes, problems) = Self.formatted(input)
    if context.isQuiet { problems.removeAll { $0.severity == .note } }
    context.report(problems, about: input)
    let code = (findings + problems).mermaidExitCode
    let isSame = bytes == input.source.bytes
    if arguments[Self.check] {
      if !isSame { console.print("\(input.path) is not in canonical form\n") }
      show(input, bytes)
      return code == .success && !isSame ? .drift : code
    }
    if operand == "-" {
      console.print(String(decoding: bytes, as: UTF8.self))
      return code
    }
    guard !isSame else { return code }
    do throws(FileError) {
      try FileSystem.replace(operand, with: bytes)
    } catch {
      console.complain("docgen: \(error)\n")
      return .input
    }
    if !context.isQuiet { console.print("wrote \(input.path)\n") }
    show(input, bytes)
    return code
  }

  private func show(_ input: MermaidInput, _ bytes: [UInt8]) {
    guard arguments[CommonOptions.diff],
      let diff = UnifiedDiff.between(
        String(decoding: input.source.bytes, as: UTF8.self), String(decoding: bytes, as: UTF8.self))
    else { return }
    console.print("--- \(input.path)\n+++ \(input.path)\n\(diff)")
  }

  /// The file with its diagrams in canonical form, and why some of them stay as they are.
  static func formatted(_ input: MermaidInput) -> (bytes: [UInt8], problems: [Diagnostic]) {
    var problems: [Diagnostic] = []
    var changes: [(text: MermaidText, printed: String)] = []
    for text in input.texts where !text.isGenerated && text.document.errors.isEmpty {
      do throws(UnprintableError) {
        if let printed = try canonical(text.document.diagram) { changes.append((text, printed)) }
      } catch {
        problems.append(problem(error, text, input))
      }
    }
    guard let page = input.page else {
      return (
        changes.first.map { bytes(of: $0.printed, like: input.source) } ?? input.source.bytes,
        problems
      )
    }
    let fences = changes.compactMap { text, printed in
      text.fence.flatMap { $0.literal == printed ? nil : (fence: $0, content: printed) }
    }
    if let bytes = page.replacing(fences: fences) { return (bytes, problems) }
    problems.append(
      Diagnostic(
        rule: "unsafe-write", category: .input, at: SourceLocation(file: input.path),
        "formatted diagrams would damage the page: nothing is written",
        evidence: [Evidence(.help, "a label may look like the end of its block")]))
    return (input.source.bytes, problems)
  }

  /// The printed form of a diagram, proven to mean the same and to be spelled alike.
  private static func canonical(
    _ diagram: MermaidDiagram
  ) throws(UnprintableError) -> String? {
    guard let printed = try MermaidPrinter.proven(diagram) else { return nil }
    let again = MermaidParser.parse(printed).diagram
    guard MermaidModel.shownValue(of: again)?.json == MermaidModel.shownValue(of: diagram)?.json
    else {
      throw UnprintableError(
        line: "", origin: nil,
        message: "a name or a text would have to be spelled otherwise to stand on a line of its own"
      )
    }
    return printed
  }

  private static func problem(
    _ error: UnprintableError, _ text: MermaidText, _ input: MermaidInput
  ) -> Diagnostic {
    let line = error.origin?.lowerBound ?? text.document.diagram.keyword?.range?.start.line ?? 1
    let place = text.place(SourceRange(line: line, column: 1, length: 0), in: input)
    return Diagnostic(
      rule: "not-canonical", severity: .note, category: .input,
      at: SourceLocation(file: input.path, range: place),
      "this diagram stays as it is: \(error.message)",
      evidence: error.line.isEmpty ? [] : [Evidence(.help, "it would be `\(error.line)`")])
  }

  /// A whole file: its byte order mark and line ends stay.
  private static func bytes(of printed: String, like source: SourceText) -> [UInt8] {
    let mark: [UInt8] = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
    let ending = Array(LineEnding(dominantIn: source).rawValue.utf8)
    return mark + printed.utf8.flatMap { $0 == 0x0A ? ending : [$0] }
  }
}
