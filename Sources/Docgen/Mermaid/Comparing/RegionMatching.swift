import Diagnostics

/// Which concurrent regions of a composite state are the same on both sides: those that share most
/// of what stands in them, wherever they stand.
///
/// A region of nothing but states that stood in one other region came to be by a divider between
/// them: it is reported itself, its states have not moved. So it is where a divider is gone.
struct RegionMatching {
  /// One change for each divider.
  private(set) var changes: [DiagramChange] = []
  private var oldKeys: [StateModel.Scope: String] = [:]
  private var newKeys: [StateModel.Scope: String] = [:]

  init(_ old: StateModel, _ new: StateModel, _ names: NameMatching) {
    let left = Self.regions(old) { names.old($0) }
    let right = Self.regions(new) { names.new($0) }
    for (parent, regions) in left {
      for region in regions { oldKeys[region.scope] = "\(parent)\u{1F}\(region.scope.index)" }
    }
    for (parent, regions) in right {
      for region in regions { newKeys[region.scope] = "\(parent)\u{1F}+\(region.scope.index)" }
    }
    for (parent, regions) in left.sorted(by: { $0.key < $1.key }) {
      if let others = right[parent] { match(regions, others) }
    }
  }

  /// The key of a scope, equal on both sides for what is the same; empty outside of composites.
  func old(_ scope: StateModel.Scope) -> String { oldKeys[scope.whole] ?? "" }
  func new(_ scope: StateModel.Scope) -> String { newKeys[scope.whole] ?? "" }

  private mutating func match(_ old: [Region], _ new: [Region]) {
    let groups = GroupMatching(
      old.map { .init(members: $0.members) }, new.map { .init(members: $0.members) })
    for pair in groups.pairs { newKeys[new[pair.new].scope] = oldKeys[old[pair.old].scope] }
    let (oldPlaces, newPlaces) = (Self.places(old), Self.places(new))
    var freeOld = old.indices.filter { groups.new(of: $0) == nil }.map { old[$0] }
    var freeNew = new.indices.filter { groups.old(of: $0) == nil }.map { new[$0] }
    freeNew.removeAll { region in
      guard let source = Self.only(old, oldPlaces, holding: region) else { return false }
      newKeys[region.scope] = oldKeys[source.scope]
      report(.added, region, "a part of `\(region.scope.parent ?? "")` is a region of its own now")
      return true
    }
    freeOld.removeAll { region in
      guard let target = Self.only(new, newPlaces, holding: region) else { return false }
      oldKeys[region.scope] = newKeys[target.scope]
      report(.removed, region, "a region of `\(region.scope.parent ?? "")` has joined another")
      return true
    }
    for (left, right) in zip(freeOld, freeNew) { newKeys[right.scope] = oldKeys[left.scope] }
  }

  /// The one region that holds all states of another.
  private static func only(
    _ regions: [Region], _ places: [String: Int], holding part: Region
  ) -> Region? {
    guard let state = part.states.first, let place = places[state],
      part.states.isSubset(of: regions[place].states)
    else { return nil }
    return regions[place]
  }

  /// The region of each state.
  private static func places(_ regions: [Region]) -> [String: Int] {
    Dictionary(
      regions.enumerated().flatMap { index, region in region.states.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
  }

  private mutating func report(_ kind: DiagramChange.Kind, _ region: Region, _ sentence: String) {
    changes.append(
      DiagramChange(
        kind, .region, region.scope.parent ?? "", old: kind == .removed ? region.range : nil,
        new: kind == .added ? region.range : nil, sentence))
  }
}

// MARK: - Regions

extension RegionMatching {
  private struct Region {
    var scope: StateModel.Scope
    /// The keys of its states.
    var states: Set<String> = []
    /// The same, and its transitions.
    var members: Set<String> = []
    /// Where the first of its states or transitions stands.
    var range: SourceRange?
  }

  /// The regions by the keys of their composites, in their order; a composite without dividers is
  /// one region.
  private static func regions(
    _ model: StateModel, _ key: (String) -> String
  ) -> [String: [Region]] {
    var result: [StateModel.Scope: Region] = [:]
    func enter(_ scope: StateModel.Scope, _ range: SourceRange?, _ member: String, isState: Bool) {
      let scope = scope.whole
      guard scope.parent != nil else { return }
      var region = result[scope] ?? Region(scope: scope)
      if isState { region.states.insert(member) }
      region.members.insert(member)
      if let range, range.start < region.range?.start ?? range.end { region.range = range }
      result[scope] = region
    }
    for state in model.states where state.id != StateDiagram.edge.text {
      enter(state.scope, state.declaration ?? state.range, key(state.id), isState: true)
    }
    for transition in model.transitions {
      let parts = [key(transition.from), key(transition.to), transition.label?.text ?? ""]
      enter(
        transition.scope, transition.range, parts.joined(separator: "\u{1F}"), isState: false)
    }
    return Dictionary(grouping: result.values) { key($0.scope.parent ?? "") }
      .mapValues { $0.sorted { $0.scope.index < $1.scope.index } }
  }
}

extension StateModel.Scope {
  fileprivate var index: Int { region ?? 0 }
  /// The same with a number for the only region.
  fileprivate var whole: StateModel.Scope {
    .init(parent: parent, region: parent == nil ? nil : index)
  }
}
