/// Which named elements of two diagrams are the same one, so that aliases do not matter.
///
/// An element is known by what it shows; one that shows something else under the same id was
/// relabelled. Both names of a pair get one key.
struct NameMatching {
  /// Ids of the old side and of the new side that are the same element.
  private(set) var pairs: [(old: String, new: String)] = []
  private var oldKeys: [String: String] = [:]
  private var newKeys: [String: String] = [:]
  private let known: Set<String>
  private let old: [(id: String, shown: String)]
  private let new: [(id: String, shown: String)]

  /// Pairs of id and shown text, in order.
  init(_ old: [(id: String, shown: String)], _ new: [(id: String, shown: String)]) {
    (self.old, self.new) = (old, new)
    known = Set(old.map(\.id) + new.map(\.id))
    let oldIDs = Dictionary(old.map { ($0.id, $0.shown) }, uniquingKeysWith: { first, _ in first })
    var freeNew = Dictionary(grouping: new.indices, by: { new[$0].shown })
    var takenOld: Set<String> = []
    var takenNew: Set<String> = []
    func pair(_ left: String, _ right: String) {
      guard takenOld.insert(left).inserted else { return }
      takenNew.insert(right)
      pairs.append((left, right))
      oldKeys[left] = left
      newKeys[right] = left
    }
    // The same id with the same text first, then the same text under another id.
    for element in new where oldIDs[element.id] == element.shown { pair(element.id, element.id) }
    for element in old where !takenOld.contains(element.id) {
      let candidates = freeNew[element.shown] ?? []
      guard let index = candidates.first(where: { !takenNew.contains(new[$0].id) }) else {
        continue
      }
      freeNew[element.shown]?.removeAll { $0 == index }
      pair(element.id, new[index].id)
    }
    for element in new where !takenNew.contains(element.id) {
      if oldIDs[element.id] != nil, !takenOld.contains(element.id) { pair(element.id, element.id) }
    }
  }

  /// What is said about an element, in the keys of the others.
  struct Part {
    var id: String
    /// Whether a statement of its own declares it.
    var isDeclared: Bool
    var facts: [String]
  }

  /// Whether both sides have elements that the other does not know.
  var hasStrangers: Bool { old.count > pairs.count && new.count > pairs.count }

  /// Pairs what is left where all that is said about it stayed the same: it has another name now.
  ///
  /// One fact is enough for what is declared on both sides: a state that one transition names may
  /// as well be another, to which the transition was redirected.
  mutating func pairRenamed(_ left: [Part], _ right: [Part]) {
    var candidates: [[String]: [Part]] = [:]
    for part in right where newKeys[part.id] == nil && !part.facts.isEmpty {
      candidates[part.facts, default: []].append(part)
    }
    let free = Dictionary(grouping: left.filter { oldKeys[$0.id] == nil }, by: \.facts)
    for part in left where free[part.facts]?.count == 1 && oldKeys[part.id] == nil {
      guard let others = candidates[part.facts], others.count == 1,
        part.facts.count > 1 || (part.isDeclared && others[0].isDeclared)
      else { continue }
      pairs.append((part.id, others[0].id))
      oldKeys[part.id] = part.id
      newKeys[others[0].id] = part.id
    }
  }

  /// The key of an old name; one of its own when nothing on the new side is the same.
  func old(_ id: String) -> String { oldKeys[id] ?? (known.contains(id) ? "-\u{1F}" : "") + id }

  /// The key of a new name.
  func new(_ id: String) -> String { newKeys[id] ?? (known.contains(id) ? "+\u{1F}" : "") + id }

  func hasOld(_ id: String) -> Bool { oldKeys[id] != nil }
  func hasNew(_ id: String) -> Bool { newKeys[id] != nil }
}

/// Pairs elements of two lists by one key after another; each element is used once.
struct Pairing<Element> {
  private(set) var old: [Element]
  private(set) var new: [Element]
  private var freeOld: [Int]
  private var freeNew: [Int]

  init(_ old: [Element], _ new: [Element]) {
    self.old = old
    self.new = new
    freeOld = Array(old.indices)
    freeNew = Array(new.indices)
  }

  /// The pairs that agree in a key, in the order of the new side; they are taken.
  mutating func take<Key: Hashable>(
    old oldKey: (Element) -> Key, new newKey: (Element) -> Key
  ) -> [(old: Element, new: Element)] {
    var byKey: [Key: ArraySlice<Int>] = [:]
    for index in freeOld { byKey[oldKey(old[index]), default: []].append(index) }
    var result: [(old: Element, new: Element)] = []
    var usedOld: Set<Int> = []
    var rest: [Int] = []
    for index in freeNew {
      if let match = byKey[newKey(new[index])]?.popFirst() {
        usedOld.insert(match)
        result.append((old[match], new[index]))
      } else {
        rest.append(index)
      }
    }
    freeNew = rest
    freeOld.removeAll { usedOld.contains($0) }
    return result
  }

  var removed: [Element] { freeOld.map { old[$0] } }
  var added: [Element] { freeNew.map { new[$0] } }
}
