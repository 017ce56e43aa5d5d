/// Entities and the mutation queue on disk.
///
/// A store is synchronous and not `Sendable`: it belongs to the actor that created it with a
/// `DataStoreFactory`. A write outside of `SyncStateStore.transaction` is visible to this store at
/// once and durable after `save()`. Every method throws the errors of the store.
public protocol DataStoreProtocol {
  // MARK: Entities

  /// Changes or creates a row. It starts from the stored row with the id of the placeholder, or from
  /// the placeholder, sets `syncStatus` to `.synced`, lets `configure` change everything but the id,
  /// and stores it. An existing property definition keeps its type.
  func upsert(_ placeholder: EntityRow, configure: (inout EntityRow) throws -> Void) throws
  /// Deletes a row, if it exists; an event type together with its events and property definitions
  /// that have no mutations. Edited ones are handled separately.
  func delete(_ kind: EntityKind, id: String) throws
  /// The row with this id.
  func findRow(_ kind: EntityKind, id: String) throws -> EntityRow?
  /// All rows of a kind, by id.
  func fetchAll(_ kind: EntityKind) throws -> [EntityRow]
  /// Deletes all rows of a kind, and with all event types their events and property definitions.
  func deleteAll(_ kind: EntityKind) throws
  /// Sets a row's status to `.synced`; throws `SyncStoreError.notFound` if it is missing.
  func markRowSynced(_ kind: EntityKind, id: String) throws

  // MARK: Queue

  /// The queue in order (`sequence` ascending), without mutations in quarantine.
  func fetchPendingMutations() throws -> [PendingMutation]
  /// Whether such a mutation is in the queue or in quarantine.
  func hasPendingMutation(
    entityId: String, entityKind: EntityKind, operation: MutationOperation
  ) throws -> Bool
  /// Appends a mutation; the store sets its `sequence`.
  func insertPendingMutation(_ mutation: PendingMutation) throws
  /// Removes a mutation, if it exists.
  func deletePendingMutation(id: String) throws

  /// Makes writes outside of transactions durable; has no effect inside one.
  func save() throws
}

/// Errors that all stores share.
public enum SyncStoreError: Error, Hashable, Sendable {
  /// The row does not exist.
  case notFound(EntityKind, id: String)
  /// The store, or a row of the server, belongs to another account.
  case wrongAccount(expected: String, found: String)
}
