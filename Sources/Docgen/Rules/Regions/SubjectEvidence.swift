import Diagnostics
import Diagrams
import Facts
import Markdown
import Models
import SwiftIndex
import Traces

/// The facts of code and traces about the subject of a diagram's element.
struct SubjectEvidence {
  let project: ProjectModel
  let region: Region

  func evidence(of fact: Fact) -> [Evidence] {
    switch fact.kind {
    case .transition: step(fact[.source], fact[.target])
    case .state: state(fact[.name])
    case .message: message(from: fact.ends.source, to: fact.ends.target, text: fact[.text])
    case .type: type(fact[.name])
    case .member: member(fact[.name], of: fact[.owner])
    case .annotation: type(fact[.owner])
    case .relation: type(fact[.source])
    default: []
    }
  }

  /// The declaration of the region's source: the members that only the expected text has, or the
  /// complete type or machine.
  func ofRegion(expecting expected: String) -> [Evidence] {
    if let name = region.opening["type"] {
      let members = project.code.types(named: name).first?.members ?? []
      let new = members.filter {
        expected.contains($0.headline) && !region.content.contains($0.headline)
      }
      return type(name)
        + new.prefix(3).map { Evidence(.declared, $0.headline, at: $0.nameLocation) }
    }
    guard region.opening["machine"] != nil, let machine else { return [] }
    return [Evidence(.declared, machine.type, at: machine.declaredAt)]
  }

  // MARK: - State machines

  private var machine: StateMachineModel? {
    let names = project.machineNames
    return (region.opening["machine"] ?? names.first).flatMap(project.anyMachine)
  }

  private func step(_ from: String, _ to: String) -> [Evidence] {
    guard let machine else { return [] }
    let edges = machine.edges.filter { $0.step.from == from && $0.step.to == to }
    let words = edges.compactMap {
      machine.label(for: $0.step.event, condition: $0.step.condition, .events)
    }
    let place =
      edges.isEmpty
      ? machine.handled(in: from)?.declaredAt : edges.lazy.compactMap(\.declaredAt).first
    let declared = Evidence(
      .declared,
      edges.isEmpty
        ? "no transition from \(from) to \(to)" : words.uniqued().joined(separator: ", "),
      at: place ?? machine.declaredAt)
    if !machine.isRecorded { return [declared] }
    var seen = Observation()
    for edge in edges { seen.add(edge.observed) }
    return [declared, seen.evidence]
  }

  private func state(_ name: String) -> [Evidence] {
    guard let machine, let state = machine.states.first(where: { $0.name == name }) else {
      return []
    }
    return [
      Evidence(
        .declared, "\(name)(\(state.values.joined(separator: ", ")))",
        at: state.declaredAt ?? machine.declaredAt)
    ]
  }

  // MARK: - Interactions

  private func message(from: String, to: String, text: String) -> [Evidence] {
    var seen = Observation()
    for model in project.traces where isDrawn(model.scenario) {
      for letter in model.letters(among: [from, to])
      where letter.from == from && letter.to == to && letter.label == text {
        seen.add(letter.place, count: model.count)
      }
    }
    return [seen.evidence]
  }

  private func isDrawn(_ scenario: String) -> Bool {
    region.opening.list("scenarios").contains { NamePattern($0).matches(scenario) }
  }

  // MARK: - Types

  private func type(_ name: String) -> [Evidence] {
    switch project.code.type(named: name) {
    case .found(let type): return [Evidence(.declared, type.headline, at: type.nameLocation)]
    case .ambiguous(let types):
      return types.map { Evidence(.declared, $0.headline, at: $0.nameLocation) }
    case .unknown(let near):
      return [Evidence(.declared, near.map { "no such type; nearest `\($0)`" } ?? "no such type")]
    }
  }

  private func member(_ name: String, of owner: String) -> [Evidence] {
    guard let type = project.code.types(named: owner).first else { return self.type(owner) }
    let bare = name.split(separator: ":").first.map(String.init) ?? name
    switch type.member(named: bare) {
    case .found(let member):
      return [Evidence(.declared, member.headline, at: member.nameLocation)]
    case .ambiguous(let members):
      return members.prefix(3).map { Evidence(.declared, $0.headline, at: $0.nameLocation) }
    case .unknown(let near):
      let reason = near.map { "no such member; nearest `\($0)`" } ?? "no such member"
      return [Evidence(.declared, reason, at: type.nameLocation)]
    }
  }
}

extension StateMachineModel {
  /// A transition out of a state, to locate the code that handles it.
  func handled(in state: String) -> Edge? {
    edges.first { $0.step.from == state && $0.declaredAt != nil }
  }
}

extension Array where Element: Hashable {
  /// Each element once, in the order of first appearance.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
