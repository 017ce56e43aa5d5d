package import Diagnostics
import Markdown
import Mermaid
import Models

/// The required contents of a page, set by the configuration or the page itself.
package struct PageContract: Hashable, Sendable {
  /// Required headings, of any level; the case of letters does not matter.
  package var sections: [String] = []
  /// Kinds of diagram: `state-diagram`, `sequence`, `class-diagram`, `flowchart`.
  package var diagrams: [String] = []
  /// The minimum number of lines.
  package var lines = 0
  /// Texts that lines of it contain; `*` stands for any characters.
  package var patterns: [String] = []

  package init() {}

  /// The kinds of diagram that a contract can ask for.
  package static let kinds = [
    StateDiagramRegion.name, SequenceRegion.name, ClassDiagramRegion.name, FlowchartRegion.name,
  ]
}

/// A page that does not meet its contract.
package enum BrokenContract: Rule {
  package static let id = RuleID("page-contract")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "A page lacks something that its contract requires."
  package static let explanation = Explanation.other(
    "`contracts` in the configuration, or `contract` in the page's front matter, lists what a page "
      + "must have: sections, diagrams, length. A page with a contract must exist.",
    "the configuration", text: #""contracts": {"docs/door.md": {"sections": ["States"]}}"#,
    remedy: "Add the missing parts, or change the contract.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if let contract = page.context?.contract(page.page.path) {
      let help = "`contracts` in .docgen.json lists what the page must have"
      found += problems(with: contract, page.page).map { finding($0, help, on: page) }
    }
    if let carried = CarriedContract(page.page) {
      let help = "`contract` in the front matter lists what the page must have"
      found +=
        (carried.problems + problems(with: carried.contract, page.page, from: carried.bodyLine))
        .map { finding($0, help, on: page) }
    }
    return found
  }

  private static func finding(
    _ problem: String, _ help: String, on page: CheckedPage
  ) -> Diagnostic {
    Diagnostic(
      rule: id, severity: severity, at: SourceLocation(file: page.page.path), problem,
      evidence: [Evidence(.help, help)])
  }

  /// Patterns are searched from a line on.
  private static func problems(
    with contract: PageContract, _ page: Page, from line: Int = 1
  ) -> [String] {
    var problems: [String] = []
    let headings = Set(page.headings.map { $0.text.lowercased() })
    for section in contract.sections where !headings.contains(section.lowercased()) {
      let near = NearMiss.best(for: section, among: page.headings.map(\.text))
      problems.append(
        "the section `\(section)` is missing" + (near.map { "; there is `\($0)`" } ?? ""))
    }
    let kinds = Set(page.fences.compactMap(kind))
    for kind in contract.diagrams where !kinds.contains(kind) {
      problems.append("no diagram is a \(kind)")
    }
    let lines = page.source.lineCount - (page.endsWithNewline ? 1 : 0)
    if lines < contract.lines {
      problems.append(
        "the page has \(lines.counted("line")); its contract requires \(contract.lines)")
    }
    let body = page.source.bytes[page.source.offset(ofLine: line)...]
    let text = contract.patterns.isEmpty ? [] : body.split(separator: 0x0A)
    for pattern in contract.patterns {
      let part = NamePattern("*\(pattern)*")
      if !text.contains(where: { part.matches(String(decoding: $0, as: UTF8.self)) }) {
        problems.append("no line of the page contains `\(pattern)`")
      }
    }
    return problems
  }

  private static func kind(_ fence: Fence) -> String? {
    guard fence.language.lowercased() == "mermaid" else { return nil }
    switch MermaidParser.parse(fence.literal).diagram {
    case .state: return StateDiagramRegion.name
    case .sequence: return SequenceRegion.name
    case .classes: return ClassDiagramRegion.name
    case .flowchart: return FlowchartRegion.name
    case .other, .unrecognized: return nil
    }
  }
}
