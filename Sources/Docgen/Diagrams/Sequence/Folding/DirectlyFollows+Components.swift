extension DirectlyFollows {
  /// The strongly connected component of each letter, numbered against the arrows: followers in
  /// another component have a lower number (Tarjan 1972).
  ///
  /// The recursion is replaced by the list `work`, because a trace of many different letters would
  /// exceed the stack. Linear in letters and edges.
  func components() -> (of: [Int], count: Int) {
    let count = letters.count
    var component = Array(repeating: -1, count: count)
    var order = Array(repeating: -1, count: count)
    var low = Array(repeating: 0, count: count)
    var open: [Int] = []
    var next = 0
    var found = 0
    var work: [(node: Int, edge: Int)] = []
    for root in 0..<count where order[root] < 0 {
      work.append((root, 0))
      while let (node, edge) = work.last {
        if edge == 0 {
          order[node] = next
          low[node] = next
          next += 1
          open.append(node)
        }
        if edge < followers[node].count {
          work[work.count - 1].edge += 1
          let target = followers[node][edge]
          if order[target] < 0 {
            work.append((target, 0))
          } else if component[target] < 0 {
            low[node] = min(low[node], order[target])
          }
          continue
        }
        work.removeLast()
        if let parent = work.last?.node { low[parent] = min(low[parent], low[node]) }
        guard low[node] == order[node] else { continue }
        while let member = open.popLast() {
          component[member] = found
          if member == node { break }
        }
        found += 1
      }
    }
    return (component, found)
  }

  /// The disconnected parts, by letter.
  func parts() -> (of: [Int], count: Int) {
    var neighbours = followers
    for (letter, targets) in followers.enumerated() {
      for target in targets { neighbours[target].append(letter) }
    }
    var part = Array(repeating: -1, count: letters.count)
    var count = 0
    for root in letters.indices where part[root] < 0 {
      var open = [root]
      part[root] = count
      while let letter = open.popLast() {
        for other in neighbours[letter] where part[other] < 0 {
          part[other] = count
          open.append(other)
        }
      }
      count += 1
    }
    return (part, count)
  }
}
