/// A step of a sequence diagram before it is converted to Mermaid.
///
/// Both folded traces and flows from source become such steps, so that `SequenceWriter`, limits and
/// titles exist once.
package indirect enum DrawnStep: Hashable, Sendable {
  case message(DrawnMessage)
  /// A call and the steps until it ends; its answer is among the last steps.
  case exchange(DrawnMessage, [DrawnStep])
  /// A titled section of one participant.
  case frame(by: String, title: String, [DrawnStep])
  case note(over: String, String)
  case loop(DrawnLoop)
  case alternatives([DrawnBranch])
  case option(DrawnBranch)
  case parallel([DrawnBranch])
  /// A branch that skips the steps after it.
  case breaking(DrawnBranch)
}

/// A repeated section.
package struct DrawnLoop: Hashable, Sendable {
  /// The program's own words; `nil` if the repetition was only observed.
  package var title: String?
  package var body: [DrawnStep]
  /// The minimum and maximum number of rounds.
  package var counts: ClosedRange<Int>
  /// How often it was reached.
  package var entries: Int

  /// `each batch of 50`, `3 times`, `1 to 4 times`
  package var label: String {
    if let title { return title }
    if counts.count == 1 { return counts.lowerBound == 1 ? "once" : "\(counts.lowerBound) times" }
    return "\(counts.lowerBound) to \(counts.upperBound) times"
  }
}

/// One branch of an alternative.
package struct DrawnBranch: Hashable, Sendable {
  package var title: String
  package var steps: [DrawnStep]
  /// How often it was taken.
  package var count: Int
}

extension DrawnStep {
  /// The nested parts, in order.
  package var parts: [[DrawnStep]] {
    switch self {
    case .message, .note: []
    case .exchange(_, let steps), .frame(_, _, let steps): [steps]
    case .loop(let loop): [loop.body]
    case .alternatives(let branches), .parallel(let branches): branches.map(\.steps)
    case .option(let branch), .breaking(let branch): [branch.steps]
    }
  }

  /// The number of its arrows.
  package var messageCount: Int {
    let within = parts.reduce(0) { $0 + $1.messageCount }
    switch self {
    case .message, .exchange: return 1 + within
    default: return within
    }
  }

  /// All participants that are drawn in it.
  var participants: [String] {
    let within = parts.flatMap { $0.flatMap(\.participants) }
    switch self {
    case .message(let message), .exchange(let message, _):
      return [message.from, message.to] + within
    case .note(let participant, _), .frame(let participant, _, _): return [participant] + within
    default: return within
    }
  }
}

extension [DrawnStep] {
  package var messageCount: Int { reduce(0) { $0 + $1.messageCount } }

  /// The steps with at most a number of arrows, and the number of omitted arrows.
  ///
  /// Steps are kept in the order of the text until the limit is reached. The later branches of a
  /// block that is cut are omitted.
  func limited(to limit: Int) -> (steps: [DrawnStep], omitted: Int) {
    let total = messageCount
    guard total > limit else { return (self, 0) }
    var left = limit
    return (limited(&left), total - limit)
  }

  private func limited(_ left: inout Int) -> [DrawnStep] {
    var kept: [DrawnStep] = []
    for step in self {
      guard left > 0 else { break }
      switch step {
      case .message:
        left -= 1
        kept.append(step)
      case .note: kept.append(step)
      case .exchange(let call, let steps):
        left -= 1
        kept.append(.exchange(call, steps.limited(&left)))
      case .frame(let by, let title, let steps):
        kept.append(.frame(by: by, title: title, steps.limited(&left)))
      case .loop(var loop):
        loop.body = loop.body.limited(&left)
        kept.append(.loop(loop))
      case .alternatives(let branches): kept.append(.alternatives(branches.limited(&left)))
      case .parallel(let branches): kept.append(.parallel(branches.limited(&left)))
      case .option(let branch): kept += [branch].limited(&left).map { .option($0) }
      case .breaking(let branch): kept += [branch].limited(&left).map { .breaking($0) }
      }
    }
    return kept
  }
}

extension [DrawnBranch] {
  fileprivate func limited(_ left: inout Int) -> [DrawnBranch] {
    var kept: [DrawnBranch] = []
    for var branch in self where left > 0 {
      branch.steps = branch.steps.limited(&left)
      kept.append(branch)
    }
    return kept
  }
}
