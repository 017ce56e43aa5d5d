import Diagnostics
import Diagrams
import Models
import SwiftIndex
import Traces

/// Facts about a machine's states, transitions and events.
extension StateMachineModel {
  func knowledge(in code: CodeModel) -> HoverInfo {
    var knowledge = HoverInfo("machine `\(name)`")
    knowledge.add(symbolAt: declaredAt, in: code)
    knowledge.notes.append(
      "\(states.count.counted("state")), \(events.count.counted("event")), "
        + edges.count.counted("transition") + (initial.map { "; begins in `\($0)`" } ?? ""))
    return knowledge
  }

  func knowledge(ofState name: String, in code: CodeModel) -> HoverInfo? {
    guard let state = states.first(where: { $0.name == name }) else { return nil }
    var knowledge = HoverInfo("state `\(name)` of `\(self.name)`")
    knowledge.add(symbolAt: state.declaredAt ?? declaredAt, in: code)
    knowledge.observed = state.observed
    if name == initial { knowledge.notes.append("the machine begins here") }
    let paths = edges.filter { $0.step.from == name && $0.step.to != name }.map(\.step.to).uniqued()
    if !paths.isEmpty {
      knowledge.notes.append("leads to " + paths.map { "`\($0)`" }.joined(separator: ", "))
    }
    return knowledge
  }

  /// A transition, with all events that cause it, or those that a label names. Returns `nil` if
  /// neither state belongs to the machine. A trigger that names no event is ignored: the label may
  /// be prose.
  func knowledge(
    ofStep from: String, to: String, trigger: String? = nil, in code: CodeModel
  ) -> HoverInfo? {
    var knowledge = HoverInfo("transition `\(from) --> \(to)` of `\(name)`")
    var edges = edges.filter { $0.step.from == from && $0.step.to == to }
    if let trigger {
      let named = edges.filter { isNamed($0, by: trigger) }
      if !named.isEmpty { edges = named }
      for name in named.map(\.step.event).uniqued() {
        let event = events.first { $0.name == name }
        knowledge.add(symbolAt: event?.declaredAt, in: code)
      }
    }
    var seen = Observation()
    for edge in edges {
      let label = self.label(for: edge.step.event, condition: edge.step.condition, .events)
      knowledge.declared.append(
        Evidence(.declared, label ?? edge.step.event, at: edge.declaredAt ?? declaredAt))
      seen.add(edge.observed)
    }
    for stranger in undeclared where stranger.step.from == from && stranger.step.to == to {
      seen.add(stranger.observed)
    }
    if edges.isEmpty {
      guard states.contains(where: { $0.name == from || $0.name == to }) else { return nil }
      knowledge.notes.append("the machine declares no such transition")
      knowledge.add(symbolAt: handled(in: from)?.declaredAt ?? declaredAt, in: code)
    }
    knowledge.observed = seen
    (knowledge.machine, knowledge.edges) = (self, edges)
    return knowledge
  }

  func knowledge(ofEvent name: String, in code: CodeModel) -> HoverInfo? {
    guard let event = events.first(where: { $0.name == name }) else { return nil }
    var knowledge = HoverInfo("event `\(name)` of `\(self.name)`")
    knowledge.add(symbolAt: event.declaredAt ?? declaredAt, in: code)
    var seen = Observation()
    for edge in edges where edge.step.event == name { seen.add(edge.observed) }
    knowledge.observed = seen
    return knowledge
  }

  private func isNamed(_ edge: Edge, by label: String) -> Bool {
    let text = label.lowercased()
    if text.contains(edge.step.event.lowercased()) { return true }
    if let condition = edge.step.condition, text.contains(condition.lowercased()) { return true }
    return self.label(for: edge.step.event, condition: nil, .summaries).map {
      text.contains($0.lowercased())
    } ?? false
  }
}
