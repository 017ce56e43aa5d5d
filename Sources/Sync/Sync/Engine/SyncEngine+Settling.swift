/// What becomes of a mutation when the server has answered: one transaction an answer.
extension SyncEngine {
  /// A single mutation was accepted.
  func settleSingle(
    _ mutation: PendingMutation, _ batch: MutationBatch
  ) throws -> SyncStateMachine.Event {
    let store = try store()
    try store.transaction {
      try accept(mutation, in: store)
      try store.deleteBatch(key: batch.key)
    }
    count(accepted: [mutation])
    return .mutationsAccepted(count: 1)
  }

  /// A batch was answered, item by item.
  func settle(
    _ unit: SendUnit, _ requests: [CreateEventRequest], _ answer: BatchCreateEventsResponse
  ) throws -> SyncStateMachine.Event {
    guard let results = BatchMatching.results(of: answer, for: requests) else {
      return try settleFailure(of: unit, .decoding("it does not account for every event"))
    }
    let store = try store()
    var accepted: [PendingMutation] = []
    try store.transaction {
      // What was accepted leaves the queue first, so that the batch has less to let go of.
      for (mutation, result) in zip(unit.mutations, results) where result == .created {
        try round("each answered event") { try accept(mutation, in: store) }
        accepted.append(mutation)
      }
      try store.deleteBatch(key: unit.batch.key)
      for (mutation, result) in zip(unit.mutations, results) where result != .created {
        try round("each answered event") {
          switch result {
          case .created: break
          case .replaced(let remote):
            try replace(mutation, by: remote, in: store)
            accepted.append(mutation)
          case .gone:
            try settleGone(mutation, in: store)
          case .duplicate(let existing, let message):
            if try settleDuplicate(mutation, of: existing, message, in: store) {
              accepted.append(mutation)
            }
          case .premature(let message): try settlePremature(mutation, message, in: store)
          case .refused(let message, let isDuplicate):
            try refuse(mutation, message, isDuplicate: isDuplicate, in: store)
          }
        }
      }
    }
    count(accepted: accepted)
    let refused = unit.mutations.count - accepted.count
    run?.counts.refused += refused
    return accepted.isEmpty
      ? .mutationsRefused(count: refused) : .mutationsAccepted(count: accepted.count)
  }

  /// Takes a mutation out of the queue. What the server has now is the base row of later edits; if
  /// there are none, the row is the server's.
  func accept(_ mutation: PendingMutation, in store: any SyncDataStore) throws {
    let (kind, id) = (mutation.entityKind, mutation.entityId)
    try store.deletePendingMutation(id: mutation.id)
    let isLast = try store.fetchMutations(entityKind: kind, entityId: id).isEmpty
    if isLast && mutation.operation != .delete, try store.markSynced(kind, id: id) {
      if mutation.operation != .create { try store.deleteBaseRow(kind, id: id) }
      return
    }
    let base = try store.findBaseRow(kind, id: id)
    let row = try EntityRow.after([mutation], from: base)?.marked(.synced)
    if let row, try !isLast || isHidden(row, in: store) {
      try store.writeBaseRow(row)
    } else {
      try store.deleteBaseRow(kind, id: id)
      if kind == .eventType { try store.forgetDependents(ofType: id) }
    }
  }

  /// The server keeps an older row with another id instead: that one takes the local one's place,
  /// with the edits that were made since.
  private func replace(
    _ mutation: PendingMutation, by remote: APIEvent, in store: any SyncDataStore
  ) throws {
    try store.deletePendingMutation(id: mutation.id)
    for var later in try store.fetchMutations(
      entityKind: .event, entityId: mutation.entityId) where later.batchKey == nil
    {
      later.entityId = remote.id
      try store.updatePendingMutation(later)
    }
    try store.deleteEvent(id: mutation.entityId)
    _ = try take(.event(Event(remote)), LocalEdits(store), in: store)
  }

