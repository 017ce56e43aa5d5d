/// Entities and the mutation queue on disk.
///
/// A store is synchronous and not `Sendable`: it belongs to the actor that created it with a
/// `DataStoreFactory`. A write outside of `SyncStateStore.transaction` is visible to this store at
/// once and durable after `save()`. Every method throws the errors of the store.
public protocol DataStoreProtocol {
  // MARK: Entities
  // An upsert starts from the stored row, or from a placeholder with the given id, sets
  // `syncStatus` to `.synced`, lets `configure` change everything but the id, and stores it.

  /// Changes or creates an event. A new one has the timestamp 0 until `configure` sets it.
  func upsertEvent(id: String, configure: (inout Event) throws -> Void) throws
  /// Changes or creates an event type.
  func upsertEventType(id: String, configure: (inout EventType) throws -> Void) throws
  /// Changes or creates a geofence.
  func upsertGeofence(id: String, configure: (inout Geofence) throws -> Void) throws
  /// Changes or creates a property definition; an existing one keeps its type.
  func upsertPropertyDefinition(
    id: String, eventTypeId: String, configure: (inout PropertyDefinition) throws -> Void) throws

  /// Deletes an event, if it exists.
  func deleteEvent(id: String) throws
  /// Deletes an event type, if it exists, together with its events and property definitions that
  /// have no mutations. Edited ones are handled separately.
  func deleteEventType(id: String) throws
  /// Deletes a geofence, if it exists.
  func deleteGeofence(id: String) throws
  /// Deletes a property definition, if it exists.
  func deletePropertyDefinition(id: String) throws

  /// The event with this id.
  func findEvent(id: String) throws -> Event?
  /// The event type with this id.
  func findEventType(id: String) throws -> EventType?
  /// The geofence with this id.
  func findGeofence(id: String) throws -> Geofence?
  /// The property definition with this id.
  func findPropertyDefinition(id: String) throws -> PropertyDefinition?

  /// All events, by id.
  func fetchAllEvents() throws -> [Event]
  /// All event types, by id.
  func fetchAllEventTypes() throws -> [EventType]
  /// All geofences, by id.
  func fetchAllGeofences() throws -> [Geofence]
  /// All property definitions, by id.
  func fetchAllPropertyDefinitions() throws -> [PropertyDefinition]

  /// Deletes all events.
  func deleteAllEvents() throws
  /// Deletes all event types, with their events and property definitions.
  func deleteAllEventTypes() throws
  /// Deletes all geofences.
  func deleteAllGeofences() throws
  /// Deletes all property definitions.
  func deleteAllPropertyDefinitions() throws

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

  // MARK: Status

  /// Sets an event's status to `.synced`; throws `SyncStoreError.notFound` if it is missing.
  func markEventSynced(id: String) throws
  /// Sets an event type's status to `.synced`; throws `SyncStoreError.notFound` if it is missing.
  func markEventTypeSynced(id: String) throws
  /// Sets a geofence's status to `.synced`; throws `SyncStoreError.notFound` if it is missing.
  func markGeofenceSynced(id: String) throws
  /// Sets a definition's status to `.synced`; throws `SyncStoreError.notFound` if it is missing.
  func markPropertyDefinitionSynced(id: String) throws

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
