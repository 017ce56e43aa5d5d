import Diagnostics
import Diagrams
import Facts
import Markdown
import Mermaid
import Models
import Rules
import SwiftIndex

/// A diagram of a document with a verdict for each of its elements.
struct DiagramReport: Sendable {
  /// How docgen checks the diagram.
  enum Basis: String, Sendable {
    case verified, generated
    /// No marker: docgen only checks its names.
    case unmarked
  }

  /// One element: a state, an arrow, a participant, a member.
  struct Element: Sendable {
    var kind: Fact.Kind
    var title: String
    /// What identifies it in the picture.
    var target: Target
    /// The line of the document; `nil` for an element that the document lacks.
    var line: Int?
    var verdict = DiagramVerdict.agrees
    var declared: [Evidence] = []
    var observed: Observation?
    var scenarios: [String] = []
    var notes: [String] = []
    /// Indices of findings.
    var findings: [Int] = []
    /// A change to copy.
    var fix: String?
  }

  /// What identifies an element in the picture that Mermaid draws: an id, the two ids of an arrow,
  /// and the position among the elements of its kind.
  struct Target: Sendable {
    var id = ""
    var source = ""
    var target = ""
    var order = 0
    /// The displayed text, to prove that the picture has this element at this position.
    var label = ""
  }

  var file: String
  let fence: Fence
  var kind = ""
  var basis = Basis.unmarked
  /// The text of its marker, and the kind and first argument in it.
  var subject = ""
  var marker = ""
  /// The Mermaid text to draw: the document's, with the missing elements added.
  var text: String
  var elements: [Element] = []
  /// Missing elements that the picture does not show.
  var undrawn: [Element] = []
  var replays: [TraceReplay] = []
  /// Indices of the findings about it, elements included.
  var findings: [Int] = []
  /// Shown instead of the basis: a revision.
  var title = ""
  /// Whether it is one of two versions, which another diagram shows together.
  var isSide = false
  /// The parsed `text`.
  var diagram = MermaidDiagram.unrecognized
  /// The elements that deviate.
  var marks: [ElementMark] = []

  /// The Mermaid text with verdicts as words and colors; `nil` if it has none, or cannot show them.
  var markedText: String? {
    marks.isEmpty ? nil : MarkedDrawing.text(of: diagram, text, marks: marks)
  }

  /// Marks the elements whose verdict has a mark. Transitions that nothing but the lack of a
  /// scenario speaks against are marked only if a finding is about them.
  mutating func mark(
    _ parts: [DiagramPart], in diagram: MermaidDiagram,
    as mark: (DiagramVerdict) -> (color: ElementMark.Color, note: String)? = { $0.mark }
  ) {
    self.diagram = diagram
    marks = zip(parts, elements).compactMap { part, element in
      guard let mark = mark(element.verdict),
        element.verdict != .unobserved || !element.findings.isEmpty
      else { return nil }
      return ElementMark(part.facts[0], at: part.places, mark.color, note: mark.note)
    }
  }

  /// Numbers the elements of each group, in their order in the text.
  mutating func number(_ parts: [DiagramPart]) {
    var numbers: [String: Int] = [:]
    for (index, part) in parts.enumerated() {
      elements[index].target.order = numbers[part.group, default: 0]
      numbers[part.group, default: 0] += 1
    }
  }
}

/// Reads the elements of one diagram of a checked page.
struct DiagramReader {
  private let page: CheckedPage
  private let fence: Fence
  private let checked: CheckedRegion?
  private let scenarios: ScenarioIndex
  private let machine: StateMachineModel?
  private let diagram: MermaidDiagram
  /// The machine's names of drawn states.
  private var stateNames: [String: String] = [:]
  private(set) var report: DiagramReport

