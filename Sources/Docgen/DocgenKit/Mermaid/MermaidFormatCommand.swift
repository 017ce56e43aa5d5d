import CommandLineTool
import Diagnostics
import Markdown
import Mermaid

/// `docgen mermaid fmt`: re-indents diagrams.
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
      Indents each line by four spaces a level and puts the usual blanks around arrows and \
      colons. Nothing but white space changes, and never the meaning of a diagram. In Markdown, \
      only Mermaid blocks change, except those that `docgen fix` regenerates. Standard input is \
      written to standard output.
      """,
    operands: [MermaidCommands.files],
    options: [check, CommonOptions.diff],
    examples: [
      ("docgen mermaid fmt --check docs/*.md", "Fail a pull request with unformatted diagrams."),
      ("docgen mermaid fmt - < flow.mmd", "Print a formatted diagram."),
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
      if !isSame { console.print("\(input.path) is not formatted\n") }
      show(input, bytes)
      return code == .success && !isSame ? .drift : code
    }
    if operand == "-" {
      console.print(bytes)
      return code
    }
    guard !isSame else { return code }
    do throws(FileError) {
      try Confinement.check(operand: operand, for: "write", from: context.folder)
      try FileSystem.replace(operand, with: bytes)
    } catch {
      console.printError("docgen: \(error)\n")
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

  /// The file with its diagrams formatted, and notes about those that cannot be.
  ///
  /// Flowcharts are left as written. The page is parsed again after the replacement
  /// (`Page.replacing`); if any fence would be read differently, nothing changes.
  static func formatted(_ input: MermaidInput) -> (bytes: [UInt8], problems: [Diagnostic]) {
    var problems: [Diagnostic] = []
    var changes: [(text: MermaidText, formatted: String)] = []
    for text in input.texts where !text.isGenerated && text.document.errors.isEmpty {
      switch text.document.diagram {
      case .flowchart, .other, .unrecognized: continue
      case .state, .sequence, .classes: break
      }
      if let formatted = MermaidFormatter.format(text.document) {
        changes.append((text, formatted))
      } else {
        problems.append(problem(of: text, in: input))
      }
    }
    guard let page = input.page else {
      return (changes.first.map { Array($0.formatted.utf8) } ?? input.source.bytes, problems)
    }
    let fences = changes.compactMap { text, formatted in
      text.fence.flatMap { $0.literal == formatted ? nil : (fence: $0, content: formatted) }
    }
    if let bytes = page.replacing(fences: fences) { return (bytes, problems) }
    problems.append(
      Diagnostic(
        rule: .unsafeWrite, at: SourceLocation(file: input.path),
        "formatted diagrams would damage the page: nothing is written",
        evidence: [Evidence(.help, "a label may look like the end of its block")]))
    return (input.source.bytes, problems)
  }

  private static func problem(of text: MermaidText, in input: MermaidInput) -> Diagnostic {
    let line = text.document.diagram.keyword?.range?.start.line ?? 1
    return Diagnostic(
      rule: .notCanonical, severity: .note,
      at: SourceLocation(
        file: input.path,
        range: text.place(SourceRange(line: line, column: 1, length: 0), in: input)),
      "this diagram is not formatted: another indentation would change its meaning")
  }
}
