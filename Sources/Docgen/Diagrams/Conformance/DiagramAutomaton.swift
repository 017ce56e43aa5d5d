/// A diagram without parallel parts as a finite automaton with silent steps: as many message edges
/// as there are messages, bounded loops unrolled, and silent edges in proportion.
struct DiagramAutomaton: Sendable {
  struct Edge: Sendable {
    var from: Int32
    var to: Int32
    /// A message; for a silent edge the way that begins with it, or -1.
    var tag: Int32
  }

  static let start: Int32 = 0
  static let end: Int32 = 1

  private(set) var stateCount = 2
  private(set) var silent: [Edge] = []
  private(set) var moves: [Edge] = []
  /// Numbers of silent and of message edges by the state that they leave.
  private(set) var silentLeaving = Groups()
  private(set) var movesLeaving = Groups()
  /// Numbers of message edges by their message.
  private(set) var movesOf = Groups()
  /// Loops whose bounds are too wide to be unrolled: they are read as unbounded.
  private(set) var unboundedSites: Set<Int> = []
  /// Whether loops may go round as often as they like, whatever their titles say.
  private let ignoresBounds: Bool

  /// More message edges than this are not made out of a loop's bounds.
  private static let mostMoves = 20_000

  init(_ language: MessageLanguage, ignoresBounds: Bool = false) {
    self.ignoresBounds = ignoresBounds
    add(language.root, from: Self.start, to: Self.end, exit: Self.end)
    silentLeaving = Groups(silent.map(\.from), count: stateCount)
    movesLeaving = Groups(moves.map(\.from), count: stateCount)
    movesOf = Groups(moves.map(\.tag), count: language.messages.count)
  }

  private mutating func state() -> Int32 {
    stateCount += 1
    return Int32(stateCount - 1)
  }

  private mutating func skip(_ from: Int32, _ to: Int32, way: Int = -1) {
    silent.append(Edge(from: from, to: to, tag: Int32(way)))
  }

  /// `exit` is where a `break` leads.
  private mutating func add(
    _ node: MessageLanguage.Node, from: Int32, to: Int32, exit: Int32
  ) {
    switch node {
    case .message(let number): moves.append(Edge(from: from, to: to, tag: Int32(number)))
    case .sequence(let parts):
      guard let last = parts.last else { return skip(from, to) }
      var current = from
      for part in parts.dropLast() {
        let next = state()
        add(part, from: current, to: next, exit: exit)
        current = next
      }
      add(last, from: current, to: to, exit: exit)
    case .choice(let parts):
      for part in parts { add(part, from: from, to: to, exit: exit) }
    case .loop(let body, let bounds, let site): loop(body, bounds, site, from, to)
    case .breaking(let body):
      add(body, from: from, to: exit, exit: exit)
      skip(from, to)
    case .way(let site, let body):
      let first = state()
      skip(from, first, way: site)
      add(body, from: first, to: to, exit: exit)
    case .fragment(let body): add(body, from: from, to: to, exit: to)
    case .parallel: preconditionFailure("parallel parts have no automaton")
    }
  }

  private mutating func loop(
    _ body: MessageLanguage.Node, _ bounds: LoopBounds, _ site: Int, _ from: Int32, _ to: Int32
  ) {
    let copies = max(bounds.least, bounds.most ?? 0)
    let size = max(1, body.messageCount)
    var bounds = bounds
    if ignoresBounds {
      bounds = .any
    } else if copies > 1, copies > (Self.mostMoves - min(Self.mostMoves, moves.count)) / size {
      unboundedSites.insert(site)
      bounds = .any
    }
    var current = from
    for _ in 0..<bounds.least {
      let next = state()
      add(body, from: current, to: next, exit: to)
      current = next
    }
    guard let most = bounds.most else {
      let (first, last) = (state(), state())
      skip(current, first)
      skip(first, to)
      add(body, from: first, to: last, exit: to)
      return skip(last, first)
    }
    for _ in bounds.least..<max(bounds.least, most) {
      let next = state()
      skip(current, to)
      add(body, from: current, to: next, exit: to)
      current = next
    }
    skip(current, to)
  }
}

extension MessageLanguage.Node {
  /// How many message edges it takes.
  var messageCount: Int {
    switch self {
    case .message: 1
    case .sequence(let parts), .choice(let parts), .parallel(let parts):
      parts.reduce(0) { $0 + $1.messageCount }
    case .loop(let body, let bounds, _):
      // Beyond a million it no longer matters how many.
      min(body.messageCount, 1_000_000) * min(max(1, bounds.least, bounds.most ?? 1), 1_000_000)
    case .breaking(let body), .way(_, let body), .fragment(let body): body.messageCount
    }
  }
}

/// Numbers in groups, all in one array: `groups[3]` are the members of group 3.
struct Groups: Sendable {
  private var starts: [Int32] = [0]
  private var members: [Int32] = []

  init() {}

  /// Groups the indices of `keys` by their key.
  init(_ keys: [Int32], count: Int) {
    starts = [Int32](repeating: 0, count: count + 1)
    for key in keys { starts[Int(key) + 1] += 1 }
    for index in 0..<count { starts[index + 1] += starts[index] }
    members = [Int32](repeating: 0, count: keys.count)
    var next = starts
    for (index, key) in keys.enumerated() {
      members[Int(next[Int(key)])] = Int32(index)
      next[Int(key)] += 1
    }
  }

  subscript(_ group: Int32) -> ArraySlice<Int32> {
    members[Int(starts[Int(group)])..<Int(starts[Int(group) + 1])]
  }
}
