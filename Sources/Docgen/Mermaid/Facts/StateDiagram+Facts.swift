import Diagnostics
package import Facts

extension StateDiagram: FactSource {
  package var facts: [LocatedFact] { StateModel(self).facts }
}

extension StateModel {
  var facts: [LocatedFact] {
    let scopes = Dictionary(
      states.map { ($0.id, $0.scope) }, uniquingKeysWith: { first, _ in first })
    return metadata.facts + [direction.fact] + regionFacts
      + states.filter { $0.id != StateDiagram.edge.text }.map(\.fact)
      + transitions.flatMap(\.facts) + notes.map { $0.fact(in: scopes[$0.state]) }
      + links.map(\.fact)
  }

  /// Composite states have one region, or several between dividers.
  ///
  /// Regions have no names in Mermaid; their identity is the composite state and the position among
  /// its regions.
  private var regionFacts: [LocatedFact] {
    var regions: [LocatedFact] = []
    var indices: [Scope: Int] = [:]
    func enter(_ scope: Scope, _ range: SourceRange?) {
      guard let parent = scope.parent else { return }
      if let index = indices[scope] {
        if let range, let known = regions[index].range, range.start < known.start {
          regions[index].range = range
        }
        return
      }
      indices[scope] = regions.count
      regions.append(
        LocatedFact(
          .region,
          [.name: scope.name, .owner: parent, .position: scope.region.map { "\($0 + 1)" }],
          at: range))
    }
    for state in states where state.id != StateDiagram.edge.text {
      enter(state.scope, state.declaration ?? state.range)
    }
    for transition in transitions { enter(transition.scope, transition.range) }
    return regions
  }
}

extension StateModel.Scope {
  /// Unique in a diagram; empty outside of all composite states.
  fileprivate var name: String { parent.map { "\($0)\u{1F}\(region ?? 0)" } ?? "" }
}

extension StateModel.State {
  /// The name of a fork, join or choice is not shown.
  fileprivate var fact: LocatedFact {
    let isMarker = type == .fork || type == .join || type == .choice
    return LocatedFact(
      .state,
      [
        .name: id, .label: isMarker ? nil : shown, .form: type.title, .scope: scope.name,
        .description: descriptions.map(\.text).joined(separator: "\n"),
        .direction: direction?.rawValue,
      ], at: declaration ?? range, ranges: [.label: label?.range], mentions: mentions,
      isImplied: declaration == nil)
  }
}

extension StateModel.Kind {
  fileprivate var title: String { self == .plain ? "plain" : rawValue }
}

extension StateModel.Transition {
  /// One for each line of the label: each names a trigger.
  fileprivate var facts: [LocatedFact] {
    let lines = label?.text.split(separator: "\n", omittingEmptySubsequences: false) ?? [""]
    return lines.map { line in
      LocatedFact(
        .transition, [.source: from, .target: to, .text: String(line), .scope: scope.name],
        at: range, ranges: [.text: label?.range])
    }
  }
}

extension StateModel.Note {
  fileprivate func fact(in scope: StateModel.Scope?) -> LocatedFact {
    LocatedFact(
      .note,
      [.target: state, .position: position.rawValue, .text: text.text, .scope: scope?.name],
      at: range, ranges: [.text: text.range])
  }
}

extension StateModel.Link {
  fileprivate var fact: LocatedFact {
    LocatedFact(
      .link, [.owner: state, .text: url.text, .description: tooltip?.text], at: url.range)
  }
}
