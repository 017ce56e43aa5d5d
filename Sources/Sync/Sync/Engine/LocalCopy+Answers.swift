/// Applies the server's answer to a mutation.
extension LocalCopy {
  /// Removes an accepted mutation from the queue. The server's current row becomes the base row of
  /// later edits or, without any, the row itself.
  func accept(_ mutation: PendingMutation) throws {
    let (kind, id) = (mutation.entityKind, mutation.entityId)
    try store.deletePendingMutation(id: mutation.id)
    let isLast = try store.fetchMutations(entityKind: kind, entityId: id).isEmpty
    if isLast && mutation.operation != .delete, try store.markSynced(kind, id: id) {
      if mutation.operation != .create { try store.deleteBaseRow(kind, id: id) }
      return
    }
    let base = try store.findBaseRow(kind, id: id)
    let row = try EntityRow.after([mutation], from: base)?.marked(.synced)
    if let row, try !isLast || isHidden(row) {
      try store.writeBaseRow(row)
    } else {
      try store.deleteBaseRow(kind, id: id)
      if kind == .eventType { try store.forgetDependents(ofType: id) }
    }
  }

  /// Replaces the local entity by an older row that the server keeps instead, under another id.
  /// Later edits are applied to that row.
  func replace(_ mutation: PendingMutation, by remote: APIEvent) throws {
    try store.deletePendingMutation(id: mutation.id)
    for var later in try store.fetchMutations(
      entityKind: .event, entityId: mutation.entityId) where later.batchKey == nil
    {
      later.entityId = remote.id
      try store.updatePendingMutation(later)
    }
    try store.deleteEvent(id: mutation.entityId)
    _ = try take(.event(Event(remote)), LocalEdits(store))
  }

  /// Counts a refusal. At the limit, and for a duplicate at once, the mutation goes into quarantine
  /// and its entity is marked.
  func refuse(_ mutation: PendingMutation, _ message: String, isDuplicate: Bool) throws {
    if try dropIfDeleted(mutation) { return }
    var refused = mutation
    refused.batchKey = nil
    try absorbUpdates(into: &refused)
    refused = try withoutMissingTypes(refused)
    refused = PushPlan.refused(refused, message, isDuplicate: isDuplicate, at: queue.clock.now)
    if refused.isQuarantined { return try quarantine(refused) }
    try store.updatePendingMutation(refused)
    run?.plan.block(refused)
  }

  /// A geofence's mutation without references to types that were deleted while it was in transit.
  private func withoutMissingTypes(_ mutation: PendingMutation) throws -> PendingMutation {
    guard mutation.entityKind == .geofence else { return mutation }
    var cleared = mutation
    for id in (try? MutationPayload.dependencies(of: mutation.payload)) ?? []
    where try store.findEventType(id: id) == nil {
      cleared = try queue.withoutReference(to: id, cleared)
    }
    if cleared == mutation { return mutation }
    try store.updatePendingMutation(cleared)
    try queue.rebuildRow(.geofence, id: cleared.entityId)
    return cleared
  }

  /// Drops a refused creation or update of an entity that the user has since deleted, alone or with
  /// its type. Other sent mutations without an answer are kept. Returns `false` if the entity was
  /// not deleted.
  func dropIfDeleted(_ mutation: PendingMutation) throws -> Bool {
    let (kind, id) = (mutation.entityKind, mutation.entityId)
    guard try mutation.operation != .delete && store.findRow(kind, id: id) == nil else {
      return false
    }
    let all = try store.fetchMutations(entityKind: kind, entityId: id)
    let isDeleted = all.contains { $0.operation == .delete }
    let base = try store.findBaseRow(kind, id: id)
    let wanted = isDeleted ? nil : try? EntityRow.after([mutation], from: base)
    guard try isDeleted || wanted.map({ try isHidden($0) }) == true else { return false }
    let isCreated = mutation.operation == .create
    for other in all where other.id == mutation.id || other.batchKey == nil {
      if other.operation == .delete && !isCreated { continue }
      try store.deletePendingMutation(id: other.id)
    }
    // The event was moved to a type that was deleted afterwards; on the server, it still has its
    // former type.
    if let base, try !isDeleted && !isHidden(base) {
      try queue.add(.delete, kind, id: id)
    }
    return true
  }

  /// Merges later updates into a creation or update that the server did not accept, since they
  /// would wait for it forever.
  func absorbUpdates(into mutation: inout PendingMutation) throws {
    let (kind, id, place) = (mutation.entityKind, mutation.entityId, mutation.sequence)
    let later = try store.fetchMutations(entityKind: kind, entityId: id).filter {
      $0.operation == .update && $0.batchKey == nil && $0.sequence > place
    }
    for update in later {
      // Unreadable payloads are not merged.
      var merged = mutation
      guard (try? merged.absorb(update)) != nil else { continue }
      mutation = merged
      try store.deletePendingMutation(id: update.id)
    }
  }
}

extension PendingMutation {
  /// The prefix of the error of a mutation whose entity the server already has under another id.
  static let duplicateMark = "duplicate: "
}

/// Handles identifiers created by a wrong clock.
///
/// An identifier contains its creation time, and the server refuses one from the future. The
/// situation ends when that time arrives, or when the user corrects the clock:
///
///     clock still ahead    the creation waits, no attempt is counted; the server accepts it when
///                          its own time has reached the identifier
///     clock right again    the entity and all references to it get a new identifier
extension LocalCopy {
  /// The time by which an identifier may be ahead of the device's clock; the server allows the
  /// same.
  private static let tolerance = Duration.seconds(60)

  /// Lets a creation wait whose identifier the server refused as too early, or renews the
  /// identifier.
  func settlePremature(_ mutation: PendingMutation, _ message: String) throws {
    if try dropIfDeleted(mutation) { return }
    var waiting = mutation
    waiting.batchKey = nil
    waiting.lastError = message
    waiting.lastAttemptAt = queue.clock.now
    try store.updatePendingMutation(waiting)
    if try isAhead(waiting) { return try renewIdentifier(of: waiting) }
    run?.plan.block(waiting)
  }

  /// Whether the identifier of a new entity is ahead of the device's clock, which was wrong when
  /// the identifier was created but is right now. An entity with an unreadable payload keeps its
  /// identifier.
  func isAhead(_ mutation: PendingMutation) throws -> Bool {
    guard mutation.operation == .create,
      let made = IdentifierSource.time(of: mutation.entityId),
      made > queue.clock.now.advanced(by: LocalCopy.tolerance)
    else { return false }
    let all = try store.fetchMutations(entityKind: mutation.entityKind, entityId: mutation.entityId)
    return (try? EntityRow.after(all, from: nil)) != nil
  }

  /// Gives an entity that the server does not have a new identifier. Queued edits and all
  /// references to it are changed as well.
  func renewIdentifier(of create: PendingMutation) throws {
    let (kind, new) = (create.entityKind, queue.identifiers.next())
    try EntitySubstitution(
      kind: kind, old: create.entityId, new: new, store: store, queue: queue
    ).apply()
    guard var renewed = try store.findMutation(id: create.id) else { return }
    renewed.isQuarantined = false
    renewed.attempts = 0
    renewed.lastError = nil
    try store.updatePendingMutation(renewed)
    try setStatus(.pending, of: kind, id: new)
  }
}
