import Diagnostics
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

  /// `syncRequested, rateLimitHit [third consecutive 429]`, or with what the events carry where that
  /// is declared.
  var words: String { events.joined(separator: ", ") }

  /// The events in order, one an element.
  var events: [String] {
    if !declared.isEmpty { return declared }
    return edges.map { edge in
      edge.step.condition.map { "\(edge.step.event) [\($0)]" } ?? edge.step.event
    }
  }

  /// As the machine's declaration has it: then the way can be gone, and none is shorter.
  private var declared: [String] { edges.last?.way ?? [] }

  /// A test that takes the way. Where the declaration does not say what events carry, a plain value
  /// of the type stands there, or what a person must fill in between `<#` and `#>`.
  func skeleton(of machine: StateMachineModel) -> String {
    guard let goal = edges.last else { return "" }
    var lines = ["import Testing"]
    if let module = machine.declaredAt.flatMap({ ModuleModel.module(ofFile: $0.file) }) {
      lines.append("import \(module)")
    }
    lines += [
      "",
      "@Test func `\(goal.step.from) goes to \(goal.step.to) on \(goal.step.event)\(suffix(goal))`() {",
      "  var machine = \(machine.type)()",
    ]
    if declared.isEmpty {
      lines += edges.map { edge in
        let remark = edge.step.condition.map { "  // when \($0)" } ?? ""
        return "  _ = machine.apply(.\(call(edge.step.event, machine)))\(remark)"
      }
    } else {
      lines += declared.map { "  _ = machine.apply(.\($0))" }
    }
    lines += [
      "  guard case \(Self.pattern(goal.step.to)) = machine.state else {",
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

  private func call(_ event: String, _ machine: StateMachineModel) -> String {
    let values = machine.events.first { $0.name == event }?.values ?? []
    return values.isEmpty ? event : "\(event)(\(values.map(Self.argument).joined(separator: ", ")))"
  }

  /// `.working(.pulling)` for `working.pulling`
  private static func pattern(_ state: String) -> String {
    let parts = state.split(separator: ".")
    return parts.map { ".\($0)" }.joined(separator: "(")
      + String(repeating: ")", count: max(0, parts.count - 1))
  }

  /// `retryAfter: Double` -> `retryAfter: 1`
  private static func argument(_ value: String) -> String {
    let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return plainValue(of: value) }
    return "\(parts[0]): \(plainValue(of: String(parts[1].drop { $0 == " " })))"
  }

  private static func plainValue(of type: String) -> String {
    switch type {
    case "Int", "UInt", "Double", "Float", "Int64", "Int32", "UInt64", "TimeInterval": "1"
    case "Bool": "true"
    case "String": "\"text\""
    case "Duration": ".seconds(1)"
    default:
      type.hasSuffix("?")
        ? "nil" : type.hasPrefix("[") ? (type.contains(":") ? "[:]" : "[]") : "<#\(type)#>"
    }
  }
}
