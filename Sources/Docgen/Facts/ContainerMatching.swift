import Diagnostics

/// Pairs the containers of two sides: first those with the same name, then those that share most of
/// their elements, then those around the same containers.
///
/// A container on one side only is new or removed. Elements that were outside of all containers on
/// the other side have not moved: it was drawn around them. A container that exists only because
/// elements of another moved into it is not reported, but the moves are.
///
/// Regions have no names. A region whose states all were in one other region results from a divider
/// between them: the region is reported, its states have not moved.
struct ContainerMatching {
  private(set) var pairs: [(old: Int, new: Int)] = []
  /// Containers that were removed or added by themselves, as indices.
  private(set) var removed: Set<Int> = []
  private(set) var added: Set<Int> = []
  /// One difference for each divider.
  private(set) var dividers: [Difference] = []
  private var newOfOld: [Int: Int] = [:]
  private var oldOfNew: [Int: Int] = [:]
  private var oldKeys: [String: String] = [:]
  private var newKeys: [String: String] = [:]
  private var oldScopes: [String: String] = [:]
  private var newScopes: [String: String] = [:]

  init(left: FactSide, right: FactSide, names: NameMatching) {
    let old = ContainerGroups(left, key: names.old, isKnown: names.hasOld)
    let new = ContainerGroups(right, key: names.new, isKnown: names.hasNew)
    pairNames(old, new)
    pairMembers(old, new)
    pairParents(old, new)
    for (index, group) in old.all.enumerated() { oldKeys[group.fact[.name]] = "-\(index)" }
    for (index, group) in new.all.enumerated() { newKeys[group.fact[.name]] = "+\(index)" }
    let (merged, split) = (
      dividers(old, new, paired: newOfOld), dividers(new, old, paired: oldOfNew)
    )
    pairRest(old, new, except: (merged, split))
    for (left, right) in newOfOld { newKeys[new.all[right].fact[.name]] = "-\(left)" }
    for (index, target) in merged {
      oldKeys[old.all[index].fact[.name]] = newKeys[new.all[target].fact[.name]]
      dividers.append(Difference(.removed, old: old.all[index].located, new: nil))
    }
    for (index, source) in split {
      newKeys[new.all[index].fact[.name]] = oldKeys[old.all[source].fact[.name]]
      dividers.append(Difference(.added, old: nil, new: new.all[index].located))
    }
    removed = unexplained(old, new, paired: newOfOld).subtracting(merged.keys)
    added = unexplained(new, old, paired: oldOfNew).subtracting(split.keys)
    for index in removed { oldKeys[old.all[index].fact[.name]] = nil }
    for index in added { newKeys[new.all[index].fact[.name]] = nil }
    oldScopes = left.scopes
    newScopes = right.scopes
  }

  /// The key of a scope, equal on both sides for the same one; empty outside of all. A container
  /// that was added by itself has the key of the one around it.
  func old(_ scope: String) -> String { Self.key(scope, oldKeys, scopes: oldScopes) }
  func new(_ scope: String) -> String { Self.key(scope, newKeys, scopes: newScopes) }

  private static func key(
    _ scope: String, _ keys: [String: String], scopes: [String: String]
  ) -> String {
    var scope = scope
    while !scope.isEmpty, keys[scope] == nil, let outer = scopes[scope] { scope = outer }
    return keys[scope] ?? ""
  }
}

extension ContainerMatching {
  private mutating func pair(_ old: Int, _ new: Int) {
    pairs.append((old, new))
    newOfOld[old] = new
    oldOfNew[new] = old
  }

  private mutating func pairNames(_ old: ContainerGroups, _ new: ContainerGroups) {
    for (index, group) in old.all.enumerated() where group.fact.kind != .region {
      if let match = new.index(group.fact[.name]) { pair(index, match) }
    }
  }

  /// Pairs that share most come first, so that a small part of a group does not take its place.
  ///
  /// Greedy by the number of shared members, with the order of both texts deciding ties. Cost: the
  /// members of unpaired containers, and a sort of the candidates.
  private mutating func pairMembers(_ old: ContainerGroups, _ new: ContainerGroups) {
    var candidates: [(shared: Int, old: Int, new: Int)] = []
    for (index, group) in old.all.enumerated() where newOfOld[index] == nil {
      var shared: [Int: Int] = [:]
      for member in group.members {
        for place in new.places[member] ?? []
        where oldOfNew[place] == nil && new.all[place].owner == group.owner {
          shared[place, default: 0] += 1
        }
      }
      candidates += shared.map { ($0.value, index, $0.key) }
    }
    candidates.sort { ($1.shared, $0.old, $0.new) < ($0.shared, $1.old, $1.new) }
    for (_, old, new) in candidates where newOfOld[old] == nil && oldOfNew[new] == nil {
      pair(old, new)
    }
  }

