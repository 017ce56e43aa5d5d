import CommandLineTool
import Diagnostics
import Markup
import Mermaid

/// `docgen mermaid fmt`: writes diagrams in their canonical form.
///
/// In a Markdown page only the content of Mermaid blocks changes. What cannot be read stays as it
/// is and is reported; so does what stands in a region that `docgen generate` writes.
struct MermaidFormatting: Sendable {
  let console: any Console
  let arguments: ParsedArguments

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
    if arguments.has("quiet") { findings.removeAll { $0.severity == .note } }
    MermaidCommand.complain(findings, about: input, console, arguments)
    guard input.problems.isEmpty else { return .input }
    let (bytes, problems) = Self.formatted(input)
    MermaidCommand.complain(problems, about: input, console, arguments)
    let code = (findings + problems).mermaidExitCode
    let isSame = bytes == input.source.bytes
    if arguments.has("check") {
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
    if !arguments.has("quiet") { console.print("wrote \(input.path)\n") }
    show(input, bytes)
    return code
  }

  private func show(_ input: MermaidInput, _ bytes: [UInt8]) {
    guard arguments.has("diff"),
      let diff = UnifiedDiff.between(
        String(decoding: input.source.bytes, as: UTF8.self), String(decoding: bytes, as: UTF8.self))
    else { return }
    console.print("--- \(input.path)\n+++ \(input.path)\n\(diff)")
  }

  /// The file with its diagrams in canonical form.
  static func formatted(_ input: MermaidInput) -> (bytes: [UInt8], problems: [Diagnostic]) {
    guard let page = input.page else {
      guard let text = input.texts.first, let printed = canonical(text) else {
        return (input.source.bytes, [])
      }
      return (bytes(of: printed, like: input.source), [])
    }
    let changes = input.texts.compactMap { text -> (fence: Fence, content: String)? in
      guard let fence = text.fence, !text.isGenerated, let printed = canonical(text),
        printed != fence.literal
      else { return nil }
      return (fence, printed)
    }
    if let bytes = page.replacing(fences: changes) { return (bytes, []) }
    let problem = Diagnostic(
      rule: "unsafe-write", category: .input, at: SourceLocation(file: input.path),
      "formatted diagrams would damage the page: nothing is written",
      evidence: [Evidence(.help, "a label may look like the end of its block")])
    return (input.source.bytes, [problem])
  }

  /// The printed form of a diagram that is right, proven to mean the same.
  private static func canonical(_ text: MermaidText) -> String? {
    guard text.document.errors.isEmpty, let printed = MermaidPrinter.print(text.document.diagram),
      let before = MermaidModel.value(of: text.document.diagram)
    else { return nil }
    let again = MermaidParser.parse(printed)
    guard again.errors.isEmpty, MermaidModel.value(of: again.diagram)?.json == before.json else {
      return nil
    }
    return printed
  }

  /// A whole file: its byte order mark and line ends stay.
  private static func bytes(of printed: String, like source: SourceText) -> [UInt8] {
    let mark: [UInt8] = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
    let ending = Array(LineEnding(dominantIn: source).rawValue.utf8)
    return mark + printed.utf8.flatMap { $0 == 0x0A ? ending : [$0] }
  }
}
