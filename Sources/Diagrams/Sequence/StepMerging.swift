/// Merges several sequences of steps into one that allows each of them.
///
///     [a b c] [a x c]  ->  a, alt (b) else (x), c
enum StepMerging {
  static func merged(_ variants: [[DrawnStep]]) -> [DrawnStep] {
    var distinct: [[DrawnStep]] = []
    for variant in variants {
      if let known = distinct.firstIndex(of: variant) {
        distinct[known] = DrawnStep.joined(distinct[known], variant)
      } else {
        distinct.append(variant)
      }
    }
    guard distinct.count > 1 else { return distinct.first ?? [] }
    let shortest = distinct.map(\.count).min() ?? 0
    let prefix = common(distinct, upTo: shortest) { $0[$1] }
    let suffix = common(distinct, upTo: shortest - prefix) { $0[$0.count - 1 - $1] }
    let head = joined(distinct.map { Array($0.prefix(prefix)) })
    let tail = joined(distinct.map { Array($0.suffix(suffix)) })
    let middles = distinct.map { Array($0[prefix..<$0.count - suffix]) }
    return head + differing(middles) + tail
  }

  /// How many steps all variants share, asked for one by one.
  private static func common(
    _ variants: [[DrawnStep]], upTo limit: Int, _ step: ([DrawnStep], Int) -> DrawnStep
  ) -> Int {
    var count = 0
    while count < limit {
      let first = step(variants[0], count)
      guard variants.allSatisfy({ step($0, count) == first }) else { break }
      count += 1
    }
    return count
  }

  private static func joined(_ parts: [[DrawnStep]]) -> [DrawnStep] {
    parts.dropFirst().reduce(parts.first ?? []) { DrawnStep.joined($0, $1) }
  }

  /// Variants without a common beginning or end: one call that went several ways, or
  /// alternatives. Where they differ in notes only, nothing: notes claim nothing.
  private static func differing(_ variants: [[DrawnStep]]) -> [DrawnStep] {
    if let call = sharedCall(variants) {
      return [.exchange(call, merged(variants.map(innerSteps)))]
    }
    let full = variants.filter { !$0.isEmpty }
    if full.allSatisfy({ $0.allSatisfy(\.isNote) }) { return [] }
    if full.count == 1, let only = full.first {
      return [.option(DrawnBranch(title: title(of: only, among: []), steps: only))]
    }
    let branches = full.map { variant in
      DrawnBranch(
        title: title(of: variant, among: full.filter { $0 != variant }), steps: variant)
    }
    let choice = DrawnStep.alternatives(branches)
    guard full.count < variants.count else { return [choice] }
    return [.option(DrawnBranch(title: "not always", steps: [choice]))]
  }

  /// The call that every variant consists of.
  private static func sharedCall(_ variants: [[DrawnStep]]) -> DrawnMessage? {
    var shared: DrawnMessage?
    for variant in variants {
      guard variant.count == 1, case .exchange(let call, _) = variant[0] else { return nil }
      if let shared, shared != call { return nil }
      shared = call
    }
    return shared
  }

  private static func innerSteps(_ variant: [DrawnStep]) -> [DrawnStep] {
    guard case .exchange(_, let steps)? = variant.first else { return [] }
    return steps
  }

  /// What sets a variant apart, in words of the engine: a decision or remark that only it has,
  /// otherwise an answer, otherwise its first message.
  private static func title(of variant: [DrawnStep], among others: [[DrawnStep]]) -> String {
    let theirs = Set(others.flatMap { $0.flatMap(words) }.map(\.text))
    let own = variant.flatMap(words).filter { !theirs.contains($0.text) }
    let best = own.min { $0.rank < $1.rank } ?? variant.flatMap(words).first
    return best?.text ?? "otherwise"
  }

  private static func words(_ step: DrawnStep) -> [(text: String, rank: Int)] {
    switch step {
    case .note(_, let text): [(text, 0)]
    case .message(let message):
      message.label.isEmpty ? [] : [(message.label, message.kind == .call ? 2 : 1)]
    case .exchange(let call, let steps): [(call.label, 2)] + steps.flatMap(words)
    case .loop(let loop): loop.body.flatMap(words)
    case .alternatives(let branches): branches.flatMap { $0.steps.flatMap(words) }
    case .option(let branch): branch.steps.flatMap(words)
    }
  }
}
