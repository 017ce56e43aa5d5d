import Diagnostics
import Facts
import Markdown
import Mermaid
import Models
import Rules
import SwiftIndex

/// An unchecked diagram, compared with the sources, and the marker that would verify it.
struct DiagramInventory: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case state, sequence
    case classes = "class"
    case flowchart
  }

  let page: String
  let fence: Fence
  let kind: Kind
  /// The drawn names, in order, each with whether the sources have it.
  private let names: [(name: String, isKnown: Bool)]
  /// The enum with the states as its cases.
  private let machine: String?
  /// Whether the code shows the transitions between the enum's states.
  private let isMachine: Bool
  private let nearest: String?
  /// Whether the check of a flowchart finds nothing.
  private let isFlawless: Bool

  /// `nil` for a block of another kind, or one that Mermaid would refuse.
  init?(_ fence: Fence, on page: Page, _ code: CodeModel, in graph: ProjectGraph) {
    self.page = page.path
    self.fence = fence
    let document = MermaidParser.parse(fence.literal)
    guard document.errors.isEmpty else { return nil }
    let drawn = Self.names(in: document.diagram)
    var isFlawless = true
    switch document.diagram {
    case .classes:
      kind = .classes
      machine = nil
      names = drawn.map { ($0, code.types(named: $0).first != nil) }
    case .sequence:
      kind = .sequence
      machine = nil
      names = drawn.map { ($0, code.types(named: $0).first != nil) }
    case .state:
      kind = .state
      let best = Self.machine(with: drawn, code)
      machine = best?.qualifiedName
      let cases = Set(best?.cases.map(\.name) ?? [])
      names = drawn.map { ($0, cases.contains($0)) }
    case .flowchart(let diagram):
      kind = .flowchart
      machine = nil
      let verification = FlowchartVerification(diagram, graph)
      names = verification.nodes.map { ($0.name, !$0.elements.isEmpty) }
      isFlawless = verification.isFlawless
    case .other, .unrecognized: return nil
    }
    self.isFlawless = isFlawless
    isMachine = machine.map { code.machineHolders(named: $0).count == 1 } ?? false
    // Most nodes of a flowchart are prose: their nearest names have no meaning.
    if kind == .flowchart {
      nearest = nil
      return
    }
    nearest = names.first { !$0.isKnown }.flatMap { [machine] wrong in
      Self.nearest(to: wrong.name, in: machine, code)
    }
  }

  /// The case of an enum, or the type, that a name was probably meant to be.
  private static func nearest(
    to name: String, in machine: String?, _ code: CodeModel
  ) -> String? {
    if let machine, let type = code.types(named: machine).first {
      return NearMiss.best(for: name, among: type.cases.map(\.name))
    }
    if case .unknown(let nearest) = code.type(named: name) { return nearest }
    return nil
  }

  /// The types, states or participants of a diagram, each once.
  private static func names(in diagram: MermaidDiagram) -> [String] {
    diagram.facts.map(\.fact).filter { fact in
      fact.kind.isElement && !["fork", "join", "choice"].contains(fact[.form])
    }.map { $0.kind == .participant ? $0.shown : $0[.name] }
  }

  /// The enum with the most of these cases, if it has at least half of them.
  private static func machine(with states: [String], _ code: CodeModel) -> TypeDeclaration? {
    func shared(_ type: TypeDeclaration) -> Int {
      let cases = Set(type.cases.map(\.name))
      return states.count { cases.contains($0) }
    }
    let best = code.types.max { shared($0) < shared($1) }
    guard let best, shared(best) > 0, shared(best) * 2 >= states.count else { return nil }
    return best
  }

  /// Whether it can be verified from the sources alone.
  ///
  /// A class diagram with mostly known types; a flowchart without findings, or with two thirds of
  /// its nodes known; a state diagram whose states are all cases of an enum with readable
  /// transitions. Sequence diagrams need traces.
  var isProvable: Bool {
    switch kind {
    case .classes: !isForeign
    case .flowchart: marker != nil && (isFlawless || knownCount * 3 >= names.count * 2)
    case .state: isMachine && knownCount == names.count
    case .sequence: false
    }
  }

  /// Whether its marker works without traces.
  var needsNoTraces: Bool { isProvable || kind == .flowchart || isMachine }

  /// Whether most of its classes are unknown: it draws an example, or another project.
  var isForeign: Bool { kind == .classes && knownCount * 2 < names.count }

  private var knownCount: Int { names.count(where: \.isKnown) }

  /// `nil` for a flowchart with fewer than half of its nodes known, which is prose, and for a state
  /// diagram without an enum.
  var marker: String? {
    switch kind {
    case .flowchart:
      knownCount > 0 && knownCount * 2 >= names.count ? "<!-- docgen:verify flowchart -->" : nil
    case .classes: "<!-- docgen:verify class-diagram partial=yes -->"
    case .state: machine.map { "<!-- docgen:verify state-diagram machine=\($0) -->" }
    case .sequence: "<!-- docgen:verify sequence scenarios=\"…\" -->"
    }
  }

  /// `docs/a.md:30  class diagram: 11 of 12 types exist in the sources; …`
  var summary: String {
    let known = names.count(where: \.isKnown)
    let title = kind == .flowchart ? "flowchart" : "\(kind.rawValue) diagram"
    let start = "\(page):\(fence.range.start.line)  \(title): "
    let what: String
    switch kind {
    case .flowchart:
      return start
        + "\(known) of \(names.count.counted("node")) \(known.verb("names", "name")) "
        + "a module, type, file or folder"
    case .classes:
      what =
        "\(known) of \(names.count.counted("type")) \(known.verb("exists", "exist")) in the sources"
    case .sequence:
      what =
        "\(known) of \(names.count.counted("participant")) \(known.verb("is a type", "are types")) of the sources"
    case .state:
      guard let machine else { return start + "no enum has its states as cases" }
      what =
        "\(known) of \(names.count.counted("state")) \(known.verb("is a case", "are cases")) of `\(machine)`"
    }
    guard let wrong = names.first(where: { !$0.isKnown })?.name else { return start + what }
    let hint = nearest.map { " (nearest: `\($0)`)" } ?? ""
    return start + what + "; `\(wrong)` \(kind == .classes ? "does" : "is") not\(hint)"
  }
}
