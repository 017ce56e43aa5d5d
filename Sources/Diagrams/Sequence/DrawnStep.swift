/// A step of a sequence diagram before it has Mermaid's form.
///
/// Two equal steps are drawn alike, so that repetitions and differences are found by comparing.
indirect enum DrawnStep: Hashable {
  case message(DrawnMessage)
  /// A call with something to draw before it ends; its answer, if drawn, is the last step.
  case exchange(DrawnMessage, [DrawnStep])
  case note(over: String, String)
  case loop(DrawnLoop)
  case alternatives([DrawnBranch])
  case option(DrawnBranch)
}

/// An arrow.
struct DrawnMessage: Hashable {
  enum Kind: Hashable {
    case call, send, answer, failure
  }

  var from: String
  var to: String
  var label: String
  var kind: Kind
}

/// A repeated stretch.
struct DrawnLoop: Hashable {
  /// The engine's own words; nothing where the repetition was only observed.
  var title: String?
  var body: [DrawnStep]
  /// How many rounds were seen at least and at most; not part of what is compared.
  var counts: ClosedRange<Int>

  static func == (left: DrawnLoop, right: DrawnLoop) -> Bool {
    left.title == right.title && left.body == right.body
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(body)
  }

  /// `each batch of 50`, `3 times`, `1 to 4 times`
  var words: String {
    if let title { return title }
    if counts.count == 1 { return "\(counts.lowerBound) times" }
    return "\(counts.lowerBound) to \(counts.upperBound) times"
  }
}

/// One way of an alternative.
struct DrawnBranch: Hashable {
  var title: String
  var steps: [DrawnStep]
}

extension DrawnStep {
  var isNote: Bool {
    if case .note = self { true } else { false }
  }

  /// The number of lines that drawing this takes, roughly.
  var size: Int {
    switch self {
    case .message, .note: 1
    case .exchange(_, let steps): 1 + steps.reduce(0) { $0 + $1.size }
    case .loop(let loop): 2 + loop.body.reduce(0) { $0 + $1.size }
    case .alternatives(let branches):
      1 + branches.reduce(0) { $0 + 1 + $1.steps.reduce(0) { $0 + $1.size } }
    case .option(let branch): 2 + branch.steps.reduce(0) { $0 + $1.size }
    }
  }

  /// The same step drawn for both, with the counts of both.
  func joined(with other: DrawnStep) -> DrawnStep {
    switch (self, other) {
    case (.loop(var left), .loop(let right)):
      left.counts =
        min(
          left.counts.lowerBound, right.counts.lowerBound)...max(
          left.counts.upperBound, right.counts.upperBound)
      left.body = Self.joined(left.body, right.body)
      return .loop(left)
    case (.exchange(let call, let left), .exchange(_, let right)):
      return .exchange(call, Self.joined(left, right))
    case (.alternatives(let left), .alternatives(let right)):
      return .alternatives(
        zip(left, right).map {
          DrawnBranch(title: $0.title, steps: Self.joined($0.steps, $1.steps))
        })
    case (.option(let left), .option(let right)):
      return .option(DrawnBranch(title: left.title, steps: Self.joined(left.steps, right.steps)))
    default: return self
    }
  }

  static func joined(_ left: [DrawnStep], _ right: [DrawnStep]) -> [DrawnStep] {
    zip(left, right).map { $0.joined(with: $1) }
  }
}
