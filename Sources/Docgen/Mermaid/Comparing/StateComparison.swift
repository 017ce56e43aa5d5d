import Diagnostics

/// Compares two state diagrams: their states, transitions and notes.
struct StateComparison {
  let old: StateModel
  let new: StateModel
  let names: NameMatching
  let regions: RegionMatching
  /// Whether a new composite state is one change with all that is new in it.
  let isFolded: Bool
  var changes: [DiagramChange] = []

  init(_ old: StateModel, _ new: StateModel, isFolded: Bool = true) {
    self.old = old
    self.new = new
    self.isFolded = isFolded
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
  static func parts(
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

  static func names(_ model: StateModel) -> [(id: String, shown: String)] {
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

  mutating func compareLinks() {
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

  func oldKey(_ id: String) -> String {
    id == StateDiagram.edge.text ? id : names.old(id)
  }

  func newKey(_ id: String) -> String {
    id == StateDiagram.edge.text ? id : names.new(id)
  }
}
