import CommandLineTool
import Diagnostics
import Mermaid

/// `docgen mermaid diff`: what two files' diagrams say differently.
struct MermaidDifference: Sendable {
  let console: any Console
  let arguments: ParsedArguments

  func run() -> ExitCode {
    let operands = arguments.operands
    guard let first = operands.first, let last = operands.last else { return .usage }
    if operands == ["-", "-"] {
      return MermaidCommand.usage("only one of the files can be standard input", "diff", console)
    }
    let (old, new) = (MermaidInput(first), MermaidInput(last))
    let code = [old, new].map { complain(about: $0) }.first { $0 != .success }
    if let code { return code }
    let comparison = MermaidFileComparison(old, new)
    switch arguments.value("format") {
    case "json": console.print(comparison.json + "\n")
    case "mermaid": console.print(comparison.drawing)
    default: console.print(comparison.text)
    }
    return comparison.hasChanges ? .drift : .success
  }

  private func complain(about input: MermaidInput) -> ExitCode {
    var findings = input.problems + input.texts.flatMap { $0.findings(in: input) }
    let code = findings.mermaidExitCode
    if code == .success, input.diagrams.isEmpty {
      findings.append(
        Diagnostic(
          rule: "other-diagram", severity: .note, category: .input,
          at: SourceLocation(file: input.path),
          "there is no diagram that could be compared"))
    }
    if arguments.has("quiet") { findings.removeAll { $0.severity == .note } }
    MermaidCommand.complain(findings, about: input, console, arguments)
    return findings.mermaidExitCode
  }
}

extension MermaidInput {
  /// The diagrams of the three kinds.
  var diagrams: [MermaidText] {
    texts.filter { text in
      switch text.document.diagram {
      case .state, .sequence, .classes: true
      case .other, .unrecognized: false
      }
    }
  }
}

/// The diagrams of two files, held against each other.
struct MermaidFileComparison: Sendable {
  /// Two diagrams that belong together, or one that stands alone.
  struct Pair: Sendable {
    var old: MermaidText?
    var new: MermaidText?
    var changes: [DiagramChange]
  }

  let old: MermaidInput
  let new: MermaidInput
  let pairs: [Pair]

  init(_ old: MermaidInput, _ new: MermaidInput) {
    self.old = old
    self.new = new
    pairs = Self.indices(old.diagrams, new.diagrams).map { left, right in
      let (left, right) = (left.map { old.diagrams[$0] }, right.map { new.diagrams[$0] })
      return Pair(old: left, new: right, changes: Self.changes(left, right))
    }
  }

  private init(_ old: MermaidInput, _ new: MermaidInput, _ pairs: [Pair]) {
    self.old = old
    self.new = new
    self.pairs = pairs
  }

  /// The same without the diagrams that say the same.
  var withChangesOnly: MermaidFileComparison {
    MermaidFileComparison(old, new, pairs.filter { !$0.changes.isEmpty })
  }

  var hasChanges: Bool { pairs.contains { !$0.changes.isEmpty } }

  /// One diagram each belongs together; of several, those of one kind in their order.
  private static func indices(_ old: [MermaidText], _ new: [MermaidText]) -> [(Int?, Int?)] {
    let kinds = (old.map(\.document.diagram.kindName), new.map(\.document.diagram.kindName))
    if old.count == 1, new.count == 1, kinds.0 != kinds.1 { return [(0, nil), (nil, 0)] }
    var result: [(Int?, Int?)] = []
    var free = Array(new.indices)
    for left in old.indices {
      let partner = free.firstIndex { kinds.1[$0] == kinds.0[left] }
      result.append((left, partner.map { free.remove(at: $0) }))
    }
    return result + free.map { (nil, $0) }
  }

  private static func changes(_ old: MermaidText?, _ new: MermaidText?) -> [DiagramChange] {
    if let old, let new {
      return MermaidComparison.changes(from: old.document.diagram, to: new.document.diagram) ?? []
    }
    let text = old ?? new
    let range = text.map { $0.document.diagram.keyword?.range ?? .empty }
    let what = "\(text?.document.diagram.kindName ?? "") diagram"
    return [
      DiagramChange(
        old == nil ? .added : .removed, .diagram, what, old: old == nil ? nil : range,
        new: old == nil ? range : nil, "the \(what) is \(old == nil ? "new" : "gone")")
    ]
  }
}

extension SourceRange {
  fileprivate static let empty = SourceRange(line: 1, column: 1, length: 0)
}
