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
    let store = try store()
    let results = BatchMatching.results(of: answer, for: requests)
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
            try store.deletePendingMutation(id: mutation.id)
            try store.deleteEvent(id: mutation.entityId)
          case .duplicate(let existing, let message):
            if try settleDuplicate(mutation, of: existing, message, in: store) {
              accepted.append(mutation)
            }
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

  /// Takes a mutation out of the queue; its entity is synced if nothing else is queued for it.
  func accept(_ mutation: PendingMutation, in store: any SyncDataStore) throws {
    try store.deletePendingMutation(id: mutation.id)
    guard mutation.operation != .delete,
      try store.fetchMutations(
        entityKind: mutation.entityKind, entityId: mutation.entityId
      ).isEmpty
    else { return }
    do {
      switch mutation.entityKind {
      case .event: try store.markEventSynced(id: mutation.entityId)
      case .eventType: try store.markEventTypeSynced(id: mutation.entityId)
      case .geofence: try store.markGeofenceSynced(id: mutation.entityId)
      case .propertyDefinition: try store.markPropertyDefinitionSynced(id: mutation.entityId)
      case .unrecognized: break
      }
    } catch SyncStoreError.notFound {
      // Deleted here while the answer was on its way; the deletion is queued, or came by the feed.
    }
  }

  /// The server keeps an older row with another id instead: that one takes the local one's place.
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
    try store.upsertEvent(id: remote.id) { $0.take(remote) }
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
    refused.recordFailure(message, at: configuration.clock.now)
    refused.isQuarantined = refused.hasExceededRetryLimit || isDuplicate
    if isDuplicate { refused.lastError = PendingMutation.duplicateMark + message }
    try store.updatePendingMutation(refused)
    run?.blocked.insert(mutation.entityId)
    if refused.isQuarantined {
      try setStatus(.failed, mutation.entityKind, mutation.entityId, in: store)
    }
  }

  /// Forgets a creation that the server does not want and its user has deleted since, with all
  /// that came after it; says whether it was one.
  func dropIfDeleted(
    _ mutation: PendingMutation, in store: any SyncDataStore
  ) throws -> Bool {
    guard mutation.operation == .create else { return false }
    let all = try store.fetchMutations(
      entityKind: mutation.entityKind, entityId: mutation.entityId)
    guard all.contains(where: { $0.operation == .delete }) else { return false }
    for mutation in all { try store.deletePendingMutation(id: mutation.id) }
    return true
  }

  /// Makes later updates part of a creation that the server does not have: they would wait for it
  /// for ever.
  func absorbUpdates(into create: inout PendingMutation, in store: any SyncDataStore) throws {
    guard create.operation == .create else { return }
    let later = try store.fetchMutations(
      entityKind: create.entityKind, entityId: create.entityId
    ).filter { $0.operation == .update && $0.batchKey == nil }
    for update in later {
      // Payloads that nobody can read stay apart.
      guard
        let merged = try? MutationPayload.merging(
          update: update.payload, into: create.payload, kind: create.entityKind,
          id: create.entityId)
      else { continue }
      create.payload = merged
      if !update.dependencies.isEmpty { create.dependencies = update.dependencies }
      create.clientRequestId = update.clientRequestId
      try store.deletePendingMutation(id: update.id)
    }
  }

  /// Sets the status of an entity, if it is here.
  func setStatus(
    _ status: SyncStatus, _ kind: EntityKind, _ id: String, in store: any SyncDataStore
  ) throws {
    switch kind {
    case .event:
      if try store.findEvent(id: id) == nil { return }
      try store.upsertEvent(id: id) { $0.syncStatus = status }
    case .eventType:
      if try store.findEventType(id: id) == nil { return }
      try store.upsertEventType(id: id) { $0.syncStatus = status }
    case .geofence:
      if try store.findGeofence(id: id) == nil { return }
      try store.upsertGeofence(id: id) { $0.syncStatus = status }
    case .propertyDefinition:
      guard let found = try store.findPropertyDefinition(id: id) else { return }
      try store.upsertPropertyDefinition(id: id, eventTypeId: found.eventTypeId) {
        $0.syncStatus = status
      }
    case .unrecognized: return
    }
  }

  /// Counts what the server has now.
  func count(accepted: [PendingMutation]) {
    for mutation in accepted { run?.counts.accepted[mutation.entityKind, default: 0] += 1 }
    pendingCount = max(0, pendingCount - accepted.count)
    run?.serverErrors = 0
  }
}

extension PendingMutation {
  /// Begins the error of a mutation whose entity the server has already, under another id.
  static let duplicateMark = "duplicate: "
}
