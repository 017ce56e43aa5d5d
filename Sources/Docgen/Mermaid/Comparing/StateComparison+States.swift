import Diagnostics

extension StateComparison {
  mutating func compareStates() {
    let olds = Dictionary(
      old.states.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let news = Dictionary(
      new.states.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for pair in names.pairs {
      guard let left = olds[pair.old], let right = news[pair.new] else { continue }
      compare(left, right)
    }
    let drawnOld = Set(old.transitions.flatMap { [$0.from, $0.to] })
    let drawnNew = Set(new.transitions.flatMap { [$0.from, $0.to] })
    for state in old.states where state.id != StateDiagram.edge.text && !names.hasOld(state.id) {
      // A state that only a transition names goes with the transition.
      if state.declaration == nil, drawnOld.contains(state.id) { continue }
      if goes(with: state.scope.parent) { continue }
      let content = content(of: state, in: old) { !names.hasOld($0) }
      changes.append(
        DiagramChange(
          .removed, .state, state.shown, old: state.declaration ?? state.range,
          "the state `\(state.shown)` is gone\(content)"))
    }
    for state in new.states where state.id != StateDiagram.edge.text && !names.hasNew(state.id) {
      if state.declaration == nil, drawnNew.contains(state.id) { continue }
      if comes(with: state.scope.parent) { continue }
      let content = content(of: state, in: new) { !names.hasNew($0) }
      changes.append(
        DiagramChange(
          .added, .state, state.shown, new: state.declaration ?? state.range,
          "the state `\(state.shown)` is new\(content)"))
    }
  }

  /// What is new or gone as a whole is told once: what stands in a new state comes with it.
  func comes(with parent: String?) -> Bool {
    isFolded && parent.map { $0 != StateDiagram.edge.text && !names.hasNew($0) } == true
  }

  func goes(with parent: String?) -> Bool {
    isFolded && parent.map { $0 != StateDiagram.edge.text && !names.hasOld($0) } == true
  }

  /// `, with A and B`: the states that are part of the same news.
  private func content(
    of state: StateModel.State, in model: StateModel, where isNews: (String) -> Bool
  ) -> String {
    guard isFolded, state.type == .composite else { return "" }
    let within = model.states.filter {
      $0.scope.parent == state.id && $0.id != StateDiagram.edge.text && isNews($0.id)
    }
    return DiagramChange.content(within.map(\.shown))
  }

  mutating func compare(_ left: StateModel.State, _ right: StateModel.State) {
    func report(
      _ kind: DiagramChange.Kind, _ sentence: String, _ old: SourceRange? = nil,
      _ new: SourceRange? = nil
    ) {
      changes.append(
        DiagramChange(
          kind, .state, right.shown, old: old ?? left.declaration ?? left.range,
          new: new ?? right.declaration ?? right.range, sentence))
    }
    if left.shown != right.shown, !(left.type.isMarker && right.type.isMarker) {
      report(
        .relabelled, "the state `\(left.shown)` is now shown as `\(right.shown)`",
        left.label?.range, right.label?.range)
    }
    if left.descriptions != right.descriptions {
      report(.relabelled, "the description of `\(right.shown)` has changed")
    }
    if left.type != right.type {
      report(
        .changed, "`\(right.shown)` was a \(left.type.words) and is a \(right.type.words)")
    }
    if regions.old(left.scope) != regions.new(right.scope) {
      report(
        .moved, "`\(right.shown)` was \(words(left.scope)) and is \(words(right.scope))")
    }
    if left.direction != right.direction {
      report(.changed, "the direction of `\(right.shown)` has changed")
    }
  }

  func words(_ scope: StateModel.Scope) -> String {
    guard let parent = scope.parent else { return "outside of all composite states" }
    return scope.region.map { "in region \($0 + 1) of `\(parent)`" } ?? "in `\(parent)`"
  }
}

extension StateModel.Kind {
  /// A fork, join or choice, whose name is not shown.
  var isMarker: Bool { self == .fork || self == .join || self == .choice }

  var words: String {
    switch self {
    case .plain: "plain state"
    case .composite: "composite state"
    default: rawValue
    }
  }
}
