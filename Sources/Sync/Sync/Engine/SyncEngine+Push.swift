/// Sends local edits in the order in which they were made.
///
/// Consecutive new events are sent in batches, other mutations individually. Each request is fixed
/// on disk before it is sent, until the server has answered.
extension SyncEngine {
  /// Sends the next batch or single mutation.
  func sendNextBatch() async throws -> SyncStateMachine.Event {
    if run?.isPrepared != true {
      if try needsCatchUp { return try await catchUp() }
      let first = try prepareNextUnit()
      run?.unit = first
      run?.isPrepared = true
    }
    guard let unit = run?.unit else {
      return .mutationsFlushed(needsBootstrap: needsBootstrap)
    }
    let name = unit.batch.isSingle ? "each mutation" : "each batch of \(SyncEngine.batchSize)"
    return try await phase(name, isIteration: true) {
      let settle = try await send(unit)
      let before = run?.counts
      do {
        // The answer and the next request are stored in one commit, which waits for the disk only
        // once.
        return try store().transaction {
          let outcome = try settle()
          let next = try prepareNextUnit()
          run?.unit = next
          return outcome
        }
      } catch {
        if let before { run?.counts = before }
        throw error
      }
    }
  }

  /// Whether the feed has to be read first. Edits of entities on the server are merged with its
  /// changes before they are sent, so that conflicts are noticed.
  private var needsCatchUp: Bool {
    get throws {
      guard run?.isCaughtUp != true, !needsBootstrap, pendingCount > 0 else { return false }
      return try store().hasBaseRows()
    }
  }

  /// Fetches a page of changes before edits are sent. If the feed does not continue, the pull
  /// handles that.
  private func catchUp() async throws -> SyncStateMachine.Event {
    let outcome = try await pullNextPage()
    if case .requestFailed = outcome { return outcome }
    if outcome != .pageApplied { run?.isCaughtUp = true }
    return .pageApplied
  }

  /// Whether the complete local copy must be fetched again.
  private var needsBootstrap: Bool {
    !record.isBootstrapped || record.isBootstrapForced || record.bootstrap != nil
  }

  /// Sends a batch or a single mutation; the returned function stores the answer.
  private func send(_ unit: SendUnit) async throws -> () throws -> SyncStateMachine.Event {
    do {
      if unit.batch.isSingle, let mutation = unit.mutations.first {
        try await sendSingle(mutation)
        return { try self.settleSingle(mutation, unit.batch) }
      }
      let requests = unit.mutations.compactMap {
        try? WireCoding.decode(CreateEventRequest.self, from: $0.payload)
      }
      if requests.count < unit.mutations.count { return { try self.refuseUnreadable(in: unit) } }
      let answer = try await networkClient.createEventsBatch(
        requests, idempotencyKey: unit.batch.key)
      try checkUsers(answer.created.map(\.userId))
      return { try self.settle(unit, requests: requests, answer: answer) }
    } catch let error as APIError {
      return { try self.settleFailure(of: unit, error) }
    }
  }

  /// The next unit to send, fixed on disk: an earlier batch, or the first mutations of the queue
  /// that do not depend on a blocked one.
  private func prepareNextUnit() throws -> SendUnit? {
    if run?.plan.hasEnded == true { return nil }
    let store = try store()
    let isFirst = run?.isPrepared != true
    if isFirst { try lookIntoQuarantine(store) }
    if pendingCount == 0 { try refreshPendingCount() }
    guard pendingCount > 0 else { return nil }
    if isFirst { try orderBatches(store.fetchBatches(), in: store) }
    return try store.transaction {
      let batches = try store.fetchBatches()
      for batch in batches where run?.plan.comesFirst(batch.key) != false {
        if let unit = try unit(of: batch, in: store) { return unit }
      }
      if let unit = try fixNextBatch(in: store) { return unit }
      while let key = run?.plan.resumePostponed() {
        if let batch = batches.first(where: { $0.key == key }),
          let unit = try unit(of: batch, in: store)
        {
          return unit
        }
      }
      return nil
    }
  }

  /// Releases mutations from quarantine whose identifiers came from a wrong clock and were
  /// therefore refused too often. The entities of the others are blocked.
  private func lookIntoQuarantine(_ store: any SyncDataStore) throws {
    let (local, quarantined) = (try local(), try store.fetchQuarantinedMutations())
    let ahead = try quarantined.filter { try $0.hasExceededRetryLimit && local.isAhead($0) }
    if !ahead.isEmpty {
      try store.transaction {
        for mutation in ahead { try local.renewIdentifier(of: mutation) }
      }
      try refreshPendingCount()
    }
    for mutation in try ahead.isEmpty ? quarantined : store.fetchQuarantinedMutations() {
      run?.plan.block(mutation)
    }
  }

  /// Passes the batches of earlier syncs to the plan, with their failures.
  private func orderBatches(_ batches: [MutationBatch], in store: any SyncDataStore) throws {
    resting = resting.filter { secondsUntil($0.value) > 0 }
    let waiting = try batches.map { batch in
      var waiting = PushPlan.WaitingBatch(key: batch.key, isResting: resting[batch.key] != nil)
      if !waiting.isResting, let first = try firstMember(of: batch, in: store),
        first.lastError != nil
      {
        waiting.failedAt = first.lastAttemptAt
      }
      return waiting
    }
    run?.plan.order(waiting)
  }

  private func firstMember(
    of batch: MutationBatch, in store: any SyncDataStore
  ) throws -> PendingMutation? {
    for id in batch.mutationIds {
      if let mutation = try store.findMutation(id: id) { return mutation }
    }
    return nil
  }

  /// The batch with its remaining members; a batch without members is removed.
  private func unit(of batch: MutationBatch, in store: any SyncDataStore) throws -> SendUnit? {
    let members = try batch.mutationIds.compactMap { try store.findMutation(id: $0) }
    if !members.isEmpty { return SendUnit(batch: batch, mutations: members) }
    try store.deleteBatch(key: batch.key)
    return nil
  }

  /// Fixes the next batch of the queue on disk; `nil` if no mutation can be sent.
  private func fixNextBatch(in store: any SyncDataStore) throws -> SendUnit? {
    guard var plan = run?.plan else { return nil }
    // The plan has a single owner at any time, so that its sets are never copied.
    run?.plan = PushPlan()
    defer { run?.plan = plan }
    var (window, after, isLast) = (ArraySlice<PendingMutation>(), plan.handled, false)
    let members = try plan.members {
      if window.isEmpty && !isLast {
        window = try store.fetchPendingMutations(after: after, limit: SyncEngine.batchSize)[...]
        isLast = window.count < SyncEngine.batchSize
        after = window.last?.sequence ?? after
      }
      return window.popFirst()
    }
    guard let first = members.first else { return nil }
    let batch = PushPlan.batch(
      members, isSingle: !first.isBatchable, at: configuration.clock.now,
      newKey: configuration.identifiers.nextKey)
    try store.insertBatch(batch)
    return SendUnit(batch: batch, mutations: members)
  }
}