  private mutating func pairParents(_ old: ContainerGroups, _ new: ContainerGroups) {
    var next = 0
    while next < pairs.count {
      let (left, right) = (old.all[pairs[next].old].parent, new.all[pairs[next].new].parent)
      if let left, let right, newOfOld[left] == nil, oldOfNew[right] == nil { pair(left, right) }
      next += 1
    }
  }

  /// Regions without a partner whose states all are in one region of the other side, with that one.
  private func dividers(
    _ groups: ContainerGroups, _ counterparts: ContainerGroups, paired: [Int: Int]
  ) -> [Int: Int] {
    var result: [Int: Int] = [:]
    for (index, group) in groups.all.enumerated()
    where paired[index] == nil && group.fact.kind == .region {
      guard let state = group.elements.first,
        let place = counterparts.places[state]?.first(where: {
          counterparts.all[$0].owner == group.owner
        }),
        group.elements.isSubset(of: counterparts.all[place].elements)
      else { continue }
      result[index] = place
    }
    return result
  }

  /// The remaining regions of a composite belong together in their order.
  private mutating func pairRest(
    _ old: ContainerGroups, _ new: ContainerGroups,
    except dividers: (old: [Int: Int], new: [Int: Int])
  ) {
    var free: [String: [Int]] = [:]
    for (index, group) in new.all.enumerated().reversed()
    where oldOfNew[index] == nil && dividers.new[index] == nil && group.fact.kind == .region {
      free[group.owner, default: []].append(index)
    }
    for (index, group) in old.all.enumerated()
    where newOfOld[index] == nil && dividers.old[index] == nil && group.fact.kind == .region {
      if let match = free[group.owner]?.popLast() { pair(index, match) }
    }
  }

  /// Groups without a partner, of which no member is in a group of the other side.
  private func unexplained(
    _ groups: ContainerGroups, _ counterparts: ContainerGroups, paired: [Int: Int]
  ) -> Set<Int> {
    var filled: Set<Int> = []
    for (index, group) in groups.all.enumerated() {
      // A nested group that was in another group before.
      if let parent = group.parent, let other = paired[index], counterparts.all[other].parent != nil
      {
        filled.insert(parent)
      }
      if group.elements.contains(where: { counterparts.places[$0] != nil }) { filled.insert(index) }
    }
    return Set(
      groups.all.indices.filter {
        paired[$0] == nil && groups.all[$0].canBeAlone && !filled.contains($0)
      })
  }
}

/// The containers of one side and their contents.
private struct ContainerGroups {
  struct Group {
    var located: LocatedFact
    /// The key of the composite state whose region it is.
    var owner: String
    /// The index of the container around it.
    var parent: Int?
    /// Whether it can be added or removed by itself: a region only with its composite state, a
    /// namespace only if the text has it.
    var canBeAlone: Bool
    /// The keys of the elements in it, and of its elements and transitions.
    var elements: Set<String> = []
    var members: Set<String> = []

    var fact: Fact { located.fact }
  }

  private(set) var all: [Group] = []
  /// The groups that each member is in.
  private(set) var places: [String: [Int]] = [:]
  private let side: FactSide

  init(_ side: FactSide, key: (String) -> String, isKnown: (String) -> Bool) {
    self.side = side
    all = side.containers.map { container in
      guard container.kind == .region else {
        return Group(
          located: container, owner: "",
          parent: side.container(side.scopes[container[.name]] ?? ""),
          canBeAlone: !container.isImplied)
      }
      let owner = container[.owner]
      return Group(located: container, owner: key(owner), canBeAlone: !isKnown(owner))
    }
    for element in side.elements {
      guard let index = side.container(element[.scope]) else { continue }
      all[index].elements.insert(key(element[.name]))
    }
    for index in all.indices { all[index].members = all[index].elements }
    for transition in side.statements[.transition] ?? [] {
      guard let index = side.container(transition[.scope]) else { continue }
      all[index].members.insert(
        "\(key(transition[.source]))\u{1F}\(key(transition[.target]))\u{1F}\(transition[.text])")
    }
    for (index, group) in all.enumerated() {
      for member in group.members { places[member, default: []].append(index) }
    }
  }

  func index(_ name: String) -> Int? { side.container(name) }
}
