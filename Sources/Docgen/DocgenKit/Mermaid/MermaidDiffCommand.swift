import CommandLineTool
import Diagnostics
import Facts
import Markdown
import Mermaid

/// `docgen mermaid diff`.
struct MermaidDiffCommand: Command {
  enum Format: String, CaseIterable, Sendable {
    case text, json, mermaid
  }

  let context: CommandContext

  private static let format = CommandOption.choice(
    "format", short: "f", value: "NAME", default: Format.text,
    "How to print the changes; mermaid draws them")

  static let description = CommandDescription(
    "diff", "Show what differs between two diagrams",
    discussion: """
      Compares the meaning of diagrams: white space, comments, styles, aliases and irrelevant order \
      are ignored. Each change is reported once, as added, removed, moved, relabelled, redirected or \
      changed, with its place in both files. The diagrams of two Markdown pages are compared in \
      their order, kind by kind.
      """,
    operands: [
      OperandDescription(
        "OLD", "A diagram or a Markdown page; - for standard input", isRequired: true),
      OperandDescription("NEW", "A later version of it", isRequired: true),
    ],
    options: [format, CommonOptions.output],
    examples: [
      ("docgen mermaid diff -f mermaid old.mmd new.mmd", "Draw the change for a pull request.")
    ], exitCodes: MermaidCommands.exitCodes(drift: "the diagrams differ"))

  func run() throws -> ExitCode {
    let operands = arguments.operands
    if operands == ["-", "-"] { throw UsageError("only one of the files can be standard input") }
    let (old, new) = (MermaidInput(operands[0]), MermaidInput(operands[1]))
    let code = [old, new].map { report($0) }.first { $0 != .success }
    if let code { return code }
    let comparison = MermaidFileComparison(old, new)
    switch arguments[Self.format] {
    case .json: try context.write(json: comparison.json)
    case .mermaid: try context.write(comparison.drawing)
    case .text: try context.write(comparison.text)
    }
    return comparison.hasChanges ? .drift : .success
  }

  private func report(_ input: MermaidInput) -> ExitCode {
    var findings = input.problems + input.texts.flatMap { $0.findings(in: input) }
    let code = findings.mermaidExitCode
    if code == .success, input.diagrams.isEmpty {
      findings.append(
        Diagnostic(
          rule: .otherDiagram, severity: .note,
          at: SourceLocation(file: input.path),
          "no diagram to compare"))
    }
    if context.isQuiet { findings.removeAll { $0.severity == .note } }
    context.report(findings, about: input)
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

/// Compares the diagrams of two files.
struct MermaidFileComparison: Sendable {
  /// Two versions of a diagram, or one without a counterpart.
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

  private init(old: MermaidInput, new: MermaidInput, pairs: [Pair]) {
    self.old = old
    self.new = new
    self.pairs = pairs
  }

  /// The comparison without equal diagrams.
  var withChangesOnly: MermaidFileComparison {
    MermaidFileComparison(old: old, new: new, pairs: pairs.filter { !$0.changes.isEmpty })
  }

  var hasChanges: Bool { pairs.contains { !$0.changes.isEmpty } }

  /// Pairs diagrams of one kind with the same marker, then with the same text, then below the same
  /// heading, and the rest in order.
  ///
  /// A diagram without a counterpart is paired with `nil`. The four identities are tried in the
  /// order of their reliability, each over all remaining diagrams, so that a certain pair is never
  /// broken by an uncertain one.
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
        old == nil ? .added : .removed, old: fact(old), new: fact(new),
        message: "the \(what) is \(old == nil ? "new" : "gone")")
    ]
  }
}

extension SourceRange {
  fileprivate static let empty = SourceRange(line: 1, column: 1, length: 0)
}
