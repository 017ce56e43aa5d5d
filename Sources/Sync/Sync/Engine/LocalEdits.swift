/// The entities with edits that have not reached the server; a flag tells quickly if there are
/// none.
struct LocalEdits {
  private let store: any SyncDataStore
  /// Whether there are no such entities.
  let isEmpty: Bool

  init(_ store: any SyncDataStore) throws {
    self.store = store
    isEmpty = try !store.hasMutations()
  }

  func mutations(_ kind: EntityKind, _ id: String) throws -> [PendingMutation] {
    isEmpty ? [] : try store.fetchMutations(entityKind: kind, entityId: id)
  }
}
