/// Numbers for pairs of a marking and the letters read in it, given as the pairs come: a hash table
/// with open addressing, filled to a half at most.
struct NodeNumbers {
  struct Node {
    var marking: Int32
    var read: Int32
  }

  private var nodes: [Node] = []
  /// Numbers by hash, -1 where there is none.
  private var slots = [Int32](repeating: -1, count: 64)

  subscript(_ number: Int32) -> Node { nodes[Int(number)] }

  /// The next unused number for a node that is new.
  mutating func number(of node: Node) -> Int32 {
    let slot = slot(of: node)
    if slots[slot] >= 0 { return slots[slot] }
    let number = Int32(nodes.count)
    nodes.append(node)
    slots[slot] = number
    if nodes.count * 2 > slots.count { grow() }
    return number
  }

  /// Where the node stands, or the free slot where it belongs.
  private func slot(of node: Node) -> Int {
    let key = UInt64(UInt32(bitPattern: node.marking)) << 32 | UInt64(UInt32(bitPattern: node.read))
    // The golden ratio's digits spread neighbouring keys over the upper bits.
    let hash = (key ^ key >> 29) &* 0x9E37_79B9_7F4A_7C15
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[slot] >= 0 {
      let known = nodes[Int(slots[slot])]
      if known.marking == node.marking, known.read == node.read { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (number, node) in nodes.enumerated() { slots[slot(of: node)] = Int32(number) }
  }
}
