import Diagnostics
import Facts
import Markdown
import Mermaid
import Rules

/// Gives the elements of a diagram the verdicts of its findings.
struct ElementJudge {
  let page: CheckedPage
  let fence: Fence
  let combined: CombinedDiagram

  /// Each finding belongs to the element at its place; one about a missing element to the element
  /// that its words name.
  func apply(
    _ findings: [(index: Int, finding: Diagnostic)], to report: inout DiagramReport,
    parts: [DiagramPart]
  ) {
    for (index, finding) in findings {
      guard let verdict = DiagramVerdict(finding) else {
        attach(index, finding, to: &report.elements)
        attach(index, finding, to: &report.undrawn)
        continue
      }
      guard let range = finding.location.range, let place = part(at: range, of: parts) else {
        continue
      }
      mark(&report.elements[place], verdict)
      report.elements[place].findings.append(index)
      if report.elements[place].fix == nil { report.elements[place].fix = finding.fixToCopy }
    }
  }

  /// Arrows and members of an element that does not exist do not exist either.
  func extend(_ report: inout DiagramReport) {
    let extras = Set(
      report.elements.filter { $0.verdict == .extra && $0.kind.isElement }.map(\.target.id))
    if extras.isEmpty { return }
    for index in report.elements.indices where !report.elements[index].kind.isElement {
      let target = report.elements[index].target
      if [target.source, target.target, target.id].contains(where: extras.contains) {
        mark(&report.elements[index], .extra)
      }
    }
  }

  private func attach(
    _ index: Int, _ finding: Diagnostic, to elements: inout [DiagramReport.Element]
  ) {
    for place in elements.indices where elements[place].verdict == .missing {
      if finding.names(elements[place].target) { elements[place].findings.append(index) }
    }
  }

  private func mark(_ element: inout DiagramReport.Element, _ verdict: DiagramVerdict) {
    element.verdict = max(element.verdict, verdict)
  }

  /// The part with exactly this place, or the smallest around it.
  private func part(at range: SourceRange, of parts: [DiagramPart]) -> Int? {
    var best: (index: Int, size: (Int, Int))?
    for (index, part) in parts.enumerated() {
      for place in part.places {
        guard let place = inPage(place) else { continue }
        if place == range { return index }
        guard place.start <= range.start, range.start < place.end else { continue }
        let size = (
          place.end.line - place.start.line, place.end.column - place.start.column
        )
        if best.map({ size < $0.size }) ?? true { best = (index, size) }
      }
    }
    return best?.index
  }

  /// A place of the combined text in the file; `nil` for an added line.
  private func inPage(_ range: SourceRange) -> SourceRange? {
    combined.origin(of: range).map(inFile)
  }

  /// A place of the document's diagram in the file.
  private func inFile(_ range: SourceRange) -> SourceRange {
    func position(_ place: SourcePosition) -> SourcePosition {
      fence.position(in: page.page.source, line: place.line, column: place.column)
    }
    return SourceRange(start: position(range.start), end: position(range.end))
  }

  // MARK: - Generated regions

  /// Elements of a generated region that its source no longer has, or has otherwise.
  func apply(
    differencesOf checked: CheckedRegion, to report: inout DiagramReport, parts: [DiagramPart]
  ) {
    guard case .generated(let expected) = checked.outcome else { return }
    for change in RegionComparison(checked.region, expected).differences {
      guard let old = change.old else { continue }
      let range = change.oldRange ?? old.range
      guard let range else { continue }
      let inFile = inFile(range)
      let exact = parts.firstIndex { part in
        part.facts.contains(old.fact) && part.places.contains { inPage($0) == inFile }
      }
      guard let place = exact ?? part(at: inFile, of: parts) else { continue }
      mark(&report.elements[place], change.new == nil ? .extra : .differs)
      report.elements[place].notes.append(change.staleness)
    }
  }
}

extension Diagnostic {
  /// Whether its words name all of a missing element.
  func names(_ target: DiagramReport.Target) -> Bool {
    let text = summary + evidence.map(\.text).joined(separator: "\n")
    let names = [target.source, target.target, target.id].filter {
      !$0.isEmpty && $0 != StateDiagram.edge.text
    }
    // A label has a line for each event; a condition may follow the event.
    let labels = target.label.split(separator: "\n").map { $0.prefix { $0 != " " } }
    let isNamed = labels.isEmpty || labels.contains { text.contains($0) }
    return isNamed && names.allSatisfy(text.contains)
  }

  /// The change that a reader may copy: a command, or a replacement.
  var fixToCopy: String? {
    if let fix = fixIts.first(where: \.isSafe) ?? fixIts.first { return fix.replacement }
    return evidence.first { $0.kind == .fix }?.text
  }
}
