import Models
import Traces

/// Converts recorded events into the steps that a diagram shows, from the innermost to the
/// outermost.
///
/// Options are applied while the trace is read and not to the finished diagram, so a hidden
/// participant never influences the folding. A hidden call disappears, but the steps within it
/// remain, as if its caller had made them.
package struct StepProjection {
  private let options: SequenceOptions
  private let shown: Set<String>?
  private let hidden: Set<String>
  private let collapsed: Set<String>
  private var groups: [String: String] = [:]

  package init(options: SequenceOptions) {
    self.options = options
    shown = options.participants.isEmpty ? nil : Set(options.participants)
    hidden = Set(options.hidden)
    collapsed = Set(options.collapsed)
    for group in options.groups {
      for member in group.members { groups[member] = group.name }
    }
  }

  /// The drawn participant for a recorded one.
  package func drawn(_ participant: String) -> String { groups[participant] ?? participant }

  private func isShown(_ participant: String) -> Bool {
    let names = [participant, drawn(participant)]
    return !names.contains(where: hidden.contains)
      && shown.map { !$0.isDisjoint(with: names) } ?? true
  }

  private func isShown(_ call: TraceCall) -> Bool {
    guard isShown(call.from), isShown(call.to) else { return false }
    guard !options.hiddenMessages.contains(call.name) else { return false }
    // Calls within a group are not drawn.
    return groups[call.from] == nil || drawn(call.from) != drawn(call.to)
  }

  // MARK: - Steps

  /// The drawn parts of a call.
  struct Drawing {
    var nodes: [Int32]
    var hasCall = false
    var hasInner = false
    var hasAnswer = false
  }

  /// A call with the steps until it ended; `depth` is the number of drawn calls around it.
  ///
  /// A call below the maximum depth disappears together with its steps. A call of a collapsed
  /// participant has an answer, but no steps.
  func drawing(
    _ call: TraceCall, inner: [Int32], outcome: TraceOutcome, isFailure: Bool, depth: Int,
    in table: inout StepTable
  ) -> Drawing {
    guard isShown(call) else { return Drawing(nodes: inner, hasInner: true) }
    if let limit = options.depth, depth >= limit { return Drawing(nodes: []) }
    let hasInner = !collapsed.contains(drawn(call.to))
    let within = hasInner ? inner : []
    let end = answer(call, outcome: outcome, isFailure: isFailure, in: &table)
    var drawing = Drawing(nodes: [], hasCall: true, hasInner: hasInner, hasAnswer: !end.isEmpty)
    let message = message(call)
    drawing.nodes =
      within.allSatisfy { table.isSilent($0) }
      ? [table.node(.message(message))] + within + end
      : [table.node(.message(message), body: within + end)]
    return drawing
  }

  /// Whether a call counts as one level of depth.
  func isLevel(_ call: TraceCall) -> Bool { isShown(call) }

  /// A message without an answer, or a call whose answer comes out of order.
  func call(_ call: TraceCall, depth: Int, _ table: inout StepTable) -> [Int32] {
    guard isShown(call), options.depth.map({ depth < $0 }) ?? true else { return [] }
    return [table.node(.message(message(call)))]
  }

  /// A phase without drawn steps is not drawn. An iteration becomes a round of a loop even if
  /// phases are hidden, because rounds are the best evidence for a loop.
  func phase(_ phase: TracePhase, _ inner: [Int32], in table: inout StepTable) -> [Int32] {
    guard inner.contains(where: { !table.isSilent($0) }) else { return inner }
    let by = drawn(phase.by)
    if phase.isIteration { return [table.node(.round(by: by, title: phase.name), body: inner)] }
    guard isShown(phase.by) else { return inner }
    switch options.phases {
    case .frames: return [table.node(.phase(by: by, title: phase.name), body: inner)]
    case .notes: return [table.node(.note(over: by, text: phase.name))] + inner
    case .none: return inner
    }
  }

  func decision(_ decision: TraceDecision, _ table: inout StepTable) -> [Int32] {
    guard isShown(decision.by) else { return [] }
    return [
      table.node(
        .decision(
          by: drawn(decision.by), condition: decision.condition, holds: decision.holds))
    ]
  }

  func transition(
    _ move: TraceTransition, by: String?, _ table: inout StepTable
  ) -> [Int32] {
    guard options.showsStates, move.from != move.to, let by, isShown(by) else { return [] }
    let labels = move.values.map(\.name).filter { Int($0) == nil }
    let values = labels.isEmpty ? "" : "(\(labels.joined(separator: ", ")))"
    return [table.node(.note(over: drawn(by), text: move.to + values))]
  }

  func note(_ note: TraceNote, _ table: inout StepTable) -> [Int32] {
    guard isShown(note.by) else { return [] }
    return [table.node(.note(over: drawn(note.by), text: note.text))]
  }

  // MARK: - Messages

  private func message(_ call: TraceCall) -> DrawnMessage {
    DrawnMessage(
      from: drawn(call.from), to: drawn(call.to), label: call.label,
      kind: call.isSend ? .send : .call)
  }

  /// The answer to a call; an answer without a value is not drawn.
  private func answer(
    _ call: TraceCall, outcome: TraceOutcome, isFailure: Bool, in table: inout StepTable
  ) -> [Int32] {
    let isQuiet =
      outcome.value.isEmpty || options.silent.contains(call.to)
      || options.silent.contains(drawn(call.to))
    if isQuiet && !isFailure { return [] }
    let message = DrawnMessage(
      from: drawn(call.to), to: drawn(call.from), label: outcome.value,
      kind: isFailure ? .failure : .answer)
    return [table.node(.message(message))]
  }
}
