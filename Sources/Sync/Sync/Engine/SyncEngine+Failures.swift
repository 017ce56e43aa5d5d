import Traces

/// Handles units that were not accepted completely.
extension SyncEngine {
  /// Carries out the plan's decision about a unit that was not accepted completely.
  ///
  /// - Throws: `error` again if it stops the sync or pauses it.
  func settleFailure(of unit: SendUnit, _ error: APIError) throws -> SyncStateMachine.Event {
    if Task.isCancelled { throw error }
    guard let current = run else { throw error }
    if error.answerClass == .unusable { current.failuresInARow += 1 }
    let outcome = current.plan.outcome(
      of: unit, after: error, failuresInARow: current.failuresInARow)
    switch outcome {
    case .stop: throw error
    case .retry: return .mutationsRefused(count: 0)
    case .split(let rest): return try split(unit, rest: rest)
    case .postpone(let rest):
      resting[unit.batch.key] = restingTime(rest)
      try mark(unit, error.description)
      run?.counts.refused += unit.mutations.count
      return .mutationsRefused(count: unit.mutations.count)
    case .refused:
      guard let mutation = unit.mutations.first else { return .mutationsRefused(count: 0) }
      return try settleRefusal(of: mutation, unit.batch, error)
    }
  }

  /// The point of `uptime` until which a batch rests.
  private func restingTime(_ retryAfter: Double?) -> Duration? {
    retryAfter.map { moment(in: CircuitBreaker.wait(schedule: 0, retryAfter: $0, jitter: 0)) }
  }

  /// Records on disk that a unit got no usable answer, so that it is not sent first after a
  /// restart.
  private func mark(_ unit: SendUnit, _ message: String) throws {
    let store = try store()
    try store.transaction {
      for id in unit.batch.mutationIds {
        guard var mutation = try store.findMutation(id: id) else { continue }
        mutation.lastError = message
        mutation.lastAttemptAt = configuration.clock.now
        try store.updatePendingMutation(mutation)
      }
    }
  }

  /// Marks the unit whose rate limit opened the breaker: the next rate limit counts against the
  /// unit itself.
  func markUnitInTrouble() {
    guard let unit = run?.unit else { return }
    do {
      try mark(unit, "rate limited")
    } catch {
      recorder?.note(by: "SyncEngine", "a batch could not be marked")
    }
  }

  /// Replaces a batch by its halves.
  private func split(_ unit: SendUnit, rest: Double?) throws -> SyncStateMachine.Event {
    let store = try store()
    let now = configuration.clock.now
    try store.transaction {
      try store.deleteBatch(key: unit.batch.key)
      for var mutation in unit.mutations {
        mutation.lastAttemptAt = now
        mutation.batchKey = nil
        try store.updatePendingMutation(mutation)
      }
      let halves = run?.plan.halves(of: unit, at: now, newKey: configuration.identifiers.nextKey)
      for half in halves ?? [] {
        try store.insertBatch(half)
        resting[half.key] = restingTime(rest)
      }
    }
    return .mutationsRefused(count: 0)
  }

  /// Moves members with an unreadable payload from a batch into quarantine; the others are sent
  /// under a new key.
  func refuseUnreadable(in unit: SendUnit) throws -> SyncStateMachine.Event {
    let store = try store()
    var count = 0
    try store.transaction {
      try store.deleteBatch(key: unit.batch.key)
      for var mutation in unit.mutations {
        mutation.batchKey = nil
        do {
          _ = try WireCoding.decode(CreateEventRequest.self, from: mutation.payload)
        } catch {
          mutation.attempts = PendingMutation.retryLimit
          let reason = "the payload cannot be read: \(WireCoding.describe(error))"
          try local().refuse(mutation, reason, isDuplicate: false)
          count += 1
        }
      }
    }
    run?.counts.refused += count
    return .mutationsRefused(count: count)
  }

  private func settleRefusal(
    of mutation: PendingMutation, _ batch: MutationBatch, _ error: APIError
  ) throws -> SyncStateMachine.Event {
    // A creation can be too late (410); a 404 concerns an entity that it depends on.
    let isGone =
      error.answerClass == .gone && (mutation.operation != .create || error.status == 410)
    if isGone && mutation.operation == .delete { return try settleSingle(mutation, batch) }
    var (isDuplicate, existing) = (false, String?.none)
    if mutation.operation == .create, case .duplicate(let id) = error.answerClass {
      (isDuplicate, existing) = (true, id)
    }
    if existing == mutation.entityId { return try settleSingle(mutation, batch) }
    let store = try store()
    let isReplaced = try store.transaction {
      try store.deleteBatch(key: batch.key)
      if let existing {
        return try local().settleDuplicate(mutation, of: existing, error.description)
      }
      if error.answerClass == .premature {
        try local().settlePremature(mutation, error.description)
      } else if isGone {
        try local().settleGone(mutation)
      } else {
        try local().refuse(mutation, error.description, isDuplicate: isDuplicate)
      }
      return false
    }
    if isReplaced {
      count(accepted: [mutation])
      return .mutationsAccepted(count: 1)
    }
    run?.counts.refused += 1
    run?.failuresInARow = 0
    return .mutationsRefused(count: 1)
  }
}
