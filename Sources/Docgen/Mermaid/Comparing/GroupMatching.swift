/// Which groups of two sides are the same: those of one name, those that share most members, then
/// those around groups that are the same.
///
/// A group on one side only is new or gone, and what stood outside of all before or afterwards has
/// not moved then: the group was drawn around it. A group that only came to exist because members
/// of another moved into it is no news of its own, the moves are; so it is where the last left one.
struct GroupMatching {
  struct Group {
    /// Nothing for groups that are only known by what stands in them.
    var name: String?
    /// The keys of what stands in it.
    var members: Set<String>
    /// The index of the group around it.
    var parent: Int?
    /// Whether the text has it, or only the name of another group does.
    var isWritten = true
  }

  private(set) var pairs: [(old: Int, new: Int)] = []
  /// Groups that are gone or new, by themselves.
  private(set) var removed: [Int] = []
  private(set) var added: [Int] = []
  private var newOfOld: [Int: Int] = [:]
  private var oldOfNew: [Int: Int] = [:]

  init(_ old: [Group], _ new: [Group]) {
    pairNames(old, new)
    pairMembers(old, new)
    pairParents(old, new)
    removed = Self.unexplained(old, new, paired: newOfOld)
    added = Self.unexplained(new, old, paired: oldOfNew)
  }

  /// The group of the new side that is one of the old, and the other way round.
  func new(of old: Int) -> Int? { newOfOld[old] }
  func old(of new: Int) -> Int? { oldOfNew[new] }

  /// Whether a member that was in one group and is in another has moved.
  func isMove(from old: Int?, to new: Int?) -> Bool {
    switch (old, new) {
    case (nil, nil): false
    case (let old?, nil): !removed.contains(old)
    case (nil, let new?): !added.contains(new)
    case (let old?, let new?): newOfOld[old] != new
    }
  }
}

extension GroupMatching {
  private mutating func pair(_ old: Int, _ new: Int) {
    pairs.append((old, new))
    newOfOld[old] = new
    oldOfNew[new] = old
  }

  private mutating func pairNames(_ old: [Group], _ new: [Group]) {
    var free: [String: ArraySlice<Int>] = [:]
    for (index, group) in new.enumerated() {
      if let name = group.name { free[name, default: []].append(index) }
    }
    for (index, group) in old.enumerated() {
      if let name = group.name, let match = free[name]?.popFirst() { pair(index, match) }
    }
  }

  /// Those that share most come first, so that a small part of a group does not take its place.
  private mutating func pairMembers(_ old: [Group], _ new: [Group]) {
    let places = Self.places(new)
    var candidates: [(shared: Int, old: Int, new: Int)] = []
    for (index, group) in old.enumerated() where newOfOld[index] == nil {
      var shared: [Int: Int] = [:]
      for member in group.members {
        for place in places[member] ?? [] where oldOfNew[place] == nil {
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

  private mutating func pairParents(_ old: [Group], _ new: [Group]) {
    var next = 0
    while next < pairs.count {
      let (left, right) = (old[pairs[next].old].parent, new[pairs[next].new].parent)
      if let left, let right, newOfOld[left] == nil, oldOfNew[right] == nil { pair(left, right) }
      next += 1
    }
  }

  /// Groups without a partner, of which no member stands in a group of the other side.
  private static func unexplained(
    _ groups: [Group], _ others: [Group], paired: [Int: Int]
  ) -> [Int] {
    let places = places(others)
    var filled: Set<Int> = []
    for (index, group) in groups.enumerated() {
      // A group within, which stood in another group before.
      if let parent = group.parent, let other = paired[index], others[other].parent != nil {
        filled.insert(parent)
      }
      if group.members.contains(where: { places[$0] != nil }) { filled.insert(index) }
    }
    return groups.indices.filter {
      paired[$0] == nil && groups[$0].isWritten && !filled.contains($0)
    }
  }

  private static func places(_ groups: [Group]) -> [String: [Int]] {
    var result: [String: [Int]] = [:]
    for (index, group) in groups.enumerated() {
      for member in group.members { result[member, default: []].append(index) }
    }
    return result
  }
}
