import Variants

/// Walks the bodies of a level through its tree and records its observations.
///
/// Facts cannot be collected during the mining, because most of the candidates are discarded. A
/// replay of the chosen tree is linear in the letters.
struct TreeReplay {
  private let table: StepTable
  var tree: AnnotatedProcessTree
  private var body: LevelReading.Body
  private var run: [Int32] = []
  private var place = 0
  private var count = 0
  /// Nodes that were entered since the last letter, and options that were skipped.
  private var entered: [Int] = []
  private var skipped: [Int] = []
  private var latest: [GuardKey: Bool] = [:]
  private let hasGuards: Bool
  private var outcomesWithin: [Int32: [GuardKey: Bool]] = [:]

  init(_ table: StepTable, _ tree: AnnotatedProcessTree) {
    self.table = table
    self.tree = tree
    body = LevelReading.Body(number: 0)
    hasGuards = table.symbols.contains { if case .decision = $0 { true } else { false } }
  }

  /// Walks one body, which occurred a number of times.
  mutating func walk(_ body: LevelReading.Body, run: [Int32], count: Int) {
    self.body = body
    self.run = run
    self.count = count
    place = 0
    latest = [:]
    walk(tree.root)
    arrive(at: body.gaps[body.gaps.count - 1])
  }

  /// Records the facts before the next letter, or at the end.
  private mutating func arrive(at gap: Int32) {
    if hasGuards { note(table.sequences[Int(gap)]) }
    for node in entered {
      tree.facts[node].gaps.insert(gap)
      if hasGuards { tree.facts[node].guards.add(latest) }
    }
    for node in skipped {
      tree.facts[node].gapsWhenSkipped.insert(gap)
      if hasGuards { tree.facts[node].guardsWhenSkipped.add(latest) }
    }
    entered.removeAll(keepingCapacity: true)
    skipped.removeAll(keepingCapacity: true)
  }

  private mutating func note(_ nodes: [Int32]) {
    for node in nodes {
      if case .decision(let by, let condition, let holds) = table.symbol(of: node) {
        latest[GuardKey(by: by, condition: condition)] = holds
      }
    }
  }

  private mutating func walk(_ node: Int) {
    switch tree.nodes[node] {
    case .letter: letter(node)
    case .sequence(let parts):
      enter(node)
      for part in parts { walk(part) }
    case .loop(let inner):
      let rounds = next()
      rounds > 0 ? enter(node) : skip(node)
      extend(node, to: rounds)
      for _ in 0..<rounds { walk(inner) }
    case .choice(let parts):
      enter(node)
      walk(parts[next()])
    case .option(let inner):
      if next() == 1 {
        enter(node)
        walk(inner)
      } else {
        skip(node)
      }
    case .parallel(let parts):
      enter(node)
      place += 1 + Int(run[place])
      for part in parts { walk(part) }
    }
  }

  private mutating func next() -> Int {
    place += 1
    return Int(run[place - 1])
  }

  private mutating func enter(_ node: Int) {
    tree.facts[node].entries.add(count)
    entered.append(node)
  }

  private mutating func skip(_ node: Int) {
    tree.facts[node].skips.add(count)
    skipped.append(node)
  }

  private mutating func extend(_ node: Int, to rounds: Int) {
    let known = tree.facts[node].rounds ?? rounds...rounds
    tree.facts[node].rounds = min(known.lowerBound, rounds)...max(known.upperBound, rounds)
  }

  private mutating func letter(_ node: Int) {
    let index = Int(~run[place])
    place += 1
    enter(node)
    arrive(at: body.gaps[index])
    let bodies = body.bodies[body.starts[index]..<body.starts[index + 1]]
    extend(node, to: bodies.count)
    for number in bodies {
      if let known = tree.facts[node].bodyCounts[number] {
        tree.facts[node].bodyCounts[number] = known.adding(count)
      } else {
        tree.facts[node].bodyCounts[number] = count
        tree.facts[node].bodies.append(number)
      }
      if hasGuards { noteGuards(within: number) }
    }
  }

  private mutating func noteGuards(within body: Int32) {
    for (key, holds) in outcomes(within: body) { latest[key] = holds }
  }

  /// The last outcomes of the guards in a body.
  private mutating func outcomes(within body: Int32) -> [GuardKey: Bool] {
    if let known = outcomesWithin[body] { return known }
    var outcomes: [GuardKey: Bool] = [:]
    for node in table.sequences[Int(body)] {
      if case .decision(let by, let condition, let holds) = table.symbol(of: node) {
        outcomes[GuardKey(by: by, condition: condition)] = holds
      }
      let inner = table.nodes[Int(node)].body
      if inner >= 0 { outcomes.merge(self.outcomes(within: inner)) { $1 } }
    }
    outcomesWithin[body] = outcomes
    return outcomes
  }
}