  /// `hidden` are findings that are not shown, and whose elements are not marked.
  init(
    _ fence: Fence, on page: CheckedPage, findings: [(index: Int, finding: Diagnostic)],
    hidden: [Diagnostic], scenarios: ScenarioIndex
  ) {
    self.page = page
    self.fence = fence
    self.scenarios = scenarios
    checked = page.regions.first { $0.region.fences.contains { $0.block == fence.block } }
    report = DiagramReport(file: page.page.path, fence: fence, text: fence.literal)
    if let region = checked?.region {
      report.basis = region.kind == .generated ? .generated : .verified
      report.subject = region.opening.text
      report.marker = region.title
    }
    let document = MermaidParser.parse(fence.literal)
    diagram = document.diagram
    machine = Self.machine(of: checked, in: page.project)
    report.kind = document.diagram.keyword?.text ?? ""
    let near = findings.filter { isNear($0.finding) }
    report.findings = near.map(\.index)
    if document.errors.isEmpty { read(near, hidden: hidden.filter(isNear)) }
  }

  /// The diagrams of a page, in the order of its text.
  static func reports(
    on page: CheckedPage, findings: [(index: Int, finding: Diagnostic)], hidden: [Diagnostic],
    scenarios: ScenarioIndex
  ) -> [DiagramReport] {
    page.page.fences.filter { $0.language.lowercased() == "mermaid" }.map {
      DiagramReader($0, on: page, findings: findings, hidden: hidden, scenarios: scenarios).report
    }
  }

  private static func machine(
    of checked: CheckedRegion?, in project: ProjectModel
  ) -> StateMachineModel? {
    if case .state(let verification) = checked?.outcome { return verification.machine }
    let names = project.machineNames
    let name = checked?.region.opening["machine"] ?? (names.count == 1 ? names[0] : nil)
    return name.flatMap { project.anyMachine(named: $0) }
  }

  /// Whether a finding is about the diagram: its place is in the fence or in its marker.
  private func isNear(_ finding: Diagnostic) -> Bool {
    guard finding.location.file == page.page.path, let range = finding.location.range else {
      return false
    }
    let inFence = fence.range.start.line...fence.range.end.line
    return inFence.contains(range.start.line)
      || checked?.region.opening.range.start.line == range.start.line
  }

  private mutating func read(
    _ findings: [(index: Int, finding: Diagnostic)], hidden: [Diagnostic]
  ) {
    let missing = (checked.map { MissingElements(in: $0, diagram).all } ?? []).filter { element in
      let target = DiagramReport.Target([element.fact])
      return !hidden.contains { $0.names(target) } || findings.contains { $0.finding.names(target) }
    }
    let combined = CombinedDiagram(fence.literal, diagram, adding: missing)
    report.text = combined.text
    let parts = DiagramPart.all(in: combined.diagram)
    let knowledge = page.knowledge(
      of: parts.map { FactPlace(facts: $0.facts, range: $0.range, role: $0.role) },
      of: combined.diagram, in: fence)
    for (part, known) in zip(parts, knowledge) {
      report.elements.append(element(part, in: combined, known))
    }
    report.number(parts)
    let undrawn = combined.undrawn.map { FactPlace(facts: [$0.fact], range: fence.range) }
    for (missing, known) in zip(
      combined.undrawn, page.knowledge(of: undrawn, of: combined.diagram, in: fence))
    {
      var element = DiagramReport.Element(
        kind: missing.fact.kind, title: missing.fact.title,
        target: DiagramReport.Target([missing.fact]))
      fill(&element, known, missing: missing)
      report.undrawn.append(element)
    }
    let judge = ElementJudge(page: page, fence: fence, combined: combined)
    judge.apply(findings, to: &report, parts: parts)
    if let checked { judge.apply(differencesOf: checked, to: &report, parts: parts) }
    judge.extend(&report)
    report.mark(parts, in: combined.diagram)
    replay(combined.diagram)
  }

