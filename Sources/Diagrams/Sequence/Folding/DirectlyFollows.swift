/// Which letter follows which in a log, and what hangs together in that.
struct DirectlyFollows {
  /// Letters of the log by small numbers, in order of their first appearance.
  private(set) var letters: [Int32] = []
  private var numbers: LetterNumbers
  /// By letter number, without repeats.
  private(set) var followers: [[Int]] = []
  private(set) var edgeCount = 0
  /// Whether a letter ever follows itself.
  private(set) var repeats: [Bool] = []

  init(_ log: FoldLog, letterCount: Int) {
    numbers = LetterNumbers(letterCount)
    var seen: [BitRow] = []
    for sequence in log.sequences {
      var previous = -1
      for letter in sequence {
        let number = add(letter)
        if previous >= 0 {
          if seen.count <= previous {
            seen += Array(repeating: BitRow(64), count: previous + 1 - seen.count)
          }
          if seen[previous].insertNew(number) {
            followers[previous].append(number)
            edgeCount += 1
            if previous == number { repeats[number] = true }
          }
        }
        previous = number
      }
    }
  }

  private mutating func add(_ letter: Int32) -> Int {
    if let number = numbers[letter] { return number }
    numbers.set(letter, letters.count)
    letters.append(letter)
    followers.append([])
    repeats.append(false)
    return letters.count - 1
  }

  func number(of letter: Int32) -> Int { numbers[letter] ?? 0 }

  /// Whether nearly everything follows nearly everything: then there is no order to be found.
  var isDense: Bool {
    letters.count > 6 && Double(edgeCount) > 0.6 * Double(letters.count * letters.count)
  }

  /// The strongly connected component of each letter; numbered against the arrows, so that
  /// followers in another component have a lower number (Tarjan 1972).
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

  /// The parts that no arrow joins, by letter.
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

extension DirectlyFollows {
  /// Beyond this many letters only what every sequence has is taken for an order.
  private static let reachabilityLimit = 1_500

  /// Stages that every sequence goes through in this order, or passes over: by letter. Letters
  /// between which neither order is shown belong to one stage.
  func stages() -> (of: [Int], count: Int) {
    let (component, count) = components()
    guard count > 1 else { return (component, 1) }
    guard count <= Self.reachabilityLimit else {
      return (Array(repeating: 0, count: letters.count), 1)
    }
    let reach = reachability(component, count)
    // Components run against the arrows; a stage ends where all before reach all behind.
    var stage = Array(repeating: 0, count: count)
    var current = 0
    let order = Array((0..<count).reversed())
    /// How far, counted from the end, every component so far reaches without a gap.
    var gap = -1
    for (place, node) in order.enumerated() {
      if place > 0, gap < place { current += 1 }
      stage[node] = current
      var last = -1
      for later in stride(from: count - 1, to: place, by: -1)
      where !reach[node].contains(order[later]) {
        last = later
        break
      }
      gap = max(gap, last)
    }
    return (component.map { stage[$0] }, current + 1)
  }

  private func reachability(_ component: [Int], _ count: Int) -> [BitRow] {
    var reach = Array(repeating: BitRow(count), count: count)
    for node in 0..<count { reach[node].insert(node) }
    var targets = Array(repeating: Set<Int>(), count: count)
    for (letter, others) in followers.enumerated() {
      for other in others where component[other] != component[letter] {
        targets[component[letter]].insert(component[other])
      }
    }
    for node in 0..<count {
      for target in targets[node] { reach[node].formUnion(reach[target]) }
    }
    return reach
  }
}

/// A number for each letter: a table where there are few letters.
private struct LetterNumbers {
  private var table: [Int32]
  private var others: [Int32: Int] = [:]

  init(_ letterCount: Int) {
    table = Array(repeating: -1, count: letterCount <= 1_024 ? letterCount : 0)
  }

  subscript(letter: Int32) -> Int? {
    if table.isEmpty { return others[letter] }
    let number = table[Int(letter)]
    return number < 0 ? nil : Int(number)
  }

  mutating func set(_ letter: Int32, _ number: Int) {
    if table.isEmpty { others[letter] = number } else { table[Int(letter)] = Int32(number) }
  }
}

/// A set of small numbers.
struct BitRow {
  private var words: [UInt64]

  init(_ count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  func contains(_ bit: Int) -> Bool { words[bit >> 6] >> UInt64(bit & 63) & 1 == 1 }
  mutating func insert(_ bit: Int) { words[bit >> 6] |= 1 << UInt64(bit & 63) }

  /// Grows where it must; says whether the number is new.
  mutating func insertNew(_ bit: Int) -> Bool {
    let word = bit >> 6
    if word >= words.count { words += Array(repeating: 0, count: word + 1 - words.count) }
    let mask: UInt64 = 1 << UInt64(bit & 63)
    guard words[word] & mask == 0 else { return false }
    words[word] |= mask
    return true
  }

  mutating func formUnion(_ other: BitRow) {
    for index in words.indices { words[index] |= other.words[index] }
  }
}
