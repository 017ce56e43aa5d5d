import Diagnostics
import Diagrams
import Facts
import Markdown
import Mermaid
import Models
import Rules
import SwiftIndex

/// The elements of the code that a diagram lacks, as its check found them.
struct MissingElements {
  private let diagram: MermaidDiagram
  private(set) var all: [MissingElement] = []

  init(in checked: CheckedRegion, _ diagram: MermaidDiagram) {
    self.diagram = diagram
    switch checked.outcome {
    case .state(let verification): addTransitions(verification)
    case .sequence(let verification): addMessages(verification)
    case .classes(let verification):
      for deviation in verification.deviations { addClassElements(deviation) }
    case .flowchart(let verification):
      for missing in verification.missingDependencies {
        add(
          Fact(.dependency, [.source: missing.from.id, .target: missing.to.id]),
          declared: missing.declaredAt.map { [Evidence(.declared, "dependency", at: $0)] } ?? [])
      }
    case .generated(let expected):
      for change in RegionComparison(checked.region, expected).differences {
        guard change.old == nil, let new = change.new else { continue }
        all.append(MissingElement(fact: new.fact, after: change.oldRange))
      }
    case .value, .snippet, .table, .session, .data, .block, .problem: break
    }
  }

  private mutating func add(_ fact: Fact, declared: [Evidence] = []) {
    all.append(MissingElement(fact: fact, declared: declared))
  }

  // MARK: - Kinds

  private mutating func addTransitions(_ verification: StateVerification) {
    guard case .state(let diagram) = diagram else { return }
    let machine = verification.machine
    let known = Set(machine.states.map(\.name))
    let drawn = Dictionary(
      diagram.stateNames.map { (diagram.machineName(of: $0.text, among: known), $0.text) }
    ) { first, _ in first }
    for deviation in verification.deviations {
      var label = ""
      switch deviation.kind {
      case .missing(_, let event, let condition):
        label = machine.label(for: event, condition: condition, .events) ?? event
      case .missingStart: break
      default: continue
      }
      let declared = deviation.declared.map { edge in
        Evidence(.declared, label, at: edge.declaredAt ?? machine.declaredAt)
      }
      addTransition(
        from: drawn[deviation.from] ?? deviation.from, to: drawn[deviation.to] ?? deviation.to,
        label, declared: declared)
    }
  }

  /// Transitions between the same two states share an arrow, as in a generated diagram.
  private mutating func addTransition(
    from source: String, to target: String, _ label: String, declared: [Evidence]
  ) {
    let known = all.firstIndex { $0.fact[.source] == source && $0.fact[.target] == target }
    guard let known, !label.isEmpty else {
      add(
        Fact(.transition, [.source: source, .target: target, .text: label]), declared: declared)
      return
    }
    all[known].fact[.text] += "\n\(label)"
    all[known].declared += declared
  }

  private mutating func addMessages(_ verification: SequenceVerification) {
    let ids = Dictionary(
      diagram.facts.filter { $0.kind == .participant }.map { ($0.fact.shown, $0[.name]) }
    ) { first, _ in first }
    for deviation in verification.deviations where deviation.kind == .missing {
      let from = deviation.happened?.from ?? deviation.declared?.from ?? ""
      let to = deviation.happened?.to ?? deviation.declared?.to ?? ""
      let arrow: Mermaid.MessageArrow =
        switch deviation.happened?.kind {
        case .answer: .dottedArrow
        case .failure: .dottedCross
        case .call, .inner, nil: .solidArrow
        }
      guard !from.isEmpty, !to.isEmpty else { continue }
      let fact = Fact(
        .message,
        [
          .source: ids[from] ?? from, .target: ids[to] ?? to, .form: arrow.rawValue,
          .text: deviation.happened?.label ?? deviation.declared?.label,
        ])
      let declared = deviation.declared.map { [Evidence(.declared, $0.label, at: $0.location)] }
      all.append(
        MissingElement(
          fact: fact, after: deviation.drawn?.range, declared: declared ?? [],
          scenarios: deviation.scenarios))
    }
  }

  private mutating func addClassElements(_ deviation: ClassDeviation) {
    switch deviation.kind {
    case .missingType(let declared):
      add(
        Fact(.type, [.name: deviation.type]),
        declared: [Evidence(.declared, declared, at: deviation.declaredAt)])
    case .missingMembers(let members):
      for member in members {
        add(Fact(member: member.text, of: deviation.type), declared: [member])
      }
    case .missingRelation(let relation):
      let evidence = Evidence(.declared, relation.kind.rawValue, at: relation.location)
      add(Fact(relation), declared: [evidence])
    default: break
    }
  }
}

extension Fact {
  /// `public static func load(id: String) async -> Row` of `Store`
  fileprivate init(member headline: String, of owner: String) {
    let keywords: Set = [
      "func", "var", "let", "case", "static", "class", "init", "lazy", "weak", "final", "override",
      "mutating", "nonisolated", "open", "public", "package", "internal", "fileprivate", "private",
      "package(set)", "internal(set)", "fileprivate(set)", "private(set)",
    ]
    let words = headline.split(separator: " ").drop { keywords.contains(String($0)) }
    let text = words.joined(separator: " ")
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close
    else {
      self.init(.member, [.owner: owner, .form: "property", .text: text])
      return
    }
    let result = String(text[text.index(after: close)...]).replacing(" -> ", with: " ")
    self.init(
      .member,
      [
        .owner: owner, .form: "method", .text: String(text[..<open]),
        .parameters: String(text[text.index(after: open)..<close]),
        .result: String(result.drop { $0 == " " }),
      ])
  }

  fileprivate init(_ relation: TypeModel.Relation) {
    var values: [Role: String?] = [.source: relation.from, .target: relation.to]
    values[.form] = ClassRelation.Line.solid.rawValue
    switch relation.kind {
    case .inherits: values[.targetEnd] = ClassRelation.End.extending.rawValue
    case .conforms:
      values[.targetEnd] = ClassRelation.End.extending.rawValue
      values[.form] = ClassRelation.Line.dotted.rawValue
    case .composes: values[.sourceEnd] = ClassRelation.End.composition.rawValue
    case .aggregates: values[.sourceEnd] = ClassRelation.End.aggregation.rawValue
    case .nests: values[.text] = relation.kind.rawValue
    case .creates, .uses, .extends:
      values[.targetEnd] = ClassRelation.End.dependency.rawValue
      values[.form] = ClassRelation.Line.dotted.rawValue
      if relation.kind != .uses { values[.text] = relation.kind.rawValue }
    }
    if let multiplicity = relation.multiplicity, multiplicity != .one {
      values[.targetMultiplicity] = multiplicity.rawValue
    }
    self.init(.relation, values)
  }
}
