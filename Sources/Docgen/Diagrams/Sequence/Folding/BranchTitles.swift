/// The title of a branch, and the decision that it names, which need not be repeated inside.
struct BranchTitle {
  var text = ""
  var decision: Int32?
}

extension LevelDrawing {
  /// The guard that always had one outcome if the option was taken and the other if it was not.
  ///
  /// The text is empty if no guard separates the two cases; the caller then titles the branch by
  /// its content.
  func optionTitle(_ node: Int, _ body: Int) -> BranchTitle {
    let facts = tree.facts[node]
    let passed = [facts.guardsWhenSkipped]
    return title(common(facts.gaps), facts.guards, siblings: passed) ?? BranchTitle()
  }

  /// For each branch the guard that always had one outcome in it and the other in all other
  /// branches.
  func choiceTitles(_ parts: [Int]) -> [BranchTitle] {
    guard parts.contains(where: { !tree.facts[$0].guards.keys.isEmpty }) else {
      return parts.map { _ in BranchTitle() }
    }
    var titles = parts.map { part -> BranchTitle in
      let siblings = parts.filter { $0 != part }.map { tree.facts[$0].guards }
      return title(common(tree.facts[part].gaps), tree.facts[part].guards, siblings: siblings)
        ?? BranchTitle()
    }
    if titles.count == 2, titles[0].text == "not: \(titles[1].text)" {
      titles[0].text = "otherwise"
    }
    if titles.count == 2, titles[1].text == "not: \(titles[0].text)" {
      titles[1].text = "otherwise"
    }
    return titles
  }

  /// Candidates are ranked: a guard that held in this branch and failed in all others, then one
  /// with the opposite outcomes, then one that never held elsewhere, then one that always held
  /// elsewhere and never here. Returns `nil` without any.
  private func title(
    _ gap: [Int32], _ own: GuardOutcomes, siblings: [GuardOutcomes]
  ) -> BranchTitle? {
    // The last guard is the nearest one; one that held says more than one that did not.
    var candidates: [(key: GuardKey, holds: Bool, decision: Int32?)] = []
    for node in gap.reversed() {
      if case .decision(let by, let condition, let holds) = table.symbol(of: node) {
        candidates.append((GuardKey(by: by, condition: condition), holds, node))
      }
    }
    for key in own.keys {
      if let holds = own.outcome(of: key) { candidates.append((key, holds, nil)) }
    }
    let separating = candidates.filter { candidate in
      siblings.allSatisfy { $0.outcome(of: candidate.key) == !candidate.holds }
    }
    // A guard that was not always asked still separates the candidates for which it held.
    let held = candidates.filter { candidate in
      candidate.holds && siblings.allSatisfy { $0.neverHeld(candidate.key) }
    }
    let avoided = siblings.flatMap(\.keys).sorted().filter { key in
      own.neverHeld(key) && siblings.allSatisfy { $0.outcome(of: key) == true }
    }
    let best =
      separating.first(where: \.holds) ?? separating.first ?? held.first
      ?? avoided.first.map { ($0, false, nil) }
    guard let best else { return nil }
    let title = best.holds ? best.key.condition : "not: \(best.key.condition)"
    return BranchTitle(text: title, decision: best.decision)
  }
}

/// Titles for branches that no decision separates.
enum BranchWords {
  /// With more branches the title would be a list.
  private static let mostTitles = 3
  private static let (answer, call) = (2, 3)

  private struct Word {
    var text: String
    var rank: Int
    /// Whether it is the result of a call, as a type, which says little about the branch.
    var isResult = false
  }

  /// The distinguishing element of each of several branches: a remark or phase that only it has,
  /// otherwise an answer, otherwise its first message. The only branch with a result is titled
  /// `succeeds`.
  ///
  ///     [fetch, 200 OK]  [fetch, 404]   ->  "200 OK", "404"
  ///     [load, Item]     [log, retry]   ->  "succeeds", "log"
  static func titles(of branches: [[DrawnStep]]) -> [String] {
    let words = branches.map { $0.flatMap(self.words) }
    var branchesWith: [String: Int] = [:]
    for branch in words {
      for text in Set(branch.map(\.text)) { branchesWith[text, default: 0] += 1 }
    }
    let chosen = words.map { branch in
      let own = branch.filter { branchesWith[$0.text] == 1 }
      return own.min { $0.rank < $1.rank } ?? branch.first
    }
    let results = chosen.count { $0?.isResult == true }
    return chosen.map { $0.map { title($0, isOnly: results == 1) } ?? "otherwise" }
  }

  /// The title of a single branch: a remark or phase, otherwise its first element.
  static func title(of steps: [DrawnStep]) -> String {
    let words = steps.flatMap(words)
    let best = words.min { min($0.rank, answer) < min($1.rank, answer) }
    return best.map { title($0, isOnly: true) } ?? "otherwise"
  }

  private static func title(_ word: Word, isOnly: Bool) -> String {
    word.isResult ? isOnly ? "succeeds" : "returns \(word.text)" : word.text
  }

  private static func words(_ step: DrawnStep) -> [Word] {
    let within = step.parts.flatMap { $0.flatMap(words) }
    switch step {
    case .note(_, let text): return [Word(text: text, rank: 0)]
    case .frame(_, let title, _): return [Word(text: title, rank: 1)] + within
    case .message(let message): return word(message).map { [$0] } ?? []
    case .exchange(let message, _): return [Word(text: message.label, rank: call)] + within
    case .loop(let loop): return loop.title.map { [Word(text: $0, rank: 1)] } ?? within
    case .parallel: return within
    case .alternatives(let branches):
      // Only one of them happens, so no single title describes all.
      let titles = branches.map(\.title).joined(separator: " or ")
      return branches.count <= mostTitles ? [Word(text: titles, rank: 4)] : []
    case .option, .breaking: return []
    }
  }

  private static func word(_ message: DrawnMessage) -> Word? {
    let label = message.label
    if label.isEmpty { return nil }
    switch message.kind {
    // `201 Created` describes the outcome, `Event` does not.
    case .failure:
      let isStatus = label.first?.isNumber == true
      return Word(text: isStatus ? label : "fails: \(label)", rank: answer)
    case .answer:
      let isType = !label.contains(" ") && label.first?.isNumber == false
      return Word(text: label, rank: answer, isResult: isType)
    case .call, .send: return Word(text: label, rank: call)
    }
  }
}