  private mutating func element(
    _ part: DiagramPart, in combined: CombinedDiagram, _ known: HoverInfo?
  ) -> DiagramReport.Element {
    var element = DiagramReport.Element(
      kind: part.kind, title: part.title, target: part.target)
    if let origin = combined.origin(ofLine: part.range.start.line) {
      element.line = fence.position(in: page.page.source, line: origin, column: 1).line
      if report.basis == .unmarked { element.verdict = .unchecked }
    }
    fill(&element, known, missing: combined.drawn[part.range.start.line])
    let ends = [part.target.source, part.target.target]
    if element.verdict == .agrees, part.kind == .transition, isMachineRecorded,
      !ends.contains(StateDiagram.edge.text),
      element.observed?.count == 0, !element.declared.isEmpty
    {
      element.verdict = .unobserved
    }
    return element
  }

  private mutating func fill(
    _ element: inout DiagramReport.Element, _ known: HoverInfo?, missing: MissingElement?
  ) {
    if let known {
      element.declared = known.declared
      element.declared += known.symbols.prefix(4).map {
        Evidence(.declared, $0.qualifiedName, at: $0.nameLocation)
      }
      element.observed = known.observed
      element.notes = known.notes
    }
    if let missing {
      if element.declared.isEmpty { element.declared = missing.declared }
      element.scenarios = missing.scenarios
    }
    if element.line == nil {
      element.verdict = .missing
      let statement = missing?.fact.statement.map { String($0.drop { $0 == " " }) }
      element.fix = statement
    }
    if element.scenarios.isEmpty { element.scenarios = exercising(element) }
  }

  // MARK: - Scenarios

  private var isMachineRecorded: Bool { machine?.isRecorded == true }

  private mutating func exercising(_ element: DiagramReport.Element) -> [String] {
    guard element.kind == .transition, element.observed?.count ?? 0 > 0, let machine else {
      return []
    }
    return scenarios.taking(
      from: stateName(element.target.source), to: stateName(element.target.target),
      trigger: element.target.label, of: machine.name)
  }

  private mutating func stateName(_ drawn: String) -> String {
    if let name = stateNames[drawn] { return name }
    guard let machine, case .state(let diagram) = diagram else { return drawn }
    let name = diagram.machineName(of: drawn, among: Set(machine.states.map(\.name)))
    stateNames[drawn] = name
    return name
  }

  /// The comparison of a sequence diagram with the scenarios of its marker.
  private var conformance: SequenceConformance? {
    if case .sequence(let verification) = checked?.outcome { return verification.conformance }
    guard case .sequence(let documented) = diagram, let marker = checked?.region.opening else {
      return nil
    }
    let patterns = marker.list("scenarios").map { NamePattern($0) }
    let traces = page.project.traces.filter { trace in
      patterns.contains { $0.matches(trace.scenario) }
    }
    if traces.isEmpty { return nil }
    return SequenceConformance(of: documented, from: Array(traces.prefix(24)))
  }

  private mutating func replay(_ combined: MermaidDiagram) {
    switch combined {
    case .state:
      guard let machine else { return }
      for element in report.elements where element.kind == .transition {
        _ = stateName(element.target.source)
        _ = stateName(element.target.target)
      }
      report.replays = TraceReplay.transitions(
        of: machine.name, in: page.project.traces, over: report.elements, names: stateNames)
    case .sequence:
      guard let conformance else { return }
      report.replays = TraceReplay.messages(
        of: conformance, in: page.project.traces, over: &report.elements)
    case .classes, .flowchart, .other, .unrecognized: break
    }
  }
}

extension Check {
  /// The diagrams that findings are about. Their findings are indices of `findings`.
  func diagrams(about findings: [Diagnostic], of project: Project) -> [DiagramReport] {
    let scenarios = ScenarioIndex(project.model.traces)
    let byFile = Dictionary(grouping: findings.indices) { findings[$0].location.file }
    return pages.flatMap { page -> [DiagramReport] in
      guard let own = byFile[page.page.path] else { return [] }
      return DiagramReader.reports(
        on: page, findings: own.map { ($0, findings[$0]) }, hidden: hidden, scenarios: scenarios
      ).filter { !$0.findings.isEmpty }
    }
  }
}
