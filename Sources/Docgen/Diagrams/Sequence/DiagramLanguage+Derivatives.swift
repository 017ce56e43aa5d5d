extension DiagramLanguage {
  func mayEnd(_ number: Int) -> Bool {
    switch expressions[number] {
    case .nothing: true
    case .message: false
    case .either(let parts, let then): parts.contains(where: mayEnd) && mayEnd(then)
    case .loop(_, let then): mayEnd(then)
    case .shuffle(let parts, let then): parts.allSatisfy(mayEnd) && mayEnd(then)
    }
  }

  /// What may follow each message that an expression can begin with.
  mutating func derivatives(of number: Int) -> [Int: Set<Int>] {
    if let known = derivatives[number] { return known }
    guard !isExhausted else { return [:] }
    var targets: [Int: Set<Int>] = [:]
    derive(number, into: &targets)
    derivatives[number] = targets
    return targets
  }

  private mutating func derive(_ number: Int, into targets: inout [Int: Set<Int>]) {
    switch expressions[number] {
    case .nothing: return
    case .message(let letter, _, let then): targets[letter, default: []].insert(then)
    case .either(let parts, let then):
      for part in parts {
        add(derivatives(of: part), to: &targets) { $0.followed($1, by: then) }
      }
      if parts.contains(where: mayEnd) { add(derivatives(of: then), to: &targets) { $1 } }
    case .loop(let body, let then):
      add(derivatives(of: body), to: &targets) { $0.followed($1, by: number) }
      add(derivatives(of: then), to: &targets) { $1 }
    case .shuffle(let parts, let then):
      for (index, part) in parts.enumerated() where index == 0 || parts[index - 1] != part {
        var others = parts
        others.remove(at: index)
        add(derivatives(of: part), to: &targets) { $0.shuffle(others + [$1], then: then) }
      }
      if parts.allSatisfy(mayEnd) { add(derivatives(of: then), to: &targets) { $1 } }
    }
  }

  private mutating func add(
    _ derivatives: [Int: Set<Int>], to targets: inout [Int: Set<Int>],
    _ wrap: (inout DiagramLanguage, Int) -> Int
  ) {
    for (letter, set) in derivatives {
      for part in set { targets[letter, default: []].insert(wrap(&self, part)) }
    }
  }

  /// Several at once: those that are over are left out, and their order means nothing.
  mutating func shuffle(_ parts: [Int], then rest: Int) -> Int {
    let open = parts.filter { expressions[$0] != .nothing }.sorted()
    switch open.count {
    case 0: return rest
    case 1: return followed(open[0], by: rest)
    default: return number(.shuffle(open, then: rest))
    }
  }

  /// One expression and then another.
  mutating func followed(_ first: Int, by second: Int) -> Int {
    let pair = Pair(first: first, second: second)
    if let known = joined[pair] { return known }
    let result: Int
    switch expressions[first] {
    case .nothing: return second
    case .message(let letter, let site, let then):
      let rest = followed(then, by: second)
      result = number(.message(letter, site: site, then: rest))
    case .either(let parts, let then):
      let rest = followed(then, by: second)
      result = number(.either(parts, then: rest))
    case .loop(let body, let then):
      let rest = followed(then, by: second)
      result = number(.loop(body: body, then: rest))
    case .shuffle(let parts, let then):
      let rest = followed(then, by: second)
      result = number(.shuffle(parts, then: rest))
    }
    joined[pair] = result
    return result
  }
}
