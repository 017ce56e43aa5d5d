import Diagnostics
import Models
import Traces

/// The shortest path of declared transitions to a transition of a machine; among paths of one length,
/// the one with the most observed transitions.
///
/// A breadth-first search by states, level by level: the first level that reaches the goal's state
/// gives the shortest path. Guards are not evaluated, so a path is a proposal for a test and may be
/// impossible. Cost: states × transitions.
struct EventPath: Sendable {
  /// From the initial state to the transition itself, which is the last.
  let edges: [StateMachineModel.Edge]

  /// `nil` if no declared transition leads there.
  init?(to goal: StateMachineModel.Edge, in machine: StateMachineModel) {
    guard let initial = machine.initial else { return nil }
    var paths: [String: [StateMachineModel.Edge]] = [initial: []]
    var open = [initial]
    while paths[goal.step.from] == nil, !open.isEmpty {
      var next: [String: [StateMachineModel.Edge]] = [:]
      for state in open {
        for edge in machine.edges
        where edge.step.from == state && paths[edge.step.to] == nil {
          let way = (paths[state] ?? []) + [edge]
          if Self.seen(way) > next[edge.step.to].map(Self.seen) ?? -1 { next[edge.step.to] = way }
        }
      }
      open = next.keys.sorted()
      paths.merge(next) { first, _ in first }
    }
    guard let way = paths[goal.step.from] else { return nil }
    edges = way + [goal]
  }

  private static func seen(_ way: [StateMachineModel.Edge]) -> Int {
    way.count { $0.observed.count > 0 }
  }

  /// The events in order, one for each element.
  var events: [String] {
    if !declared.isEmpty { return declared }
    return edges.map { edge in
      edge.step.condition.map { "\(edge.step.event) [\($0)]" } ?? edge.step.event
    }
  }

  /// The path in the machine's declaration: it is possible, and no path is shorter.
  var declared: [String] { edges.last?.way ?? [] }
}
