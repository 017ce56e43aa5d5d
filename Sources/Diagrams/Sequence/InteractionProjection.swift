import Models
import Traces

/// Chooses what of an interaction is drawn.
struct InteractionProjection {
  private let options: SequenceOptions
  private let shown: Set<String>?

  init(options: SequenceOptions) {
    self.options = options
    shown = options.participants.isEmpty ? nil : Set(options.participants)
  }

  func steps(of model: InteractionModel) -> [DrawnStep] { steps(model.steps) }

  private func steps(_ steps: [InteractionStep]) -> [DrawnStep] { steps.flatMap(drawn) }

  private func isShown(_ participant: String) -> Bool {
    !options.hidden.contains(participant) && shown?.contains(participant) ?? true
  }

  private func isShown(_ call: InteractionCall) -> Bool {
    isShown(call.from) && isShown(call.to) && !options.hiddenMessages.contains(call.name)
  }

  private func drawn(_ step: InteractionStep) -> [DrawnStep] {
    switch step {
    case .exchange(let call, let inner, let outcome):
      let within = steps(inner)
      guard isShown(call) else { return within }
      let answer = answer(call, outcome)
      if within.isEmpty { return [.message(message(call))] + answer }
      return [.exchange(message(call), within + answer)]
    case .call(let call):
      return isShown(call) ? [.message(message(call))] : []
    case .outcome(let call, let outcome):
      return isShown(call) ? answer(call, outcome) : []
    case .phase(let phase, let inner, _): return drawn(phase, steps(inner))
    case .decision(let decision, _): return drawn(decision)
    case .transition(let move, let by, _):
      guard options.showsStates, move.from != move.to, let by, isShown(by) else { return [] }
      return [.note(over: by, state(after: move))]
    case .note(let note, _):
      return isShown(note.by) ? [.note(over: note.by, note.text)] : []
    }
  }

  private func message(_ call: InteractionCall) -> DrawnMessage {
    DrawnMessage(
      from: call.from, to: call.to, label: call.label, kind: call.isSend ? .send : .call)
  }

  /// The answer to a call; one that brings nothing back is not drawn.
  private func answer(_ call: InteractionCall, _ outcome: InteractionOutcome) -> [DrawnStep] {
    let isQuiet = outcome.value.isEmpty || options.silent.contains(call.to)
    if isQuiet && !outcome.isFailure { return [] }
    return [
      .message(
        DrawnMessage(
          from: call.to, to: call.from, label: outcome.value,
          kind: outcome.isFailure ? .failure : .answer))
    ]
  }

  private func drawn(_ phase: TracePhase, _ steps: [DrawnStep]) -> [DrawnStep] {
    if phase.isIteration {
      return steps.isEmpty
        ? [] : [.loop(DrawnLoop(title: phase.name, body: steps, counts: 1...1))]
    }
    guard options.showsPhases, isShown(phase.by), !steps.isEmpty else { return steps }
    return [.note(over: phase.by, phase.name)] + steps
  }

  private func drawn(_ decision: TraceDecision) -> [DrawnStep] {
    let isWanted =
      switch options.decisions {
      case .held: decision.holds
      case .all: true
      case .none: false
      }
    guard isWanted, isShown(decision.by) else { return [] }
    let words = decision.holds ? decision.condition : "not: \(decision.condition)"
    return [.note(over: decision.by, words)]
  }

  /// `rateLimited(retryAfter, pending)`
  private func state(after move: TraceTransition) -> String {
    let labels = move.values.map(\.name).filter { Int($0) == nil }
    return labels.isEmpty ? move.to : "\(move.to)(\(labels.joined(separator: ", ")))"
  }
}
