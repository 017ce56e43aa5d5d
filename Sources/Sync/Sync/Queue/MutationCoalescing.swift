/// Merges a new edit with the queue.
///
///     queued create + update -> the create with the new values
///     queued update + update -> one update with the new values
///     queued update + delete -> a delete
///     queued create + delete -> nothing, if the create was not sent
///
/// A mutation that is fixed in a batch never changes, because the server may have it. If later
/// mutations of other entities may depend on an effect, it keeps its position:
///
///     A: Run -> tmp;  B: Walk -> Run;  A: tmp -> Walk      stays three updates
///
/// Merging saves requests, and repeated edits of one entity do not lengthen the queue. Sending
/// every edit separately would also send values that the user has already replaced.
///
/// Cost: linear in the mutations of this entity and the size of their payloads. The store finds
/// these mutations by an index, so the length of the queue does not matter.
enum MutationCoalescing {
  /// A change of the queue.
  enum Edit: Hashable {
    case insert(PendingMutation)
    case replace(PendingMutation)
    case remove(id: String)
  }

  /// The changes of the queue for a new mutation. `existing` are the entity's mutations in queue
  /// order, including those in quarantine. `isFollowed` returns whether mutations of other entities
  /// come after one of them.
  static func edits(
    adding new: PendingMutation, to existing: [PendingMutation],
    isFollowed: (PendingMutation) throws -> Bool
  ) throws -> [Edit] {
    if existing.contains(where: { $0.operation == .delete }) { return [] }
    let open = existing.filter { $0.batchKey == nil }
    switch new.operation {
    case .create, .update: return try saving(new, onto: open.last, isFollowed: isFollowed)
    case .delete: return try deleting(new, existing: existing, open: open, isFollowed: isFollowed)
    case .unrecognized: return [.insert(new)]
    }
  }

  /// Merges a creation or update into the last open one, unless that would move an effect before
  /// another one that it depends on. A refused mutation is retried after the merge.
  private static func saving(
    _ new: PendingMutation, onto last: PendingMutation?,
    isFollowed: (PendingMutation) throws -> Bool
  ) throws -> [Edit] {
    guard let last else { return [.insert(new)] }
    var merged = last
    try merged.absorb(new)
    merged.attempts = 0
    merged.lastError = nil
    merged.isQuarantined = false
    if try !new.changesOrder || !isFollowed(last) { return [.replace(merged)] }
    if last.wasRefused && new.parents.isSubset(of: last.dependencies) { return [.replace(merged)] }
    // Nothing depends on a new event or definition, so its creation may be moved to a later
    // position.
    if last.wasRefused || last.operation == .create && last.entityKind.isLeaf {
      return [.remove(id: last.id), .insert(merged)]
    }
    return [.insert(new)]
  }

  /// A deletion replaces open mutations, except for an update that releases a name or entity that a
  /// later mutation may use.
  private static func deleting(
    _ new: PendingMutation, existing: [PendingMutation], open: [PendingMutation],
    isFollowed: (PendingMutation) throws -> Bool
  ) throws -> [Edit] {
    let isUnseen = open.contains { $0.operation == .create && $0.lastAttemptAt == nil }
    if isUnseen && open.count == existing.count { return open.map { .remove(id: $0.id) } }
    // The server does not have an entity whose creation is open, so its edits have no effect there.
    let isAbsent = open.contains { $0.operation == .create }
    let obsolete = try open.filter {
      try isAbsent || $0.wasRefused || $0.releases.isEmpty || !isFollowed($0)
    }
    return obsolete.map { .remove(id: $0.id) } + [.insert(new)]
  }
}

extension PendingMutation {
  /// Merges a later creation or update of the same entity into this one, with a new key.
  ///
  /// - Throws: `DecodingError` for a payload that is not a JSON object.
  mutating func absorb(_ later: PendingMutation) throws {
    payload =
      later.operation == .create
      ? later.payload
      : try MutationPayload.merging(update: later.payload, into: payload, operation: operation)
    let names = dependencies.filter { $0.first == EntityRow.nameMark }
    dependencies = Set(later.dependencies).union(names).sorted()
    releases = Set(releases).union(later.releases).subtracting(later.dependencies).sorted()
    clientRequestId = later.clientRequestId
  }

  /// Whether the server has refused it in its current form.
  fileprivate var wasRefused: Bool { isQuarantined || attempts > 0 }

  /// Whether it releases or occupies a name or entity that another entity may use.
  fileprivate var changesOrder: Bool {
    !releases.isEmpty || dependencies.contains { $0.first == EntityRow.nameMark }
  }

  /// The ids of the entities that it depends on.
  fileprivate var parents: Set<String> {
    Set(dependencies.filter { $0.first != EntityRow.nameMark })
  }
}

extension EntityKind {
  /// Whether no entity refers to one of this kind.
  fileprivate var isLeaf: Bool { self == .event || self == .propertyDefinition }
}
