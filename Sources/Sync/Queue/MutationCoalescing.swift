/// How a new edit joins the queue.
///
///     queued create + update -> the create with the new values
///     queued update + update -> one update with the new values
///     queued update + delete -> a delete
///     queued create + delete -> nothing, if nobody has seen the create
///
/// A mutation that is fixed in a batch is never touched: the server may have it.
enum MutationCoalescing {
  /// A change of the queue.
  enum Edit: Hashable {
    case insert(PendingMutation)
    case replace(PendingMutation)
    case remove(id: String)
  }

  /// The changes that a new mutation asks for, where `existing` are the entity's mutations in
  /// queue order, those in quarantine included.
  static func edits(
    adding new: PendingMutation, to existing: [PendingMutation]
  ) throws -> [Edit] {
    if existing.contains(where: { $0.operation == .delete }) { return [] }
    let open = existing.filter { $0.batchKey == nil }
    switch new.operation {
    case .create, .update: return try saving(new, open.last)
    case .delete: return deleting(new, existing: existing, open: open)
    case .unrecognized: return [.insert(new)]
    }
  }

  /// A creation or update joins the last open one; an edit gives what is in quarantine a new
  /// chance. Where it newly depends on something, it moves to the end, behind that.
  private static func saving(_ new: PendingMutation, _ last: PendingMutation?) throws -> [Edit] {
    guard var merged = last else { return [.insert(new)] }
    let isBehind = Set(new.dependencies).isSubset(of: merged.dependencies)
    merged.payload =
      merged.operation == new.operation
      ? new.payload
      : try MutationPayload.merging(
        update: new.payload, into: merged.payload, kind: new.entityKind, id: new.entityId)
    merged.dependencies = new.dependencies.isEmpty ? merged.dependencies : new.dependencies
    merged.clientRequestId = new.clientRequestId
    merged.attempts = 0
    merged.lastError = nil
    merged.isQuarantined = false
    if isBehind { return [.replace(merged)] }
    return [.remove(id: merged.id), .insert(merged)]
  }

  private static func deleting(
    _ new: PendingMutation, existing: [PendingMutation], open: [PendingMutation]
  ) -> [Edit] {
    let removals = open.map { Edit.remove(id: $0.id) }
    let isUnseen = open.contains { $0.operation == .create && $0.lastAttemptAt == nil }
    return isUnseen && open.count == existing.count ? removals : removals + [.insert(new)]
  }
}
