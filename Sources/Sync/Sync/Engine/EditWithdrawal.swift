/// Withdraws edits that have not reached the server and restores the server's rows.
struct EditWithdrawal {
  let local: LocalCopy
  /// Whether the server's row of each entity was known. Otherwise the next sync must fetch
  /// everything.
  private(set) var isComplete = true

  init(_ local: LocalCopy) { self.local = local }

  /// Withdraws the open edits of an entity. Returns their number.
  mutating func discardEdits(of kind: EntityKind, _ id: String) throws -> Int {
    let all = try local.store.fetchMutations(entityKind: kind, entityId: id)
    let open = all.filter { $0.batchKey == nil }
    let isCreated = open.contains { $0.operation == .create }
    var count = open.count
    if isCreated && kind == .eventType {
      for event in try local.store.fetchEvents(ofType: id) {
        count += try returnEvent(event.id, fromType: id)
      }
      for definition in try local.store.fetchAllPropertyDefinitions()
      where definition.eventTypeId == id {
        count += try discardEdits(of: .propertyDefinition, definition.id)
      }
      try local.queue.clearReferences(toType: id)
    }
    for mutation in open { try local.store.deletePendingMutation(id: mutation.id) }
    if open.count < all.count {
      try local.queue.rebuildRow(kind, id: id)
    } else if try !open.isEmpty && !local.restore(kind, id, wasCreated: isCreated) {
      isComplete = false
    }
    return count
  }

  /// Withdraws the move of an event to a type, or the complete event if it was created locally.
  private mutating func returnEvent(_ id: String, fromType typeId: String) throws -> Int {
    let open = try local.store.fetchMutations(entityKind: .event, entityId: id)
      .filter { $0.batchKey == nil }
    let moves = open.filter { $0.dependencies.contains(typeId) }
    let rests = try moves.map { try MutationPayload.removing(typeId, from: $0.payload) }
    let isCreated = open.contains { $0.operation == .create }
    if isCreated || moves.count == open.count && rests.allSatisfy({ $0 == nil }) {
      return try discardEdits(of: .event, id)
    }
    for (move, rest) in zip(moves, rests) {
      guard let rest else {
        try local.store.deletePendingMutation(id: move.id)
        continue
      }
      var kept = move
      kept.payload = rest
      kept.dependencies.removeAll { $0 == typeId }
      kept.clientRequestId = local.queue.identifiers.nextKey()
      kept.isQuarantined = false
      kept.attempts = 0
      try local.store.updatePendingMutation(kept)
    }
    try local.queue.rebuildRow(.event, id: id)
    try local.setStatus(.pending, of: .event, id: id)
    return rests.count { $0 == nil }
  }

  /// Withdraws a mutation with all others of its entity.
  mutating func giveUp(_ mutation: PendingMutation, keepsCreation: Bool) throws {
    let (kind, id) = (mutation.entityKind, mutation.entityId)
    let all = try local.store.fetchMutations(entityKind: kind, entityId: id)
    guard let first = all.first else { return }
    let isCreated = all.contains { $0.operation == .create }
    if keepsCreation && isCreated && !all.contains(where: { $0.operation == .delete }) {
      var creation = first
      try local.absorbUpdates(into: &creation)
      try local.quarantine(creation)
      return
    }
    for mutation in all { try local.store.deletePendingMutation(id: mutation.id) }
    if try !local.restore(kind, id, wasCreated: isCreated) { isComplete = false }
  }
}