  /// Counts a refusal; at the limit, and for a duplicate at once, the mutation goes into
  /// quarantine and its entity is marked.
  func refuse(
    _ mutation: PendingMutation, _ message: String, isDuplicate: Bool,
    in store: any SyncDataStore
  ) throws {
    if try dropIfDeleted(mutation, in: store) { return }
    var refused = mutation
    refused.batchKey = nil
    try absorbUpdates(into: &refused, in: store)
    refused = try withoutMissingTypes(refused, in: store)
    refused = PushPlan.refused(
      refused, message, isDuplicate: isDuplicate, at: configuration.clock.now)
    if refused.isQuarantined { return try quarantine(refused, in: store) }
    try store.updatePendingMutation(refused)
    run?.plan.block(refused)
  }

  /// A geofence's mutation without the types that were deleted while it was on its way.
  private func withoutMissingTypes(
    _ mutation: PendingMutation, in store: any SyncDataStore
  ) throws -> PendingMutation {
    guard mutation.entityKind == .geofence else { return mutation }
    var cleared = mutation
    for id in (try? MutationPayload.dependencies(of: mutation.payload)) ?? []
    where try store.findEventType(id: id) == nil {
      cleared = try queue(in: store).withoutReference(to: id, cleared)
    }
    if cleared == mutation { return mutation }
    try store.updatePendingMutation(cleared)
    try queue(in: store).rebuildRow(.geofence, id: cleared.entityId)
    return cleared
  }

  /// Forgets a creation or update that the server does not want of what the user has deleted since,
  /// for itself or with its type. What was sent otherwise and has no answer stays. Returns whether it
  /// was one.
  func dropIfDeleted(
    _ mutation: PendingMutation, in store: any SyncDataStore
  ) throws -> Bool {
    let (kind, id) = (mutation.entityKind, mutation.entityId)
    guard try mutation.operation != .delete && store.findRow(kind, id: id) == nil else {
      return false
    }
    let all = try store.fetchMutations(entityKind: kind, entityId: id)
    let isDeleted = all.contains { $0.operation == .delete }
    let base = try store.findBaseRow(kind, id: id)
    let wanted = isDeleted ? nil : try? EntityRow.after([mutation], from: base)
    guard try isDeleted || wanted.map({ try isHidden($0, in: store) }) == true else { return false }
    let isCreated = mutation.operation == .create
    for other in all where other.id == mutation.id || other.batchKey == nil {
      if other.operation == .delete && !isCreated { continue }
      try store.deletePendingMutation(id: other.id)
    }
    // Moved to a type that was deleted then; the server has it in its former one.
    if let base, try !isDeleted && !isHidden(base, in: store) {
      try queue(in: store).add(.delete, kind, id: id)
    }
    return true
  }

  /// Makes later updates part of a creation or update that the server did not take: they would wait
  /// for it for ever.
  func absorbUpdates(into mutation: inout PendingMutation, in store: any SyncDataStore) throws {
    let (kind, id, place) = (mutation.entityKind, mutation.entityId, mutation.sequence)
    let later = try store.fetchMutations(entityKind: kind, entityId: id).filter {
      $0.operation == .update && $0.batchKey == nil && $0.sequence > place
    }
    for update in later {
      // Payloads that nobody can read stay apart.
      var merged = mutation
      guard (try? merged.absorb(update)) != nil else { continue }
      mutation = merged
      try store.deletePendingMutation(id: update.id)
    }
  }

  /// Sets the status of an entity, if it is here.
  func setStatus(
    _ status: SyncStatus, _ kind: EntityKind, _ id: String, in store: any SyncDataStore
  ) throws {
    guard let row = try store.findRow(kind, id: id) else { return }
    try store.write(row.marked(status))
  }

  /// Counts what the server has now.
  func count(accepted: [PendingMutation]) {
    for mutation in accepted { run?.counts.accepted[mutation.entityKind, default: 0] += 1 }
    run?.failuresInARow = 0
  }
}

extension PendingMutation {
  /// Begins the error of a mutation whose entity the server has already, under another id.
  static let duplicateMark = "duplicate: "
}
