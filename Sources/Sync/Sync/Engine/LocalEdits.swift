/// The entities with edits that have not reached the server, with a quick check for none.
struct LocalEdits {
  private let store: any SyncDataStore
  /// Whether the store has no mutations, so that queries can be skipped.
  let isEmpty: Bool

  init(_ store: any SyncDataStore) throws {
    self.store = store
    isEmpty = try !store.hasMutations()
  }

  func mutations(_ kind: EntityKind, _ id: String) throws -> [PendingMutation] {
    isEmpty ? [] : try store.fetchMutations(entityKind: kind, entityId: id)
  }
}
