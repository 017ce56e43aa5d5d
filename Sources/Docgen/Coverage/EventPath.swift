import Models
import Traces

/// The shortest way to a step of a machine: which events lead to where it begins, by the steps that
/// are declared; among ways of one length, the one with the most steps that somebody has seen.
struct EventPath: Sendable {
  /// From the initial state to the step itself, which is the last.
  let edges: [StateMachineModel.Edge]

  /// Nothing when no declared step leads there.
  init?(to goal: StateMachineModel.Edge, in machine: StateMachineModel) {
    var ways: [String: [StateMachineModel.Edge]] = [machine.initial: []]
    var open = [machine.initial]
    while ways[goal.step.from] == nil, !open.isEmpty {
      var next: [String: [StateMachineModel.Edge]] = [:]
      for state in open {
        for edge in machine.edges
        where edge.step.from == state && ways[edge.step.to] == nil {
          let way = (ways[state] ?? []) + [edge]
          if Self.seen(way) > next[edge.step.to].map(Self.seen) ?? -1 { next[edge.step.to] = way }
        }
      }
      open = next.keys.sorted()
      ways.merge(next) { first, _ in first }
    }
    guard let way = ways[goal.step.from] else { return nil }
    edges = way + [goal]
  }

  private static func seen(_ way: [StateMachineModel.Edge]) -> Int {
    way.count { $0.observed.count > 0 }
  }

  /// `syncRequested, rateLimitHit [third consecutive 429]`
  var words: String {
    edges.map { edge in
      edge.step.condition.map { "\(edge.step.event) [\($0)]" } ?? edge.step.event
    }.joined(separator: ", ")
  }

  /// A test that takes the way; what a person must fill in stands between `<#` and `#>`.
  func skeleton(of machine: StateMachineModel) -> String {
    guard let goal = edges.last else { return "" }
    var lines = [
      "@Test func `\(goal.step.from) goes to \(goal.step.to) on \(goal.step.event)\(suffix(goal))`() {",
      "  var machine = \(machine.type)()",
    ]
    for edge in edges {
      let values = machine.events.first { $0.name == edge.step.event }?.values ?? []
      let payload =
        values.isEmpty ? "" : "(\(values.map(Self.placeholder).joined(separator: ", ")))"
      let remark = edge.step.condition.map { "  // when \($0)" } ?? ""
      lines.append("  _ = machine.apply(.\(edge.step.event)\(payload))\(remark)")
    }
    lines += [
      "  guard case .\(goal.step.to) = machine.state else {",
      "    Issue.record(\"the machine is in \\(machine.state)\")",
      "    return",
      "  }",
      "}",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private func suffix(_ edge: StateMachineModel.Edge) -> String {
    edge.step.condition.map { " when \($0)" } ?? ""
  }

  /// `retryAfter: Double` -> `retryAfter: <#Double#>`
  private static func placeholder(_ value: String) -> String {
    let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return "<#\(value)#>" }
    return "\(parts[0]): <#\(parts[1].drop { $0 == " " })#>"
  }
}
