import Diagnostics

/// Compares two state diagrams: their states, transitions and notes.
struct StateComparison {
  private let old: StateModel
  private let new: StateModel
  private let names: NameMatching
  private let regions: RegionMatching
  private var changes: [DiagramChange] = []

  init(_ old: StateModel, _ new: StateModel) {
    self.old = old
    self.new = new
    names = Self.names(old, new)
    regions = RegionMatching(old, new, names)
  }

  /// Which states of the two sides are the same.
  static func names(_ old: StateModel, _ new: StateModel) -> NameMatching {
    var result = NameMatching(names(old), names(new))
    if result.hasStrangers {
      result.pairRenamed(parts(old) { result.old($0) }, parts(new) { result.new($0) })
    }
    return result
  }

  /// What is said about each state: its arrows, its notes, what stands in it.
  private static func parts(
    _ model: StateModel, _ key: (String) -> String
  ) -> [NameMatching.Part] {
    var facts: [String: [String]] = [:]
    for transition in model.transitions {
      let (from, to) = (transition.from, transition.to)
      let isLoop = from == to
      facts[from, default: []].append("to \(isLoop ? "itself" : key(to)): \(transition.text)")
      if !isLoop { facts[to, default: []].append("from \(key(from)): \(transition.text)") }
    }
    for note in model.notes { facts[note.state, default: []].append("note \(note.text)") }
    for state in model.states {
      guard let parent = state.scope.parent else { continue }
      facts[parent, default: []].append("holds \(key(state.id))")
    }
    return model.states.filter { $0.id != StateDiagram.edge.text && !$0.type.isMarker }.map {
      NameMatching.Part(
        id: $0.id, isDeclared: $0.declaration != nil, facts: (facts[$0.id] ?? []).sorted())
    }
  }

  private static func names(_ model: StateModel) -> [(id: String, shown: String)] {
    let states = model.states.filter { $0.id != StateDiagram.edge.text }
    guard states.contains(where: \.type.isMarker) else { return states.map { ($0.id, $0.shown) } }
    // The name of a fork is not shown: what a reader knows it by are its arrows.
    let known = Dictionary(
      states.map { ($0.id, $0.type.isMarker ? "\u{1F}\($0.type)" : $0.shown) },
      uniquingKeysWith: { first, _ in first })
    var arrows: [String: [String]] = [:]
    for transition in model.transitions {
      let (from, to) = (transition.from, transition.to)
      arrows[from, default: []].append("to \(known[to] ?? to): \(transition.text)")
      arrows[to, default: []].append("from \(known[from] ?? from): \(transition.text)")
    }
    return states.map { state in
      guard state.type.isMarker else { return (state.id, state.shown) }
      let signature = (arrows[state.id] ?? []).sorted().joined(separator: "\u{1E}")
      return (state.id, "\u{1F}\(state.type)\u{1E}\(signature)")
    }
  }

  mutating func run() -> [DiagramChange] {
    if old.direction != new.direction {
      changes.append(
        DiagramChange(
          .changed, .direction, new.direction.rawValue,
          "the direction was `\(old.direction.rawValue)` and is `\(new.direction.rawValue)`"))
    }
    changes += regions.changes
    compareStates()
    compareTransitions()
    compareNotes()
    compareLinks()
    return MetadataComparison.changes(old.metadata, new.metadata) + changes
  }

  private mutating func compareLinks() {
    func links(_ model: StateModel, _ key: (String) -> String) -> [MetadataComparison.Interaction] {
      model.links.map { link in
        MetadataComparison.Interaction(
          owner: [key(link.state)], shown: shown(link.state, model),
          content: [link.url.text, link.tooltip?.text ?? ""].filter { !$0.isEmpty },
          range: link.url.range)
      }
    }
    changes += MetadataComparison.changes(links(old, oldKey), links(new, newKey))
  }

  private func oldKey(_ id: String) -> String {
    id == StateDiagram.edge.text ? id : names.old(id)
  }

  private func newKey(_ id: String) -> String {
    id == StateDiagram.edge.text ? id : names.new(id)
  }
}

// MARK: - States

extension StateComparison {
  private mutating func compareStates() {
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
      changes.append(
        DiagramChange(
          .removed, .state, state.shown, old: state.declaration ?? state.range,
          "the state `\(state.shown)` is gone"))
    }
    for state in new.states where state.id != StateDiagram.edge.text && !names.hasNew(state.id) {
      if state.declaration == nil, drawnNew.contains(state.id) { continue }
      changes.append(
        DiagramChange(
          .added, .state, state.shown, new: state.declaration ?? state.range,
          "the state `\(state.shown)` is new"))
    }
  }

  private mutating func compare(_ left: StateModel.State, _ right: StateModel.State) {
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

  private func words(_ scope: StateModel.Scope) -> String {
    guard let parent = scope.parent else { return "outside of all composite states" }
    return scope.region.map { "in region \($0 + 1) of `\(parent)`" } ?? "in `\(parent)`"
  }
}

extension StateModel.Kind {
  /// A fork, join or choice, whose name is not shown.
  fileprivate var isMarker: Bool { self == .fork || self == .join || self == .choice }

  fileprivate var words: String {
    switch self {
    case .plain: "plain state"
    case .composite: "composite state"
    default: rawValue
    }
  }
}

// MARK: - Transitions and notes

