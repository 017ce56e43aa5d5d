/// A net without parallel parts as a finite automaton with silent steps: its places are the states, its
/// transitions the edges.
struct DiagramAutomaton: Sendable {
  struct Edge: Sendable {
    var from: Int32
    var to: Int32
    /// A message; for a silent edge the way that begins with it, or -1.
    var tag: Int32
  }

  static let start = DiagramNet.start
  static let end = DiagramNet.end

  let stateCount: Int
  private(set) var silent: [Edge] = []
  private(set) var moves: [Edge] = []
  /// Numbers of silent and of message edges by the state that they leave.
  let silentLeaving: Groups
  let movesLeaving: Groups
  /// Numbers of message edges by their message.
  let movesOf: Groups

  /// Every transition of the net must have one input and one output.
  init(_ net: DiagramNet) {
    stateCount = net.places.count
    for step in net.transitions {
      let (from, to) = (step.inputs[0], step.outputs[0])
      if let message = step.message {
        moves.append(Edge(from: from, to: to, tag: message))
      } else {
        silent.append(Edge(from: from, to: to, tag: step.way ?? -1))
      }
    }
    silentLeaving = Groups(silent.map(\.from), count: stateCount)
    movesLeaving = Groups(moves.map(\.from), count: stateCount)
    movesOf = Groups(moves.map(\.tag), count: net.messageCount)
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
