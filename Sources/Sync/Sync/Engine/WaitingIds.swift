/// The entities and names that later mutations must wait for, because a mutation of them was
/// refused or is waiting.
///
///     waits: event E to type B, which releases type A
///     stopped: later mutations of E; the deletion of A; the deletion of B
///     goes on: new events of type A
package struct WaitingIds {
  /// The reason why a mutation must wait.
  package enum Reason: Hashable {
    /// It is part of a waiting batch.
    case isInBatch
    /// An earlier mutation of its entity is waiting.
    case followsEarlier
    /// A mutation of an entity that it depends on is waiting.
    case needsEarlier
    /// It deletes an entity that an earlier mutation needs or releases.
    case isNeeded
  }

  /// Entities with such mutations, and names that these mutations release.
  private var ids: Set<String> = []
  /// The entities that these mutations depend on or release.
  private var needs: Set<String> = []

  /// Adds a mutation that has not been completed.
  mutating func insert(_ mutation: PendingMutation) {
    ids.insert(mutation.entityId)
    for released in mutation.releases {
      // A name is not available until it is released. An entity is available to others, but must
      // not be deleted yet.
      if released.first == EntityRow.nameMark {
        ids.insert(released)
      } else {
        needs.insert(released)
      }
    }
    needs.formUnion(mutation.dependencies)
  }

  /// The reason why a later mutation must wait; `nil` if it can be sent.
  func reasonToWait(_ mutation: PendingMutation) -> Reason? {
    if ids.isEmpty { return nil }
    if ids.contains(mutation.entityId) { return .followsEarlier }
    if mutation.dependencies.contains(where: ids.contains) { return .needsEarlier }
    return mutation.operation == .delete && needs.contains(mutation.entityId) ? .isNeeded : nil
  }
}
