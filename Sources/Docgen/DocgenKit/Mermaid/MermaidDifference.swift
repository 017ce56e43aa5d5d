import CommandLineTool
import Diagnostics
import Facts
import Markdown
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
  /// The diagrams that can be compared.
  var diagrams: [MermaidText] {
    texts.filter { text in
      switch text.document.diagram {
      case .state, .sequence, .classes, .flowchart: true
      case .other, .unrecognized: false
      }
    }
  }
}

extension MermaidInput {
  fileprivate func region(of text: MermaidText) -> Region? {
    guard let fence = text.fence else { return nil }
    return page?.regions.first { $0.fences.contains(fence) }
  }

  fileprivate func heading(above text: MermaidText) -> String? {
    guard let fence = text.fence else { return nil }
    return page?.headings.last { $0.range.start < fence.range.start }?.text
  }
}

/// The diagrams of two files, held against each other.
struct MermaidFileComparison: Sendable {
  /// Two diagrams that belong together, or one that stands alone.
  struct Pair: Sendable {
    var old: MermaidText?
    var new: MermaidText?
    var changes: [Difference]
  }

  let old: MermaidInput
  let new: MermaidInput
  let pairs: [Pair]

  init(_ old: MermaidInput, _ new: MermaidInput) {
    self.old = old
    self.new = new
    pairs = Self.indices(old, new).map { left, right in
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

  /// Diagrams of one kind belong together that a marker of the same words stands before, then those
  /// with the same text, below the same heading, and what is left in its order.
  private static func indices(_ old: MermaidInput, _ new: MermaidInput) -> [(Int?, Int?)] {
    let (before, after) = (old.diagrams, new.diagrams)
    var partners: [Int: Int] = [:]
    var free = Array(after.indices)
    let identities: [(MermaidText, MermaidInput) -> String?] = [
      { $1.region(of: $0)?.opening.text }, { text, _ in text.document.text },
      { $1.heading(above: $0) }, { _, _ in "" },
    ]
    for identity in identities {
      for left in before.indices where partners[left] == nil {
        guard let wanted = identity(before[left], old) else { continue }
        let kind = before[left].document.diagram.kindName
        let place = free.firstIndex {
          after[$0].document.diagram.kindName == kind && identity(after[$0], new) == wanted
        }
        if let place { partners[left] = free.remove(at: place) }
      }
    }
    return before.indices.map { ($0, partners[$0]) } + free.map { (nil, $0) }
  }

  private static func changes(_ old: MermaidText?, _ new: MermaidText?) -> [Difference] {
    if let old, let new {
      return MermaidComparison.changes(from: old.document.diagram, to: new.document.diagram) ?? []
    }
    func fact(_ text: MermaidText?) -> LocatedFact? {
      guard let diagram = text?.document.diagram else { return nil }
      return LocatedFact(
        .diagram, [.text: "\(diagram.kindName ?? "") diagram"], at: diagram.keyword?.range ?? .empty
      )
    }
    let what = fact(old ?? new)?[.text] ?? ""
    return [
      Difference(
        old == nil ? .added : .removed, fact(old), fact(new),
        sentence: "the \(what) is \(old == nil ? "new" : "gone")")
    ]
  }
}

extension SourceRange {
  fileprivate static let empty = SourceRange(line: 1, column: 1, length: 0)
}
