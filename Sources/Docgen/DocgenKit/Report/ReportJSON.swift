import Diagnostics
import Facts
import JSON
import Markdown
import Models
import Traces

/// A report as one JSON object, the data of its page.
///
/// Places are `[file, line, column]`, the file as an index in `files`; scenarios are indices in
/// `scenarios`. Keys without a value are omitted, and what the page does not use is left out.
struct ReportJSON {
  private var files = NumberedNames()
  private var scenarios = NumberedNames()

  /// The text for a script element: `<` is written as an escape, so that nothing can end it.
  static func text(_ report: Report) -> String {
    var json = ReportJSON()
    return inScript(json.json(report).encoded)
  }

  static func inScript(_ json: String) -> String { json.replacing("<", with: "\\u003c") }

  private mutating func json(_ report: Report) -> JSON {
    let pages = report.documents.map { page -> JSON in
      [
        "path": .text(page.path), "title": .text(page.title), "findings": indexes(page.findings),
        "diagrams": indexes(page.diagrams),
      ]
    }
    let findings = report.findings.map { json($0) }
    let diagrams = report.diagrams.map { json($0) }
    let flows = report.coverage.flows.map { json($0) }
    return [
      "version": 1, "title": .text(report.title), "summary": .text(report.summary),
      "known": .integer(report.known), "counts": report.counts?.json,
      "editor": .text(report.links.editor), "repository": .text(report.links.repository),
      "old": report.revisions.map { .text($0.old) }, "new": report.revisions.map { .text($0.new) },
      "pages": .array(pages), "findings": .array(findings), "diagrams": .array(diagrams),
      "machines": .array(report.coverage.machines.map(json)),
      "decisions": [
        "taken": .integer(report.coverage.decisions.reduce(0) { $0 + $1.taken }),
        "total": .integer(report.coverage.decisions.count * 2),
      ], "flows": .array(flows),
      "changes": report.hasBaseline
        ? .array(
          report.changes.map { change in
            [
              "name": .text(change.name), "before": change.before.map(share),
              "now": change.now.map(share),
            ]
          }) : nil, "files": .texts(files.names), "scenarios": .texts(scenarios.names),
    ]
  }

  // MARK: - Findings

  private mutating func json(_ finding: Report.Finding) -> JSON {
    let diagnostic = finding.diagnostic
    let place = place(diagnostic.location)
    let evidence = diagnostic.reported.map { evidence -> JSON in
      [
        "kind": .text(evidence.kind.rawValue), "text": .text(evidence.text),
        "at": evidence.location.map { self.place($0) },
      ]
    }
    return [
      "rule": .text(diagnostic.rule.rawValue), "severity": .text(diagnostic.severity.rawValue),
      "confidence": .text(diagnostic.confidence.rawValue), "summary": .text(diagnostic.summary),
      "at": place, "page": finding.page.map { .integer($0) },
      "block": finding.block.map { .integer($0) }, "text": optional(finding.text),
      "nth": finding.occurrence > 0 ? .integer(finding.occurrence) : nil,
      "evidence": JSON.array(evidence).unlessEmpty,
      "fixes": JSON.array(
        diagnostic.fixIts.map { ["title": .text($0.title), "text": .text($0.replacement)] }
      ).unlessEmpty, "diff": optional(diagnostic.diff ?? ""),
      "owners": JSON.texts(finding.owners).unlessEmpty,
    ]
  }

  // MARK: - Diagrams

  private mutating func json(_ diagram: DiagramReport) -> JSON {
    let place = place(SourceLocation(file: diagram.file, range: diagram.fence.range))
    let elements = diagram.elements.map { json($0) }
    let undrawn = diagram.undrawn.map { json($0) }
    let replays = diagram.replays.map { json($0) }
    return [
      "line": .integer(diagram.fence.range.start.line), "at": place, "kind": .text(diagram.kind),
      "basis": .text(diagram.basis.rawValue), "title": optional(diagram.title),
      "side": .flag(diagram.isSide), "subject": optional(diagram.subject),
      // The page has the text of the document.
      "text": diagram.text != diagram.fence.literal ? .text(diagram.text) : nil,
      "findings": indexes(diagram.findings), "elements": .array(elements),
      "undrawn": JSON.array(undrawn).unlessEmpty, "replays": JSON.array(replays).unlessEmpty,
    ]
  }

  private mutating func json(_ element: DiagramReport.Element) -> JSON {
    let target = element.target
    let hasEnds = element.kind == .dependency || element.kind == .member
    let declared = element.declared.map { evidence -> JSON in
      ["text": .text(evidence.text), "at": evidence.location.map { place($0) }]
    }
    let first = element.observed?.first.map { place(SourceLocation(file: $0.file, line: $0.line)) }
    return [
      "kind": .text(element.kind.rawValue), "title": .text(element.title),
      "verdict": element.verdict != .agrees ? .text(element.verdict.rawValue) : nil,
      "line": element.line.map { .integer($0) }, "id": optional(target.id),
      "source": hasEnds ? optional(target.source) : nil,
      "target": hasEnds ? optional(target.target) : nil,
      "order": target.id.isEmpty || element.kind == .member ? .integer(target.order) : nil,
      "declared": JSON.array(declared).unlessEmpty,
      "count": element.observed.map { .integer($0.count) }, "first": first,
      "scenarios": indexes(element.scenarios.map { scenarios.number(of: $0) }),
      "notes": JSON.texts(element.notes).unlessEmpty, "findings": indexes(element.findings),
      "fix": optional(element.fix ?? ""),
    ]
  }

  private mutating func json(_ replay: TraceReplay) -> JSON {
    let steps = replay.steps.map { step -> JSON in
      let numbers: [JSON] = [.integer(step.element ?? -1), .integer(step.line)]
      return .array(numbers + (step.element == nil ? [.text(step.title)] : []))
    }
    return [
      "scenario": .text(replay.scenario), "file": .integer(files.number(of: replay.file)),
      "omitted": replay.omitted > 0 ? .integer(replay.omitted) : nil, "steps": .array(steps),
    ]
  }

  // MARK: - Coverage

  private func json(_ machine: Coverage.Machine) -> JSON {
    [
      "name": .text(machine.model.name), "taken": .integer(machine.taken),
      "total": .integer(machine.model.edges.count),
    ]
  }

  private mutating func json(_ flow: Coverage.Flow) -> JSON {
    [
      "name": .text(flow.name), "at": place(SourceLocation(file: flow.file, line: flow.line)),
      "taken": .integer(flow.taken), "total": .integer(flow.branches.count),
      "fitness": JSON(flow.fitness), "precision": flow.precision.map { JSON($0) },
    ]
  }

  /// A value in millionths as a number from 0 to 1.
  private func share(_ millionths: Int) -> JSON { JSON(Double(millionths) / 1_000_000) }

  // MARK: - Values

  private func indexes(_ numbers: [Int]) -> JSON? {
    JSON.array(numbers.map { .integer($0) }).unlessEmpty
  }

  private func optional(_ text: String) -> JSON? { text.isEmpty ? nil : .text(text) }

  private mutating func place(_ location: SourceLocation) -> JSON {
    let start = location.range?.start
    return .array(
      [.integer(files.number(of: location.file))]
        + [start?.line, start?.column].compactMap(\.self).map { .integer($0) })
  }
}

/// Names, each with its index in the order of first use.
struct NumberedNames {
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]

  mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }
}
