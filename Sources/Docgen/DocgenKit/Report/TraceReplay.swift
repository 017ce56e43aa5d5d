import Diagnostics
import Diagrams
import Facts
import Models
import Traces

/// The path of one recorded scenario through a diagram.
struct TraceReplay: Sendable {
  struct Step: Sendable {
    /// The index of the element; `nil` if the diagram lacks it.
    var element: Int?
    /// The line of the trace.
    var line: Int
    /// The transition, for a step that the diagram lacks.
    var title = ""
  }

  var scenario: String
  var file: String
  var steps: [Step] = []
  /// The number of further steps that are left out.
  var omitted = 0

  /// The most scenarios of a diagram, and the most steps of one.
  private static let mostScenarios = 24
  private static let mostSteps = 300

  private mutating func add(_ step: Step) {
    if steps.count < Self.mostSteps { steps.append(step) } else { omitted += 1 }
  }

  // MARK: - State machines

  /// The transitions of a machine, as arrows of a diagram; `names` has the machine's name for each
  /// drawn state.
  static func transitions(
    of machine: String, in traces: [RecordedTrace], over elements: [DiagramReport.Element],
    names: [String: String]
  ) -> [TraceReplay] {
    var arrows: [String: [Int]] = [:]
    for (index, element) in elements.enumerated() where element.kind == .transition {
      let ends = [element.target.source, element.target.target].map { names[$0] ?? $0 }
      arrows[ends.joined(separator: "\u{1F}"), default: []].append(index)
    }
    var replays: [TraceReplay] = []
    for recorded in traces where replays.count < mostScenarios {
      var replay = TraceReplay(scenario: recorded.scenario, file: recorded.file)
      for record in recorded.trace.records {
        guard case .transition(let move) = record.body, move.machine == machine else { continue }
        let known = arrows["\(move.from)\u{1F}\(move.to)"] ?? []
        let named = known.first { elements[$0].target.label.contains(move.event) }
        // A transition that stays in its state is often left out on purpose.
        guard let element = named ?? known.first else {
          if move.from != move.to {
            let title = "\(move.from) --> \(move.to): \(move.event)"
            replay.add(Step(element: nil, line: record.line, title: title))
          }
          continue
        }
        replay.add(Step(element: element, line: record.line))
      }
      if !replay.steps.isEmpty { replays.append(replay) }
    }
    return replays
  }

  // MARK: - Interactions

  /// The messages of a sequence diagram as the compared scenarios send them. Adds the scenarios to
  /// each message.
  static func messages(
    of conformance: SequenceConformance, in traces: [RecordedTrace],
    over elements: inout [DiagramReport.Element]
  ) -> [TraceReplay] {
    let drawn = elements.indices.filter {
      elements[$0].kind == .message && elements[$0].line != nil
    }
    var replays: [TraceReplay] = []
    for run in conformance.runs.prefix(mostScenarios) {
      guard let alignment = run.alignment,
        let trace = traces.first(where: { $0.scenario == run.scenario })
      else { continue }
      var replay = TraceReplay(scenario: run.scenario, file: trace.file)
      var seen: Set<Int> = []
      for case .both(let message, _) in alignment.steps where drawn.indices.contains(message) {
        let index = drawn[message]
        replay.add(Step(element: index, line: 1))
        seen.insert(index)
      }
      for index in seen where !elements[index].scenarios.contains(run.scenario) {
        elements[index].scenarios.append(run.scenario)
      }
      if !replay.steps.isEmpty { replays.append(replay) }
    }
    return replays
  }
}

/// The scenarios that take each transition of each machine.
struct ScenarioIndex: Sendable {
  private var scenarios: [String: [(event: String, scenario: String)]] = [:]

  init(_ traces: [RecordedTrace]) {
    for recorded in traces {
      var seen: Set<String> = []
      for record in recorded.trace.records {
        guard case .transition(let move) = record.body else { continue }
        let key = Self.key(move.machine, from: move.from, to: move.to)
        guard seen.insert("\(key)\u{1F}\(move.event)").inserted else { continue }
        scenarios[key, default: []].append((move.event, recorded.scenario))
      }
    }
  }

  private static func key(_ machine: String, from: String, to: String) -> String {
    "\(machine)\u{1F}\(from)\u{1F}\(to)"
  }

  /// The scenarios with a transition; those with the events that its label names, if any.
  func taking(from: String, to: String, trigger: String, of machine: String) -> [String] {
    let all = scenarios[Self.key(machine, from: from, to: to)] ?? []
    let named = all.filter { trigger.contains($0.event) }
    var result: [String] = []
    for entry in named.isEmpty ? all : named where !result.contains(entry.scenario) {
      result.append(entry.scenario)
    }
    return result
  }
}
