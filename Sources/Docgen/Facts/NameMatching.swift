/// Pairs the named elements of two sides, so that aliases do not matter.
///
/// An element is identified by its displayed text; one with the same id and another text was
/// relabelled. Both names of a pair get one key.
///
/// Renaming a state changes each transition that names it. Without this step, a comparison would
/// report all of them; with it, it reports one renamed state. The evidence of an element with a
/// displayed name must be unique on both sides, so two states that play the same part are not
/// confused.
package struct NameMatching {
  /// Names of the old side and of the new side that are the same element.
  package private(set) var pairs: [(old: String, new: String)] = []
  private var oldKeys: [String: String] = [:]
  private var newKeys: [String: String] = [:]
  private let known: Set<String>

  init(_ old: FactSide, _ new: FactSide) {
    known = Set((old.elements + new.elements).map { $0[.name] })
    pairShown(old, new)
    pairRenamed(old, new)
  }

  private mutating func pair(_ old: String, _ new: String) {
    pairs.append((old, new))
    oldKeys[old] = old
    newKeys[new] = old
  }

  /// First the same name with the same text, then the same text under another name, then the same
  /// name. The name of a fork is not displayed.
  private mutating func pairShown(_ old: FactSide, _ new: FactSide) {
    for element in new.elements {
      let name = element[.name]
      if let partner = old.element(name), partner[.label] == element[.label] { pair(name, name) }
    }
    var free: [String: [String]] = [:]
    for element in new.elements.reversed() where !hasNew(element[.name]) {
      free[element[.label], default: []].append(element[.name])
    }
    for element in old.elements where !hasOld(element[.name]) && element.fact.has(.label) {
      if let match = free[element[.label]]?.popLast() { pair(element[.name], match) }
    }
    for element in new.elements {
      let name = element[.name]
      if !hasNew(name), !hasOld(name), old.element(name) != nil { pair(name, name) }
    }
  }

  /// Pairs the remaining elements with equal evidence: they have another name now.
  ///
  /// One fact is enough for elements that are declared on both sides. A state that only one
  /// transition names may be a different one, to which the transition was redirected.
  private mutating func pairRenamed(_ old: FactSide, _ new: FactSide) {
    let left = old.elements.filter { !hasOld($0[.name]) }
    let right = new.elements.filter { !hasNew($0[.name]) }
    guard !left.isEmpty, !right.isEmpty else { return }
    let before = old.evidence(about: Set(left.map { $0[.name] }), key: self.old)
    let after = new.evidence(about: Set(right.map { $0[.name] }), key: self.new)
    func key(_ element: LocatedFact, _ evidence: [String: [String]]) -> [String] {
      let facts = evidence[element[.name]] ?? []
      return element.fact.has(.label) ? facts : facts + ["", element[.form]]
    }
    let olds = Dictionary(grouping: left) { key($0, before) }
    var news = Dictionary(grouping: right.reversed()) { key($0, after) }
    for element in left {
      let facts = key(element, before)
      guard let other = news[facts]?.last else { continue }
      // An element without a displayed name has only its facts.
      if element.fact.has(.label) {
        guard !facts.isEmpty, olds[facts]?.count == 1, news[facts]?.count == 1,
          facts.count > 1 || !element.isImplied && !other.isImplied
        else { continue }
      }
      news[facts]?.removeLast()
      pair(element[.name], other[.name])
    }
  }

  /// The key of an old name; a separate key if the new side has no equal element.
  ///
  /// A name that is not an element on either side is its own key.
  package func old(_ name: String) -> String {
    oldKeys[name] ?? (known.contains(name) ? "-\u{1F}" : "") + name
  }

  /// The key of a new name.
  package func new(_ name: String) -> String {
    newKeys[name] ?? (known.contains(name) ? "+\u{1F}" : "") + name
  }

  package func hasOld(_ name: String) -> Bool { oldKeys[name] != nil }
  package func hasNew(_ name: String) -> Bool { newKeys[name] != nil }
}
