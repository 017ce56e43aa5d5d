/// Entities and the mutation queue on disk.
///
/// Synchronous and not `Sendable`: a store lives inside the actor that made it, through a
/// `DataStoreFactory`. A write outside `SyncStateStore.transaction` is visible at once to this
/// store and durable after `save()`. Every method throws what the store itself throws.
public protocol DataStoreProtocol {
  // MARK: Entities
  // An upsert starts from the stored row, or from a placeholder with the given id, sets
  // `syncStatus` to `.synced`, lets `configure` change everything but the id, and stores it.

  /// Changes or makes an event. A new one has the timestamp 0 until `configure` sets it.
  func upsertEvent(id: String, configure: (inout Event) throws -> Void) throws
  /// Changes or makes an event type.
  func upsertEventType(id: String, configure: (inout EventType) throws -> Void) throws
  /// Changes or makes a geofence.
  func upsertGeofence(id: String, configure: (inout Geofence) throws -> Void) throws
  /// Changes or makes a property definition; an existing one keeps its type.
  func upsertPropertyDefinition(
    id: String, eventTypeId: String, configure: (inout PropertyDefinition) throws -> Void) throws

  /// Deletes an event, if there.
  func deleteEvent(id: String) throws
  /// Deletes an event type, if there, with its events and property definitions that have no
  /// mutations: an edit of what belongs to it is decided for itself.
  func deleteEventType(id: String) throws
  /// Deletes a geofence, if there.
  func deleteGeofence(id: String) throws
  /// Deletes a property definition, if there.
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

  /// The queue in order (`sequence` ascending), without what is in quarantine.
  func fetchPendingMutations() throws -> [PendingMutation]
  /// Whether such a mutation is in the queue or in quarantine.
  func hasPendingMutation(
    entityId: String, entityKind: EntityKind, operation: MutationOperation
  ) throws -> Bool
  /// Appends a mutation; the store sets its `sequence`.
  func insertPendingMutation(_ mutation: PendingMutation) throws
  /// Removes a mutation, if there.
  func deletePendingMutation(id: String) throws

  // MARK: Status

  /// Sets an event's status to `.synced`; throws `SyncStoreError.notFound` where it is absent.
  func markEventSynced(id: String) throws
  /// Sets an event type's status to `.synced`; throws `SyncStoreError.notFound` if absent.
  func markEventTypeSynced(id: String) throws
  /// Sets a geofence's status to `.synced`; throws `SyncStoreError.notFound` if absent.
  func markGeofenceSynced(id: String) throws
  /// Sets a definition's status to `.synced`; throws `SyncStoreError.notFound` if absent.
  func markPropertyDefinitionSynced(id: String) throws

  /// Makes durable what was written outside a transaction; does nothing inside one.
  func save() throws
}

/// What any store reports in the same way.
public enum SyncStoreError: Error, Hashable, Sendable {
  /// There is no such row.
  case notFound(EntityKind, id: String)
  /// The store holds the data of another account.
  case wrongAccount(expected: String, found: String)
}
