import Diagrams
import Mermaid
import SwiftIndex

/// A state diagram without a marker whose states are cases of an enum, except for two at most.
struct UnmarkedStates: Sendable {
  /// An enum that the states may be cases of, and where it differs.
  struct Match: Sendable {
    var type: TypeDeclaration
    var unknown: [Name]
    var missing: [String]
  }

  /// The enums with the most of the drawn states.
  let matches: [Match]

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
