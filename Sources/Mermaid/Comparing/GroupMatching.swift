/// Which groups of two sides are the same: those of one name, then those that share most members.
struct GroupMatching {
  struct Group {
    var name: String
    /// The keys of what stands in it.
    var members: Set<String>
  }

  private(set) var pairs: [(old: Int, new: Int)] = []
  private let oldCount: Int
  private let newCount: Int

  init(_ old: [Group], _ new: [Group]) {
    oldCount = old.count
    newCount = new.count
    var freeNew = Array(new.indices)
    var freeOld: [Int] = []
    for index in old.indices {
      if let match = freeNew.firstIndex(where: { new[$0].name == old[index].name }) {
        pairs.append((index, freeNew.remove(at: match)))
      } else {
        freeOld.append(index)
      }
    }
    for index in freeOld {
      let shared = freeNew.map { old[index].members.intersection(new[$0].members).count }
      guard let most = shared.max(), most > 0, let match = shared.firstIndex(of: most) else {
        continue
      }
      pairs.append((index, freeNew.remove(at: match)))
    }
  }

  var removed: [Int] { (0..<oldCount).filter { index in !pairs.contains { $0.old == index } } }
  var added: [Int] { (0..<newCount).filter { index in !pairs.contains { $0.new == index } } }

  /// Whether a member that was in one group and is in another has moved: it has not where the
  /// groups are the same, nor where its group is new or gone and it stands outside of all.
  func isMove(from old: Int?, to new: Int?) -> Bool {
    switch (old, new) {
    case (nil, nil): false
    case (let old?, nil): !removed.contains(old)
    case (nil, let new?): !added.contains(new)
    case (let old?, let new?): !pairs.contains { $0.old == old && $0.new == new }
    }
  }
}
