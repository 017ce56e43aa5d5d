/// Pairs elements of two lists by one key after another; each element is used once.
///
/// Elements with equal keys are paired in their order on both sides. Each `take` is linear in the
/// elements that are still free.
package struct Pairing<Element> {
  private let old: [Element]
  private let new: [Element]
  private var freeOld: [Int]
  private var freeNew: [Int]

  package init(_ old: [Element], _ new: [Element]) {
    self.old = old
    self.new = new
    freeOld = Array(old.indices)
    freeNew = Array(new.indices)
  }

  /// Takes the pairs that agree in a key, in the order of the new side. An element without a key
  /// has no partner.
  package mutating func take<Key: Hashable>(
    old oldKey: (Element) -> Key?, new newKey: (Element) -> Key?
  ) -> [(old: Element, new: Element)] {
    if freeOld.isEmpty || freeNew.isEmpty { return [] }
    var byKey: [Key: [Int]] = [:]
    for index in freeOld.reversed() {
      if let key = oldKey(old[index]) { byKey[key, default: []].append(index) }
    }
    var result: [(old: Element, new: Element)] = []
    var usedOld: Set<Int> = []
    var rest: [Int] = []
    for index in freeNew {
      if let match = newKey(new[index]).flatMap({ byKey[$0]?.popLast() }) {
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

  package var removed: [Element] { freeOld.map { old[$0] } }
  package var added: [Element] { freeNew.map { new[$0] } }
}
