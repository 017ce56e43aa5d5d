/// Converts a level into drawn steps: titles of its blocks, and places of remarks.
///
/// The last stage of a level: the structure is decided, and this adds words. Notes and decisions
/// are silent in the folding; each is drawn where all visits of a node have it, in front of that
/// node, and is omitted where only some have it.
struct LevelDrawing {
  let table: StepTable
  let tree: AnnotatedProcessTree
  let reading: LevelReading
  let decisions: SequenceOptions.Decisions
  /// The branch that is a `break`, for choices with one.
  var breaks: [Int: Int] = [:]
  /// Nodes that are the last in the block around them.
  var lastNodes: Set<Int> = []
  /// Loops that the program named, drawn without their own loop inside a loop that was found.
  private(set) var inlined: Set<Int> = []

  init(
    _ table: StepTable, _ tree: AnnotatedProcessTree, reading: LevelReading,
    decisions: SequenceOptions.Decisions
  ) {
    self.table = table
    self.tree = tree
    self.reading = reading
    self.decisions = decisions
    for node in tree.nodes.indices {
      if case .loop(let body) = tree.nodes[node], let first = firstLetter(of: body),
        roundTitle(of: first) != nil, tree.facts[first].rounds == 1...1
      {
        inlined.insert(first)
      }
    }
  }

  // MARK: - Steps

  /// `levels` has the folded content of each letter with nested steps, by the index of its node.
  func steps(_ levels: [Int: LevelFolder.Level]) -> [DrawnStep] {
    let steps = steps(tree.root, levels, known: [])
    let ends = reading.bodies.map { $0.gaps[$0.gaps.count - 1] }
    return steps + notes(common(Set(ends)), known: [])
  }

  /// `known` are remarks that were drawn before.
  private func steps(
    _ node: Int, _ levels: [Int: LevelFolder.Level], known: Set<Int32>
  ) -> [DrawnStep] {
    let facts = tree.facts[node]
    switch tree.nodes[node] {
    case .letter(let letter):
      return notes(common(facts.gaps), known: known) + drawn(letter, node, level: levels[node])
    case .sequence(let parts):
      return parts.enumerated().flatMap { index, part in
        steps(part, levels, known: index == 0 ? known : [])
      }
    case .loop(let body):
      let inner = Set(common(tree.facts[body].gaps))
      let before = common(facts.gaps).filter { !inner.contains($0) }
      let loop = DrawnLoop(
        title: firstLetter(of: body).flatMap { inlined.contains($0) ? roundTitle(of: $0) : nil },
        body: steps(body, levels, known: known), counts: facts.rounds ?? 0...0,
        entries: facts.entries + facts.skips)
      return notes(before, known: known) + [.loop(loop)]
    case .choice(let parts): return choice(node, parts: parts, levels: levels, known: known)
    case .option(let body):
      let both = common(facts.gaps.union(facts.gapsWhenSkipped))
      let title = optionTitle(node, body)
      var inner = known.union(both)
      if let used = title.decision { inner.insert(used) }
      let branch = branch(title.text, node: body, levels: levels, known: inner)
      return notes(both, known: known) + [.option(branch)]
    case .parallel(let parts):
      return [
        .parallel(
          parts.map { branch(title(of: $0, levels), node: $0, levels: levels, known: known) })
      ]
    }
  }

  private func branch(
    _ title: String, node: Int, levels: [Int: LevelFolder.Level], known: Set<Int32>
  ) -> DrawnBranch {
    let steps = steps(node, levels, known: known)
    return DrawnBranch(
      title: title.isEmpty ? BranchWords.title(of: steps) : title, steps: steps,
      count: tree.facts[node].entries)
  }

  private func choice(
    _ node: Int, parts: [Int], levels: [Int: LevelFolder.Level], known: Set<Int32>
  ) -> [DrawnStep] {
    let both = common(tree.facts[node].gaps)
    let titles = choiceTitles(parts)
    var branches = zip(parts, titles).map { part, title in
      var inner = known.union(both)
      if let used = title.decision { inner.insert(used) }
      return branch(title.text, node: part, levels: levels, known: inner)
    }
    let words = BranchWords.titles(of: branches.map(\.steps))
    for index in branches.indices where titles[index].text.isEmpty {
      branches[index].title = words[index]
    }
    let before = notes(both, known: known)
    guard let broken = breaks[node] else { return before + [.alternatives(branches)] }
    return before + [.breaking(branches[broken])] + branches[1 - broken].steps
  }

  private func drawn(
    _ letter: Int32, _ node: Int, level: LevelFolder.Level?
  ) -> [DrawnStep] {
    let inner = level?.steps ?? []
    switch table.symbols[Int(reading.letters[Int(letter)].symbol)] {
    case .message(let message):
      return [inner.isEmpty ? .message(message) : .exchange(message, inner)]
    case .phase(let by, let title): return [.frame(by: by, title: title, inner)]
    case .round(_, let title):
      if inlined.contains(node) { return inner }
      let facts = tree.facts[node]
      return [
        .loop(
          DrawnLoop(
            title: title, body: inner, counts: facts.rounds ?? 0...0, entries: facts.entries))
      ]
    case .concurrent: return inner
    case .note, .decision, .strand, .turns: return []
    }
  }

  // MARK: - Remarks

  /// The remarks that are in all of some gaps, in the order of the first gap.
  ///
  /// An empty array without gaps. A remark that is missing from one gap is not common.
  func common(_ gaps: Set<Int32>) -> [Int32] {
    guard let first = gaps.min() else { return [] }
    var common = table.sequences[Int(first)]
    for gap in gaps where gap != first && !common.isEmpty {
      let other = Set(table.sequences[Int(gap)])
      common.removeAll { !other.contains($0) }
    }
    return common
  }

  private func notes(_ nodes: [Int32], known: Set<Int32>) -> [DrawnStep] {
    nodes.filter { !known.contains($0) }.compactMap { node in
      switch table.symbol(of: node) {
      case .note(let over, let text): return .note(over: over, text)
      case .decision(let by, let condition, let holds):
        guard decisions == .all || decisions == .held && holds else { return nil }
        return .note(over: by, holds ? condition : "not: \(condition)")
      case .message, .phase, .round, .concurrent, .strand, .turns: return nil
      }
    }
  }

  // MARK: - The tree

  private func firstLetter(of node: Int) -> Int? {
    switch tree.nodes[node] {
    case .letter: node
    case .sequence(let parts): parts.first.flatMap(firstLetter)
    case .loop, .choice, .option, .parallel: nil
    }
  }

  /// Whether a letter is drawn as a loop of its own.
  func isRound(_ node: Int) -> Bool { roundTitle(of: node) != nil && !inlined.contains(node) }

  private func roundTitle(of node: Int) -> String? {
    guard case .letter(let letter) = tree.nodes[node],
      case .round(_, let title) = table.symbols[Int(reading.letters[Int(letter)].symbol)]
    else { return nil }
    return title
  }

  private func title(of node: Int, _ levels: [Int: LevelFolder.Level]) -> String {
    BranchWords.title(of: steps(node, levels, known: []))
  }
}
