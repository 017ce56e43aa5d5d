/// Carries out effects; each has one outcome.
extension SyncEngine {
  /// Carries out an effect and returns its outcome as the next event.
  func perform(_ effect: SyncStateMachine.Effect) async -> SyncStateMachine.Event? {
    switch effect {
    case .checkHealth: return await performHealthCheck()
    case .sendNextBatch: return await attempt { try await self.sendNextBatch() }
    case .pullNextPage: return await attempt { try await self.pullNextPage() }
    case .fetchBootstrap: return await attempt { try await self.fetchBootstrap() }
    case .pause(let seconds): return await pause(seconds)
    case .openBreaker(let seconds):
      openBreaker(seconds)
      markUnitInTrouble()
      return nil
    case .recordSuccess:
      finishRun(error: nil)
      return nil
    case .recordFailure(let message):
      finishRun(error: message)
      return nil
    case .requestSync: return .syncRequested
    }
  }

  /// Calls `work` and converts an error to an event.
  private func attempt(
    _ work: () async throws -> SyncStateMachine.Event
  ) async -> SyncStateMachine.Event {
    do {
      return try await work()
    } catch {
      return outcome(of: error)
    }
  }

  /// The event for an error.
  func outcome(of error: any Error) -> SyncStateMachine.Event {
    if Task.isCancelled || error is CancellationError { return .syncCancelled }
    guard let error = error as? APIError else {
      return .requestFailed(message: "store: \(String(describing: error))")
    }
    switch error.answerClass {
    case .cancelled: return .syncCancelled
    case .busy(let retryAfter):
      return .rateLimitHit(
        retryAfter: retryAfter, jitter: jitterOfThisOutage(), pending: pendingCount)
    case .offline, .unusable, .refused, .duplicate, .gone, .cursorExpired,
      .premature:
      return .requestFailed(message: error.description)
    }
  }

  /// Requests the event types, because a captive portal or an expired session cannot return them.
  private func performHealthCheck() async -> SyncStateMachine.Event {
    do {
      try loadInitialState()
      if run == nil { run = SyncRun(start: configuration.clock.now) }
      let types = try await readable { try await self.networkClient.getEventTypes() }
      try checkUsers(types.rows.map(\.userId))
      try refreshPendingCount()
      return .healthCheckPassed(pending: pendingCount)
    } catch {
      let event = outcome(of: error)
      guard case .requestFailed(let message) = event else { return event }
      return .healthCheckFailed(message: message)
    }
  }

  private func pause(_ seconds: Double) async -> SyncStateMachine.Event {
    do {
      try await configuration.clock.sleep(for: .seconds(seconds))
      return .pauseEnded
    } catch {
      return .syncCancelled
    }
  }
}
