/// What later mutations must not overtake: mutations that were refused, or that wait.
///
///     waits: event E to type B, which releases type A
///     stopped: later mutations of E; the deletion of A; the deletion of B
///     goes on: new events of type A
struct WaitingIds {
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

  /// Whether a later mutation must wait.
  func stop(_ mutation: PendingMutation) -> Bool {
    if ids.isEmpty { return false }
    return ids.contains(mutation.entityId) || mutation.dependencies.contains(where: ids.contains)
      || mutation.operation == .delete && needs.contains(mutation.entityId)
  }
}
