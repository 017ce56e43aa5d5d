/// The entities with edits that have not reached the server; one look shows that there are none.
struct LocalEdits {
  private let store: any SyncDataStore
  /// Whether there are none at all.
  let isEmpty: Bool

  init(_ store: any SyncDataStore) throws {
    self.store = store
    isEmpty = try !store.hasMutations()
  }

  func mutations(_ kind: EntityKind, _ id: String) throws -> [PendingMutation] {
    isEmpty ? [] : try store.fetchMutations(entityKind: kind, entityId: id)
  }
}
