import Diagrams
import Mermaid
import Models
import SwiftIndex
import Traces

/// A state diagram without a marker whose states are cases of an enum, except for two at most.
struct UnmarkedStates: Sendable {
  /// An enum that may declare the states, and the differences from it.
  struct Match: Sendable {
    var type: TypeDeclaration
    var unknown: [Name]
    var missing: [String]
  }

  /// An arrow between two states, with their names in comparable form.
  struct Arrow: Sendable {
    var from: Set<String>
    var to: Set<String>
    var transition: StateTransition
  }

  /// The enums with the most of the drawn states.
  let matches: [Match]
  /// The arrows between plain states.
  let arrows: [Arrow]

  /// `nil` if fewer than three states, or less than two thirds, are cases of one enum.
  init?(_ diagram: StateDiagram, in code: CodeModel) {
    let states = Self.states(of: diagram)
    guard states.count >= 3 else { return nil }
    let matches = code.types.filter { $0.kind == .enum }.compactMap { type -> Match? in
      let cases = type.cases.map(\.name)
      let names = Set(cases.map(Self.plain))
      let unknown = states.filter { $0.names.isDisjoint(with: names) }.map(\.id)
      let known = states.count - unknown.count
      guard known >= 3, known * 3 >= states.count * 2, unknown.count <= 2 else { return nil }
      let drawn = states.reduce(into: Set<String>()) { $0.formUnion($1.names) }
      return Match(
        type: type, unknown: unknown, missing: cases.filter { !drawn.contains(Self.plain($0)) })
    }
    guard let fewest = matches.map(\.unknown.count).min() else { return nil }
    self.matches = matches.filter { $0.unknown.count == fewest }
    let names = Dictionary(
      states.map { ($0.id.text, $0.names) }, uniquingKeysWith: { first, _ in first })
    arrows = diagram.transitions.map(\.transition).compactMap { transition in
      guard let from = names[transition.from.text], let to = names[transition.to.text],
        transition.from.text != transition.to.text
      else { return nil }
      return Arrow(from: from, to: to, transition: transition)
    }
  }

  /// The arrows that a machine cannot follow, with their states. Empty if there are too many: then
  /// the diagram is about something else.
  func impossible(
    in machine: StateMachineModel
  ) -> [(arrow: StateTransition, from: String, to: String)] {
    let names = machine.states.map(\.name)
    let steps = Set((machine.edges.map(\.step) + machine.possible).map { [$0.from, $0.to] })
    var known = 0
    var impossible: [(arrow: StateTransition, from: String, to: String)] = []
    for arrow in arrows {
      guard let from = names.first(where: { arrow.from.contains(Self.plain($0)) }),
        let to = names.first(where: { arrow.to.contains(Self.plain($0)) })
      else { continue }
      if steps.contains([from, to]) {
        known += 1
      } else {
        impossible.append((arrow.transition, from, to))
      }
    }
    return impossible.count <= known ? impossible : []
  }

  /// The plain states with their spellings: composites group others.
  private static func states(of diagram: StateDiagram) -> [(id: Name, names: Set<String>)] {
    let markers = Set(diagram.markers.map(\.text))
    var composites: Set<String> = []
    var labels: [String: String] = [:]
    for case .state(let state) in diagram.allStatements {
      if state.isComposite { composites.insert(state.id.text) }
      labels[state.id.text] = state.label?.text ?? labels[state.id.text]
    }
    return diagram.stateNames.filter {
      !markers.contains($0.text) && !composites.contains($0.text)
    }.map { name in
      (name, Set([name.text, labels[name.text] ?? name.text].map(plain)))
    }
  }

  /// `Rate Limited` and `rate_limited` name the case `rateLimited`.
  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
