/// Sending local edits, in the order in which they were made.
///
/// Consecutive new events go out in batches, everything else one by one. What is sent is fixed on
/// disk first, and stays so until the server has answered.
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
        // What the answer says and what goes out next are one commit: one wait for the disk.
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

  /// Whether the feed has to be read first: edits of entities that the server has are merged with
  /// its changes before they go out, so that conflicts are noticed.
  private var needsCatchUp: Bool {
    get throws {
      guard run?.isCaughtUp != true, !needsBootstrap, pendingCount > 0 else { return false }
      return try store().hasBaseRows()
    }
  }

  /// Fetches a page of changes before edits go out. A feed that does not continue is left to the pull.
  private func catchUp() async throws -> SyncStateMachine.Event {
    let outcome = try await pullNextPage()
    if case .requestFailed = outcome { return outcome }
    if outcome != .pageApplied { run?.isCaughtUp = true }
    return .pageApplied
  }

  /// Whether the local copy must be fetched as a whole.
  private var needsBootstrap: Bool {
    !record.isBootstrapped || record.isBootstrapForced || record.bootstrap != nil
  }

  /// Sends a batch or single mutation; what is returned stores what the answer says.
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
      return { try self.settle(unit, requests, answer) }
    } catch let error as APIError {
      return { try self.settleFailure(of: unit, error) }
    }
  }

  /// What goes out next: a batch that was fixed before, or the first mutations in the queue that
  /// need nothing that is stuck; fixed on disk.
  private func prepareNextUnit() throws -> SendUnit? {
    if run?.hasEndedSending == true { return nil }
    let store = try store()
    let isFirst = run?.isPrepared != true
    if isFirst { try lookIntoQuarantine(store) }
    if pendingCount == 0 { try refreshPendingCount() }
    guard pendingCount > 0 else { return nil }
    if isFirst { try orderBatches(store.fetchBatches(), in: store) }
    return try store.transaction {
      let batches = try store.fetchBatches()
      for batch in batches where !isLeftForLater(batch) {
        if let unit = try unit(of: batch, in: store) { return unit }
      }
      if let unit = try fixNextBatch(in: store) { return unit }
      return try nextPostponedUnit(batches, in: store)
    }
  }

  /// Takes mutations out of quarantine that were refused too often because a wrong clock had made
  /// their identifiers. The entities of the others are blocked.
  private func lookIntoQuarantine(_ store: any SyncDataStore) throws {
    let quarantined = try store.fetchQuarantinedMutations()
    let ahead = try quarantined.filter { try $0.hasExceededRetryLimit && isAhead($0, in: store) }
    if !ahead.isEmpty {
      try store.transaction {
        for mutation in ahead { try renewIdentifier(of: mutation, in: store) }
      }
      try refreshPendingCount()
    }
    for mutation in try ahead.isEmpty ? quarantined : store.fetchQuarantinedMutations() {
      run?.blocked.insert(mutation)
    }
  }

  /// Lets the batches that got no usable answer in an earlier sync go last, the one that waits
  /// longest first. One whose server asked to wait longer stays for a later sync.
  private func orderBatches(_ batches: [MutationBatch], in store: any SyncDataStore) throws {
    resting = resting.filter { secondsUntil($0.value) > 0 }
    var troubled: [(key: String, since: Timestamp)] = []
    for batch in batches {
      if resting[batch.key] != nil {
        run?.deferredBatches.insert(batch.key)
        run?.isWorkLeft = true
      } else if let first = try firstMember(of: batch, in: store), first.lastError != nil,
        let since = first.lastAttemptAt
      {
        troubled.append((batch.key, since))
      }
    }
    run?.postponedBatches = troubled.sorted { $0.since < $1.since }.map(\.key)
  }

  private func firstMember(
    of batch: MutationBatch, in store: any SyncDataStore
  ) throws -> PendingMutation? {
    for id in batch.mutationIds {
      if let mutation = try store.findMutation(id: id) { return mutation }
    }
    return nil
  }

  private func isLeftForLater(_ batch: MutationBatch) -> Bool {
    guard let run else { return false }
    return run.deferredBatches.contains(batch.key) || run.postponedBatches.contains(batch.key)
  }

  /// What got no usable answer in an earlier sync, when all else has been sent. Then the queue is
  /// looked through again: what waited for it may be free.
  private func nextPostponedUnit(
    _ batches: [MutationBatch], in store: any SyncDataStore
  ) throws -> SendUnit? {
    while let key = run?.postponedBatches.first {
      run?.postponedBatches.removeFirst()
      run?.handled = 0
      run?.held = WaitingIds()
      if let batch = batches.first(where: { $0.key == key }),
        let unit = try unit(of: batch, in: store)
      {
        return unit
      }
    }
    return nil
  }

  /// The batch with the members that are left; a batch without any is removed.
  private func unit(of batch: MutationBatch, in store: any SyncDataStore) throws -> SendUnit? {
    let members = try batch.mutationIds.compactMap { try store.findMutation(id: $0) }
    if !members.isEmpty { return SendUnit(batch: batch, mutations: members) }
    try store.deleteBatch(key: batch.key)
    return nil
  }

  private func fixNextBatch(in store: any SyncDataStore) throws -> SendUnit? {
    var members: [PendingMutation] = []
    var bytes = 0
    var after = run?.handled ?? 0
    scan: while members.count < SyncEngine.batchSize {
      let window = try store.fetchPendingMutations(after: after, limit: SyncEngine.batchSize)
      for mutation in window {
        after = mutation.sequence
        if isHeld(mutation) { continue }
        if !isBatchable(mutation) {
          if members.isEmpty { members = [mutation] }
          break scan
        }
        bytes += mutation.payload.count
        if bytes > SyncEngine.batchByteLimit && !members.isEmpty { break scan }
        members.append(mutation)
        if members.count == SyncEngine.batchSize { break scan }
      }
      if window.count < SyncEngine.batchSize { break }
    }
    guard let first = members.first else { return nil }
    run?.handled = first.sequence - 1
    let isSingle = !isBatchable(first)
    let batch = MutationBatch(
      key: isSingle ? first.clientRequestId : configuration.identifiers.nextKey(),
      mutationIds: members.map(\.id), isSingle: isSingle, createdAt: configuration.clock.now)
    try store.insertBatch(batch)
    return SendUnit(batch: batch, mutations: members)
  }

  private func isBatchable(_ mutation: PendingMutation) -> Bool {
    mutation.entityKind == .event && mutation.operation == .create
  }

  /// Whether a mutation must wait: it is part of a batch that waits, its entity has an earlier
  /// mutation that is stuck, something that it needs has, or it deletes what an earlier one needs or
  /// gives up. Then what depends on it waits too.
  private func isHeld(_ mutation: PendingMutation) -> Bool {
    guard let current = run else { return false }
    let isHeld =
      mutation.batchKey != nil || current.blocked.stop(mutation) || current.held.stop(mutation)
    if isHeld { run?.held.insert(mutation) }
    return isHeld
  }
}
