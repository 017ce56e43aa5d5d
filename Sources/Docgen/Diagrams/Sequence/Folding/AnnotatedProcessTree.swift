/// A block as a list of nodes, each with facts from walking sequences through it.
///
/// The tree of `ProcessTree` in a flat form: children are indices, which are also the keys of
/// `facts`. Facts are collected by `TreeReplay` and used by `LevelDrawing` for titles, notes and
/// counts.
struct AnnotatedProcessTree {
  enum Node {
    case letter(Int32)
    case sequence([Int])
    case loop(Int)
    case choice([Int])
    case option(Int)
    case parallel([Int])
  }

  /// The observations at a node.
  struct Facts {
    /// The remarks before the first letter in it.
    var gaps: Set<Int32> = []
    /// For an option: the remarks where it was skipped.
    var gapsWhenSkipped: Set<Int32> = []
    /// The bodies of a letter, in order of their first appearance, and their numbers of
    /// occurrences.
    var bodies: [Int32] = []
    var bodyCounts: [Int32: Int] = [:]
    /// Rounds of a loop, or of a letter that is a loop.
    var rounds: ClosedRange<Int>?
    var entries = 0
    var skips = 0
    /// The outcomes of guards when it was entered, and when it was skipped.
    var guards = GuardOutcomes()
    var guardsWhenSkipped = GuardOutcomes()
  }

  private(set) var nodes: [Node] = []
  var facts: [Facts] = []
  let root: Int

  init(_ block: ProcessTree) {
    var nodes: [Node] = []
    root = Self.add(block, &nodes)
    self.nodes = nodes
    facts = Array(repeating: Facts(), count: nodes.count)
  }

  private static func add(_ block: ProcessTree, _ nodes: inout [Node]) -> Int {
    let node: Node =
      switch block {
      case .letter(let letter): .letter(letter)
      case .sequence(let parts): .sequence(parts.map { add($0, &nodes) })
      case .loop(let body): .loop(add(body, &nodes))
      case .choice(let parts): .choice(parts.map { add($0, &nodes) })
      case .option(let body): .option(add(body, &nodes))
      case .parallel(let parts): .parallel(parts.map { add($0, &nodes) })
      }
    nodes.append(node)
    return nodes.count - 1
  }
}

/// The outcomes of guards, over all visits of a node.
struct GuardOutcomes {
  private static let held = 1
  private static let failed = 2
  private static let notAsked = 4

  /// By guard: the observed outcomes.
  private(set) var masks: [GuardKey: Int]?

  /// A guard that one visit asked and another did not is marked as not asked, so that it never
  /// separates two branches with certainty.
  mutating func add(_ latest: [GuardKey: Bool]) {
    let now = latest.mapValues { $0 ? Self.held : Self.failed }
    guard let known = masks else {
      masks = now
      return
    }
    var joined = known
    for key in known.keys where now[key] == nil { joined[key, default: 0] |= Self.notAsked }
    for (key, mask) in now { joined[key] = mask | (known[key] ?? Self.notAsked) }
    masks = joined
  }

  var keys: [GuardKey] { (masks ?? [:]).keys.sorted() }

  /// Whether a guard never held: its outcome was false, or it was not asked.
  func neverHeld(_ key: GuardKey) -> Bool { (masks?[key] ?? Self.notAsked) & Self.held == 0 }

  /// Whether a guard always held or never did; `nil` if it had both outcomes or was not asked.
  func outcome(of key: GuardKey) -> Bool? {
    switch masks?[key] {
    case Self.held: true
    case Self.failed: false
    default: nil
    }
  }
}

/// A guard of a participant.
struct GuardKey: Hashable, Comparable {
  var by: String
  var condition: String

  static func < (left: GuardKey, right: GuardKey) -> Bool {
    (left.condition, left.by) < (right.condition, right.by)
  }
}
