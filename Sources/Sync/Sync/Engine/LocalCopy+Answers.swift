/// The outcome of a mutation after the answer of the server.
extension LocalCopy {
  /// Takes a mutation out of the queue. What the server has now is the base row of later edits; if
  /// there are none, the row is the server's.
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

  /// The server keeps an older row with another id instead: that one takes the local one's place,
  /// with the edits that were made since.
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

  /// Counts a refusal; at the limit, and for a duplicate at once, the mutation goes into
  /// quarantine and its entity is marked.
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

  /// A geofence's mutation without the types that were deleted while it was on its way.
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

  /// Forgets a refused creation or update of an entity that the user has deleted since, alone or with
  /// its type. Other sent mutations without an answer stay. Returns `false` if the entity was not
  /// deleted.
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
    // Moved to a type that was deleted then; the server has it in its former one.
    if let base, try !isDeleted && !isHidden(base) {
      try queue.add(.delete, kind, id: id)
    }
    return true
  }

  /// Makes later updates part of a creation or update that the server did not take: they would wait
  /// for it for ever.
  func absorbUpdates(into mutation: inout PendingMutation) throws {
    let (kind, id, place) = (mutation.entityKind, mutation.entityId, mutation.sequence)
    let later = try store.fetchMutations(entityKind: kind, entityId: id).filter {
      $0.operation == .update && $0.batchKey == nil && $0.sequence > place
    }
    for update in later {
      // Unreadable payloads stay apart.
      var merged = mutation
      guard (try? merged.absorb(update)) != nil else { continue }
      mutation = merged
      try store.deletePendingMutation(id: update.id)
    }
  }
}

extension PendingMutation {
  /// Begins the error of a mutation whose entity the server has already, under another id.
  static let duplicateMark = "duplicate: "
}

/// Identifiers that a wrong clock has made.
///
/// An identifier carries the time of its making, and the server refuses one from the future. Time
/// passes, or the user sets the clock right; both lead out:
///
///     clock still ahead    the creation waits, no attempt is counted; the server accepts it when
///                          its own time has reached the identifier
///     clock right again    the entity gets a new identifier, and with it all that names it
extension LocalCopy {
  /// By how much an identifier may be ahead of the device's clock; the server allows as much.
  private static let tolerance = Duration.seconds(60)

  /// Lets a creation wait whose identifier the server refused as too early, or renews it.
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

  /// Whether the identifier of a new entity is ahead of the device's clock: that clock was wrong
  /// when it was made, and is not any more. An entity with a payload that cannot be read keeps its
  /// identifier.
  func isAhead(_ mutation: PendingMutation) throws -> Bool {
    guard mutation.operation == .create,
      let made = IdentifierSource.time(of: mutation.entityId),
      made > queue.clock.now.advanced(by: LocalCopy.tolerance)
    else { return false }
    let all = try store.fetchMutations(entityKind: mutation.entityKind, entityId: mutation.entityId)
    return (try? EntityRow.after(all, from: nil)) != nil
  }

  /// Gives an entity that the server does not have a new identifier. Queued edits and everything
  /// that names it follow.
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
