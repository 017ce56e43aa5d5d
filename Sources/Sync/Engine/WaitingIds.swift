/// What later mutations must not overtake: mutations that were refused, or that wait.
///
///     waits: event E to type B, which releases type A
///     stopped: later mutations of E; the deletion of A; the deletion of B
struct WaitingIds {
  /// Entities with such mutations, and what these give up.
  private var ids: Set<String> = []
  /// What these mutations need.
  private var needs: Set<String> = []

  /// Adds a mutation that is not done.
  mutating func insert(_ mutation: PendingMutation) {
    ids.insert(mutation.entityId)
    ids.formUnion(mutation.releases)
    needs.formUnion(mutation.dependencies)
  }

  /// Whether a later mutation must wait.
  func stop(_ mutation: PendingMutation) -> Bool {
    if ids.isEmpty { return false }
    return ids.contains(mutation.entityId) || mutation.dependencies.contains(where: ids.contains)
      || mutation.operation == .delete && needs.contains(mutation.entityId)
  }
}
