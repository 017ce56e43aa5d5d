/// What later mutations must not overtake: mutations that were refused, or that wait.
///
///     waits: event E to type B, which releases type A
///     stopped: later mutations of E; the deletion of A; the deletion of B
///     goes on: new events of type A
package struct WaitingIds {
  /// Why a mutation must wait.
  package enum Reason: Hashable {
    /// It is part of a batch that waits.
    case isInBatch
    /// Its entity has an earlier mutation that waits.
    case followsEarlier
    /// Something that it needs has one.
    case needsEarlier
    /// It deletes what an earlier one needs or gives up.
    case isNeeded
  }

  /// Entities with such mutations, and names that these give up.
  private var ids: Set<String> = []
  /// The entities that these mutations need or leave.
  private var needs: Set<String> = []

  /// Adds a mutation that is not done.
  mutating func insert(_ mutation: PendingMutation) {
    ids.insert(mutation.entityId)
    for released in mutation.releases {
      // A name waits to be given up. An entity is there for others, but must not be deleted yet.
      if released.first == EntityRow.nameMark {
        ids.insert(released)
      } else {
        needs.insert(released)
      }
    }
    needs.formUnion(mutation.dependencies)
  }

  /// The reason why a later mutation must wait; `nil` if it can go out.
  func reasonToWait(_ mutation: PendingMutation) -> Reason? {
    if ids.isEmpty { return nil }
    if ids.contains(mutation.entityId) { return .followsEarlier }
    if mutation.dependencies.contains(where: ids.contains) { return .needsEarlier }
    return mutation.operation == .delete && needs.contains(mutation.entityId) ? .isNeeded : nil
  }
}
