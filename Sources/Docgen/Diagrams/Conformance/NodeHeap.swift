/// Nodes by priority, the least first; of equal ones the last that came.
struct NodeHeap<Node> {
  private var entries: [(priority: Int, order: Int, node: Node)] = []
  private var count = 0

  mutating func insert(_ node: Node, at priority: Int) {
    count += 1
    entries.append((priority, -count, node))
    var child = entries.count - 1
    while child > 0, isLess(child, (child - 1) / 2) {
      entries.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func popLeast() -> Node? {
    guard let least = entries.first else { return nil }
    let last = entries.removeLast()
    if entries.isEmpty { return least.node }
    entries[0] = last
    var parent = 0
    while true {
      let children = (2 * parent + 1)..<min(2 * parent + 3, max(2 * parent + 1, entries.count))
      guard let smaller = children.min(by: { isLess($0, $1) }), isLess(smaller, parent) else {
        return least.node
      }
      entries.swapAt(smaller, parent)
      parent = smaller
    }
  }

  private func isLess(_ left: Int, _ right: Int) -> Bool {
    (entries[left].priority, entries[left].order) < (entries[right].priority, entries[right].order)
  }
}