extension StateComparison {
  private mutating func compareTransitions() {
    var pairing = Pairing(old.transitions, new.transitions)
    _ = pairing.take(
      old: { [oldKey($0.from), oldKey($0.to), $0.text, regions.old($0.scope)] },
      new: { [newKey($0.from), newKey($0.to), $0.text, regions.new($0.scope)] })
    for (left, right) in pairing.take(
      old: { [oldKey($0.from), oldKey($0.to), $0.text] },
      new: { [newKey($0.from), newKey($0.to), $0.text] })
    {
      // It moved with its states unless these stayed.
      guard !followsStates(left, right) else { continue }
      report(
        .moved, left, right,
        "`\(right.subject)` was \(words(left.scope)) and is \(words(right.scope))")
    }
    for (left, right) in pairing.take(
      old: { [oldKey($0.from), oldKey($0.to), regions.old($0.scope)] },
      new: { [newKey($0.from), newKey($0.to), regions.new($0.scope)] })
    {
      report(.relabelled, left, right, relabelled(left, right))
    }
    for (left, right) in pairing.take(
      old: { [oldKey($0.from), $0.text, regions.old($0.scope)] },
      new: { [newKey($0.from), $0.text, regions.new($0.scope)] })
    {
      report(
        .redirected, left, right,
        "`\(left.subject)` now leads to `\(shown(right.to, new))`")
    }
    for (left, right) in pairing.take(
      old: { [oldKey($0.to), $0.text, regions.old($0.scope)] },
      new: { [newKey($0.to), $0.text, regions.new($0.scope)] })
    {
      report(
        .redirected, left, right,
        "`\(left.subject)` now comes from `\(shown(right.from, new))`")
    }
    for transition in pairing.removed {
      changes.append(
        DiagramChange(
          .removed, .transition, transition.subject, old: transition.range,
          "`\(transition.subject)`\(transition.suffix) is gone"))
    }
    for transition in pairing.added {
      changes.append(
        DiagramChange(
          .added, .transition, transition.subject, new: transition.range,
          "`\(transition.subject)`\(transition.suffix) is new"))
    }
  }

  /// Whether one of the transition's states has moved the same way.
  private func followsStates(
    _ left: StateModel.Transition, _ right: StateModel.Transition
  ) -> Bool {
    changes.contains { change in
      change.kind == .moved && change.element == .state
        && (change.subject == shown(right.from, new) || change.subject == shown(right.to, new))
    }
  }

  private func relabelled(
    _ left: StateModel.Transition, _ right: StateModel.Transition
  ) -> String {
    switch (left.label, right.label) {
    case (let before?, let after?):
      "`\(right.subject)` was labelled `\(before)` and is labelled `\(after)`"
    case (let before?, nil): "`\(right.subject)` has lost its label `\(before)`"
    case (nil, let after?): "`\(right.subject)` now has the label `\(after)`"
    case (nil, nil): "`\(right.subject)` has changed"
    }
  }

  private mutating func report(
    _ kind: DiagramChange.Kind, _ left: StateModel.Transition, _ right: StateModel.Transition,
    _ sentence: String
  ) {
    let isLabel = kind == .relabelled
    changes.append(
      DiagramChange(
        kind, .transition, right.subject,
        old: isLabel ? left.label?.range ?? left.range : left.range,
        new: isLabel ? right.label?.range ?? right.range : right.range, sentence))
  }

  private func shown(_ id: String, _ model: StateModel) -> String {
    model.states.first { $0.id == id }?.shown ?? id
  }

  private mutating func compareNotes() {
    var pairing = Pairing(old.notes, new.notes)
    _ = pairing.take(
      old: { [oldKey($0.state), $0.position.rawValue, $0.text.text] },
      new: { [newKey($0.state), $0.position.rawValue, $0.text.text] })
    for (left, right) in pairing.take(
      old: { [oldKey($0.state), $0.text.text] }, new: { [newKey($0.state), $0.text.text] })
    {
      changes.append(
        DiagramChange(
          .moved, .note, right.state, old: left.range, new: right.range,
          "the note at `\(right.state)` stands \(right.position.rawValue) it now"))
    }
    for (left, right) in pairing.take(old: { oldKey($0.state) }, new: { newKey($0.state) }) {
      changes.append(
        DiagramChange(
          .relabelled, .note, right.state, old: left.text.range, new: right.text.range,
          "the note at `\(right.state)` said `\(left.text)` and says `\(right.text)`"))
    }
    for (left, right) in pairing.take(
      old: { $0.text.text }, new: { $0.text.text })
    {
      changes.append(
        DiagramChange(
          .redirected, .note, right.state, old: left.range, new: right.range,
          "the note `\(right.text)` was at `\(left.state)` and is at `\(right.state)`"))
    }
    for note in pairing.removed {
      changes.append(
        DiagramChange(
          .removed, .note, note.state, old: note.range, "the note at `\(note.state)` is gone"))
    }
    for note in pairing.added {
      changes.append(
        DiagramChange(
          .added, .note, note.state, new: note.range, "the note at `\(note.state)` is new"))
    }
  }
}

extension StateModel.Transition {
  fileprivate var text: String { label?.text ?? "" }
  fileprivate var subject: String { "\(from) --> \(to)" }
  fileprivate var suffix: String { label.map { " on `\($0)`" } ?? "" }
}
