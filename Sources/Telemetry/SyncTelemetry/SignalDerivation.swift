import Sync

/// Derives intervals and events from the transitions of an engine.
///
///     idle -> syncing      FullSync and HealthCheck begin
///     healthCheckPassed    HealthCheck ends, FlushMutations begins
///     mutationsFlushed     FlushMutations ends, PullChanges or BootstrapFetch begins
///     … -> idle, error, rateLimited    all open intervals end
struct SignalDerivation {
  /// The interval of the complete sync, and of its current part.
  private var sync: Open?
  private var part: Open?
  private var lastId: UInt64 = 0

  private struct Open {
    var name: SyncMetrics.SignpostName
    var id: UInt64
    var start: Timestamp
  }

  mutating func signals(of step: SyncStep) -> [SyncSignal] {
    var signals: [SyncSignal] = []
    if step.event.isRateLimit { signals.append(.happened(.rateLimitHit, at: step.time)) }
    if step.event == .pauseEnded { signals.append(.happened(.retryAttempt, at: step.time)) }
    signals += intervals(of: step)
    for effect in step.effects {
      switch effect {
      case .openBreaker where step.event.isRateLimit:
        signals.append(.happened(.circuitBreakerTrip, at: step.time))
      case .recordSuccess: signals.append(.happened(.syncSuccess, at: step.time))
      case .recordFailure: signals.append(.happened(.syncFailure, at: step.time))
      default: break
      }
    }
    return signals
  }

  private mutating func intervals(of step: SyncStep) -> [SyncSignal] {
    guard step.after.isSyncing else { return endPart(step.time) + endSync(step.time) }
    var signals: [SyncSignal] = []
    if sync == nil {
      let began = open(.fullSync, step.time)
      sync = began
      signals.append(.began(began.name, id: began.id, at: step.time))
    }
    if let name = part(after: step), name != part?.name {
      signals += endPart(step.time)
      let began = open(name, step.time)
      part = began
      signals.append(.began(name, id: began.id, at: step.time))
    }
    return signals
  }

  /// The part of a sync that the next effect belongs to; `nil` if a pause continues the same part.
  private func part(after step: SyncStep) -> SyncMetrics.SignpostName? {
    for effect in step.effects {
      switch effect {
      case .checkHealth: return .healthCheck
      case .sendNextBatch: return .flushMutations
      case .pullNextPage: return .pullChanges
      case .fetchBootstrap: return .bootstrapFetch
      case .pause, .openBreaker, .recordSuccess, .recordFailure, .requestSync: break
      }
    }
    return nil
  }

  private mutating func open(_ name: SyncMetrics.SignpostName, _ time: Timestamp) -> Open {
    lastId += 1
    return Open(name: name, id: lastId, start: time)
  }

  private mutating func endPart(_ time: Timestamp) -> [SyncSignal] {
    defer { part = nil }
    return part.map { [.ended($0.name, id: $0.id, start: $0.start, at: time)] } ?? []
  }

  private mutating func endSync(_ time: Timestamp) -> [SyncSignal] {
    defer { sync = nil }
    return sync.map { [.ended($0.name, id: $0.id, start: $0.start, at: time)] } ?? []
  }
}

extension SyncStateMachine.Event {
  fileprivate var isRateLimit: Bool {
    if case .rateLimitHit = self { true } else { false }
  }
}
