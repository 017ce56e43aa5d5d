/// Identifiers that a wrong clock has made.
///
/// An identifier carries the time of its making, and the server refuses one from the future. Time
/// passes, or the user sets the clock right; both lead out:
///
///     clock still ahead    the creation waits, no attempt is counted; the server accepts it when
///                          its own time has reached the identifier
///     clock right again    the entity gets a new identifier, and with it all that names it
extension SyncEngine {
  /// By how much an identifier may be ahead of the device's clock; the server allows as much.
  private static let tolerance = Duration.seconds(60)

  /// Lets a creation wait whose identifier the server refused as too early, or renews it.
  func settlePremature(
    _ mutation: PendingMutation, _ message: String, in store: any SyncDataStore
  ) throws {
    if try dropIfDeleted(mutation, in: store) { return }
    var waiting = mutation
    waiting.batchKey = nil
    waiting.lastError = message
    waiting.lastAttemptAt = configuration.clock.now
    try store.updatePendingMutation(waiting)
    if try isAhead(waiting, in: store) { return try renewIdentifier(of: waiting, in: store) }
    run?.plan.block(waiting)
  }

  /// Whether the identifier of a new entity is ahead of the device's clock: that clock was wrong
  /// when it was made, and is not any more. An entity with a payload that cannot be read keeps its
  /// identifier.
  func isAhead(_ mutation: PendingMutation, in store: any SyncDataStore) throws -> Bool {
    guard mutation.operation == .create,
      let made = IdentifierSource.time(of: mutation.entityId),
      made > configuration.clock.now.advanced(by: SyncEngine.tolerance)
    else { return false }
    let all = try store.fetchMutations(
      entityKind: mutation.entityKind, entityId: mutation.entityId)
    return (try? EntityRow.after(all, from: nil)) != nil
  }

  /// Gives an entity that the server does not have a new identifier. Queued edits and everything
  /// that names it follow.
  func renewIdentifier(of create: PendingMutation, in store: any SyncDataStore) throws {
    let (kind, new) = (create.entityKind, configuration.identifiers.next())
    try EntitySubstitution(
      kind: kind, old: create.entityId, new: new, store: store, queue: queue(in: store)
    ).apply()
    guard var renewed = try store.findMutation(id: create.id) else { return }
    renewed.isQuarantined = false
    renewed.attempts = 0
    renewed.lastError = nil
    try store.updatePendingMutation(renewed)
    try setStatus(.pending, kind, new, in: store)
  }
}
