import Traces

/// Records what only the engine knows: its transitions, decisions and phases.
extension SyncEngine {
  /// Records a transition, and its guard if that is of interest.
  func trace(
    _ event: SyncStateMachine.Event, decision: SyncStateMachine.Decision?,
    from before: SyncState, effects: [SyncStateMachine.Effect]
  ) {
    guard let recorder else { return }
    switch event {
    case .rateLimitHit, .mutationsFlushed:
      if let decision {
        recorder.decided(by: "SyncEngine", decision.condition, holds: decision.holds)
      }
    default: break
    }
    recorder.transition(
      machine: SyncStateMachine.machineName, from: before.traceName, event: event.traceName,
      condition: decision?.text, to: machine.state.traceName, values: machine.state.traceValues,
      effects: effects.map(\.traceName))
  }

  /// Begins the phase of an effect, and ends the previous phase.
  func enter(_ effect: SyncStateMachine.Effect?) {
    guard let recorder else { return }
    let name: String?
    switch effect {
    case .checkHealth: name = "health check"
    case .sendNextBatch: name = "flush"
    case .pullNextPage: name = "pull"
    case .fetchBootstrap: name = record.bootstrap?.step.name ?? "bootstrap"
    case .pause: name = phase?.name
    case .openBreaker, .recordSuccess, .recordFailure, .requestSync, nil: name = nil
    }
    if name == phase?.name { return }
    if let phase { recorder.endPhase(phase.span, by: "SyncEngine", phase.name) }
    phase = name.map { ($0, recorder.beginPhase(by: "SyncEngine", $0)) }
  }

  /// Records `work` as a phase or as one iteration of a loop.
  func phase<Result>(
    _ name: String, isIteration: Bool = false, file: String = #fileID, line: Int = #line,
    _ work: () async throws -> Result
  ) async rethrows -> Result {
    guard let recorder else { return try await work() }
    let span = recorder.beginPhase(
      by: "SyncEngine", name, isIteration: isIteration, file: file, line: line)
    defer { recorder.endPhase(span, by: "SyncEngine", name, file: file, line: line) }
    return try await TraceRecorder.$enclosing.withValue(span) { try await work() }
  }

  /// Records one iteration of a loop over rows.
  func round<Result>(
    _ name: String, file: String = #fileID, line: Int = #line, _ work: () throws -> Result
  ) rethrows -> Result {
    guard let recorder else { return try work() }
    let span = recorder.beginPhase(
      by: "SyncEngine", name, isIteration: true, file: file, line: line)
    defer { recorder.endPhase(span, by: "SyncEngine", name, file: file, line: line) }
    return try TraceRecorder.$enclosing.withValue(span) { try work() }
  }
}
