/// What becomes of a batch that was not accepted as a whole.
extension SyncEngine {
  /// Tells an answer about the content from one about the circumstances.
  ///
  /// - Throws: `error` again where it says nothing about what was sent.
  func settleFailure(of unit: SendUnit, _ error: APIError) throws -> SyncStateMachine.Event {
    if error.isRateLimit || error == .cancelled || Task.isCancelled { throw error }
    if error.isTransient { return try settleServerError(of: unit, error) }
    if !unit.batch.isSingle { return try split(unit) }
    guard let mutation = unit.mutations.first else { return .mutationsRefused(count: 0) }
    return try settleRefusal(of: mutation, unit.batch, error)
  }

  /// A 5xx may be about the content after all, so it must not hold up the rest: what got one is
  /// left for the next sync, where it goes last. A batch that meets it twice is split up; a 500 is
  /// tried again at once. Three in a row end the sending, not the sync. No attempt is counted.
  ///
  /// - Throws: `error` again where it is about the circumstances: no 5xx, or one that asks to wait.
  private func settleServerError(
    of unit: SendUnit, _ error: APIError
  ) throws -> SyncStateMachine.Event {
    guard let status = error.status, (500...599).contains(status), error.retryAfter == nil,
      var current = run
    else { throw error }
    let key = unit.batch.key
    current.serverErrors += 1
    let isSecond = current.failedOnce.contains(key) || troubledBatches.contains(key)
    let hasEnded = current.serverErrors >= SyncRun.serverErrorLimit
    current.hasEndedSending = hasEnded
    run = current
    if !unit.batch.isSingle && isSecond && !hasEnded { return try split(unit) }
    if !unit.batch.isSingle && status == 500 && !hasEnded {
      run?.failedOnce.insert(key)
      return .mutationsRefused(count: 0)
    }
    troubledBatches.removeAll { $0 == key }
    troubledBatches.append(key)
    run?.deferredBatches.insert(key)
    run?.counts.refused += unit.mutations.count
    return .mutationsRefused(count: unit.mutations.count)
  }

  /// Halves a batch, each half under a key of its own; a half of one goes out alone, where the
  /// server's answer is exact. A poison in a batch of 50 costs 12 more requests at most.
  private func split(_ unit: SendUnit) throws -> SyncStateMachine.Event {
    let store = try store()
    let now = configuration.clock.now
    try store.transaction {
      try store.deleteBatch(key: unit.batch.key)
      for var mutation in unit.mutations {
        mutation.lastAttemptAt = now
        mutation.batchKey = nil
        try store.updatePendingMutation(mutation)
      }
      troubledBatches.removeAll { $0 == unit.batch.key }
      let middle = (unit.mutations.count + 1) / 2
      for half in [unit.mutations[..<middle], unit.mutations[middle...]] {
        guard let first = half.first else { continue }
        let isSingle = half.count == 1
        let key = isSingle ? first.clientRequestId : configuration.identifiers.nextKey()
        try store.insertBatch(
          MutationBatch(
            key: key, mutationIds: half.map(\.id), isSingle: isSingle, createdAt: now))
        run?.failedOnce.insert(key)
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
    let isGone =
      error.status == 410 || error.status == 404 && mutation.operation != .create
    if isGone && mutation.operation == .delete { return try settleSingle(mutation, batch) }
    let isDuplicate = mutation.operation == .create && error.isDuplicate
    let existing = isDuplicate ? error.existingId : nil
    if existing == mutation.entityId { return try settleSingle(mutation, batch) }
    let store = try store()
    let isReplaced = try store.transaction {
      try store.deleteBatch(key: batch.key)
      if let existing {
        return try settleDuplicate(mutation, of: existing, error.description, in: store)
      }
      if isGone {
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
    run?.serverErrors = 0
    return .mutationsRefused(count: 1)
  }
}
