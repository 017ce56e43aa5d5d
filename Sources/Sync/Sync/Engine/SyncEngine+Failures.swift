import Traces

/// The outcome of a batch that was not accepted as a whole.
extension SyncEngine {
  /// Separates answers about the content from those about the circumstances.
  ///
  /// - Throws: `error` again if it stops the sync or pauses it.
  func settleFailure(of unit: SendUnit, _ error: APIError) throws -> SyncStateMachine.Event {
    if Task.isCancelled { throw error }
    switch error.answerClass {
    case .cancelled, .offline: throw error
    case .busy(let retryAfter):
      // The first time it speaks for the server; a unit that meets it again speaks for itself.
      if !unit.isInTrouble { throw error }
      run?.hasEndedSending = true
      let rest = retryAfter.map {
        moment(in: CircuitBreaker.wait(schedule: 0, retryAfter: $0, jitter: 0))
      }
      // It may be about one member; the others must not wait for that.
      if !unit.batch.isSingle { return try split(unit, restingUntil: rest) }
      resting[unit.batch.key] = rest
      return try postpone(unit, error)
    case .unusable: return try settleUnusable(of: unit, error)
    case .refused, .duplicate, .gone, .cursorExpired, .premature:
      if !unit.batch.isSingle { return try split(unit) }
      guard let mutation = unit.mutations.first else { return .mutationsRefused(count: 0) }
      return try settleRefusal(of: mutation, unit.batch, error)
    }
  }

  /// A request without a usable answer may have been about its content after all, so it must not
  /// hold up the rest. A batch that meets it twice is split; a 500 is tried again at once. Three in
  /// a row end the sending, not the sync. No attempt is counted.
  private func settleUnusable(
    of unit: SendUnit, _ error: APIError
  ) throws -> SyncStateMachine.Event {
    guard var current = run else { throw error }
    let key = unit.batch.key
    current.failuresInARow += 1
    current.hasEndedSending = current.failuresInARow >= SyncRun.failureLimit
    run = current
    if !unit.batch.isSingle && (unit.isInTrouble || current.failedOnce.contains(key)) {
      return try split(unit)
    }
    if !unit.batch.isSingle && error.status == 500 && !current.hasEndedSending {
      run?.failedOnce.insert(key)
      return .mutationsRefused(count: 0)
    }
    return try postpone(unit, error)
  }

  /// Leaves a unit for the next sync, where it goes out after everything else.
  private func postpone(_ unit: SendUnit, _ error: APIError) throws -> SyncStateMachine.Event {
    try mark(unit, error.description)
    run?.deferredBatches.insert(unit.batch.key)
    run?.isWorkLeft = true
    run?.counts.refused += unit.mutations.count
    return .mutationsRefused(count: unit.mutations.count)
  }

  /// Notes on disk that a unit got no usable answer, so that a restart does not send it first.
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

  /// Marks the unit whose rate limit opened the breaker: the next one is its own.
  func markUnitInTrouble() {
    guard let unit = run?.unit else { return }
    do {
      try mark(unit, "rate limited")
    } catch {
      recorder?.note(by: "SyncEngine", "a batch could not be marked")
    }
  }

  /// Halves a batch, each half under a key of its own; a half of one goes out alone, where the
  /// server's answer is exact. A poison in a batch of 50 costs 12 more requests at most. The halves
  /// wait until a moment of `uptime` if the server asked for that.
  private func split(
    _ unit: SendUnit, restingUntil rest: Duration? = nil
  ) throws -> SyncStateMachine.Event {
    let store = try store()
    let now = configuration.clock.now
    try store.transaction {
      try store.deleteBatch(key: unit.batch.key)
      for var mutation in unit.mutations {
        mutation.lastAttemptAt = now
        mutation.batchKey = nil
        try store.updatePendingMutation(mutation)
      }
      let middle = (unit.mutations.count + 1) / 2
      for half in [unit.mutations[..<middle], unit.mutations[middle...]] {
        guard let first = half.first else { continue }
        let isSingle = half.count == 1
        let key = isSingle ? first.clientRequestId : configuration.identifiers.nextKey()
        try store.insertBatch(
          MutationBatch(
            key: key, mutationIds: half.map(\.id), isSingle: isSingle, createdAt: now))
        run?.failedOnce.insert(key)
        resting[key] = rest
      }
    }
    return .mutationsRefused(count: 0)
  }

  /// Takes members whose payload nobody can read out of a batch and into quarantine; the others
  /// go out under a new key.
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
          try refuse(mutation, reason, isDuplicate: false, in: store)
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
    // A creation can be too late (410); a 404 is about an entity that it needs.
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
        return try settleDuplicate(mutation, of: existing, error.description, in: store)
      }
      if error.answerClass == .premature {
        try settlePremature(mutation, error.description, in: store)
      } else if isGone {
        try settleGone(mutation, in: store)
      } else {
        try refuse(mutation, error.description, isDuplicate: isDuplicate, in: store)
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
