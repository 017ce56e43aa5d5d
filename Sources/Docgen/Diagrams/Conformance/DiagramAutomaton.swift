/// A net as a finite automaton with silent steps: its reachable markings are the states, which without
/// parallel parts are its places.
///
/// The edges are in plain arrays, grouped by counting sort, because the aligner visits all of them
/// for each letter of a trace. Without parallel parts the size is linear in the diagram. Parallel
/// parts multiply: two with m and n messages have about m × n markings, which is why the number is
/// limited.
struct DiagramAutomaton: Sendable {
  struct Edge: Sendable {
    var from: Int32
    var to: Int32
    /// A message; for a silent edge the branch that begins with it, or -1.
    var tag: Int32
  }

  static let start = DiagramNet.start
  static let end = DiagramNet.end

  let stateCount: Int
  let silent: [Edge]
  let moves: [Edge]
  /// Numbers of silent and of message edges by the state that they leave.
  let silentLeaving: Groups
  let movesLeaving: Groups
  /// Numbers of message edges by their message.
  let movesOf: Groups

  /// Returns `nil` if parallel parts have more than `limit` markings.
  init?(_ net: DiagramNet, limit: Int) {
    var (silent, moves): ([Edge], [Edge]) = ([], [])
    func add(from: Int32, to: Int32, message: Int32?, way: Int32?) {
      if let message {
        moves.append(Edge(from: from, to: to, tag: message))
      } else {
        silent.append(Edge(from: from, to: to, tag: way ?? -1))
      }
    }
    if net.transitions.allSatisfy({ $0.inputs.count == 1 && $0.outputs.count == 1 }) {
      stateCount = net.leaving.count
      for step in net.transitions {
        add(from: step.inputs[0], to: step.outputs[0], message: step.message, way: step.way)
      }
    } else {
      var markings = NetMarkings(net, limit: limit)
      for place in [Self.start, Self.end] { _ = markings.number(of: [place]) }
      var marking: Int32 = 0
      while marking < markings.count {
        if markings.count > limit { return nil }
        for step in markings.successors(of: marking) {
          add(from: marking, to: step.marking, message: step.message, way: step.way)
        }
        marking += 1
      }
      if markings.isExhausted { return nil }
      stateCount = markings.count
    }
    (self.silent, self.moves) = (silent, moves)
    silentLeaving = Groups(silent.map(\.from), count: stateCount)
    movesLeaving = Groups(moves.map(\.from), count: stateCount)
    movesOf = Groups(moves.map(\.tag), count: net.messageCount)
  }
}

/// Numbers in groups, all in one array: `groups[3]` has the members of group 3.
///
/// One allocation for all groups in place of an array of arrays. The order within a group is
/// ascending.
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
