import Diagnostics
import Models
import Traces

/// A Swift test along the path to a transition that no scenario takes.
///
///     @Test func `idle goes to running on start`() {
///       var machine = Machine()
///       _ = machine.apply(.start)
///       guard case .running = machine.state else { … }
///     }
struct TestSkeleton: Sendable {
  let path: EventPath
  let machine: StateMachineModel
  /// Whether the test is a scenario, which writes a trace.
  var isRecorded = false

  /// The comment above the test.
  var imports: [String] {
    let libraries =
      ["import Testing"] + (isRecorded ? ["import TraceTesting", "import Traces"] : [])
    guard let module = machine.module else { return libraries }
    return [machine.isOpenToOthers ? "import \(module)" : "@testable import \(module)"] + libraries
  }

  /// `@Test func …`
  var function: String {
    guard let goal = path.edges.last?.step else { return "" }
    let steps = calls
    let mayThrow = steps.contains { $0.contains("#require") }
    let lines =
      [
        "@Test\(trait(goal)) func `\(Self.name(goal))`() \(mayThrow ? "throws " : ""){",
        "  var machine = \(machine.type)()",
      ] + steps.map { "  _ = \($0)" } + [
        "  guard case \(Self.pattern(goal.to)) = machine.state else {",
        "    Issue.record(\"the machine is in \\(machine.state)\")",
        "    return",
        "  }",
        "}",
      ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The test alone, with its imports.
  var text: String { imports.joined(separator: "\n") + "\n\n" + function }

  /// A file of tests; a comment if there are none.
  static func file(_ skeletons: [TestSkeleton]) -> String {
    if skeletons.isEmpty {
      return "// Every transition that a machine declares is taken by a scenario.\n"
    }
    let imports = Set(skeletons.flatMap(\.imports)).sorted {
      $0.split(separator: " ").last ?? "" < $1.split(separator: " ").last ?? ""
    }
    return imports.joined(separator: "\n") + "\n\n"
      + skeletons.map(\.function).joined(separator: "\n")
  }

  /// The events in order. An unknown associated value is a plain value of its type, or a placeholder
  /// that fails the test until the author replaces it.
  private var calls: [String] {
    if !path.declared.isEmpty { return path.declared.map { applying(".\($0)") } }
    return path.edges.map { edge in
      let values = machine.events.first { $0.name == edge.step.event }?.values ?? []
      let arguments = values.map(Self.argument).joined(separator: ", ")
      let call =
        values.isEmpty ? ".\(edge.step.event)" : ".\(edge.step.event)(\(arguments))"
      var remarks = edge.step.condition.map { ["when \($0)"] } ?? []
      if arguments.contains("#require") {
        remarks.append("to fill in: \(values.joined(separator: ", "))")
      }
      let isTrying = arguments.contains("#require") ? "try " : ""
      return isTrying + applying(call)
        + (remarks.isEmpty ? "" : "  // \(remarks.joined(separator: "; "))")
    }
  }

  private func applying(_ event: String) -> String {
    isRecorded
      ? "TraceRecorder.current.transition(&machine, \(event))" : "machine.apply(\(event))"
  }

  /// `(.recorded("closed-open-pushed"))`
  private func trait(_ goal: DeclaredEdge) -> String {
    guard isRecorded else { return "" }
    let name = Self.words(goal).map { $0.lowercased() }.joined(separator: "-")
    return "(.recorded(\"\(name)\"))"
  }

  /// The name of a file with this test alone: `ClosedOpenPushedTests`
  var fileName: String {
    let words = path.edges.last.map { Self.words($0.step) } ?? []
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Tests"
  }

  /// The words of a transition, without characters that file names lack.
  private static func words(_ step: DeclaredEdge) -> [String] {
    [step.from, step.to, step.event, step.condition ?? ""].flatMap { part in
      part.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
    }
  }

  /// `syncing goes to rateLimited on rateLimitHit when third consecutive 429`; characters that
  /// backticks do not allow are replaced.
  private static func name(_ step: DeclaredEdge) -> String {
    let name =
      "\(step.from) goes to \(step.to) on \(step.event)"
      + (step.condition.map { " when \($0)" } ?? "")
    return String(name.map { $0 == "`" ? "'" : $0 == "\\" ? "/" : $0.isNewline ? " " : $0 })
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
    guard parts.count == 2, !value.hasPrefix("[") else { return plainValue(of: value) }
    return "\(parts[0]): \(plainValue(of: String(parts[1].drop { $0 == " " })))"
  }

  /// `#require(nil)` compiles for any type and fails when the test runs, with the line where a
  /// value is missing.
  private static func plainValue(of type: String) -> String {
    switch type {
    case "Int", "UInt", "Double", "Float", "Int64", "Int32", "UInt64", "TimeInterval": "1"
    case "Bool": "true"
    case "String": "\"text\""
    case "Duration": ".seconds(1)"
    default:
      type.hasSuffix("?")
        ? "nil" : type.hasPrefix("[") ? (type.contains(":") ? "[:]" : "[]") : "#require(nil)"
    }
  }
}
