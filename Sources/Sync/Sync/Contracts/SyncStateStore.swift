/// What the engine needs of its store beyond entities and queue: transactions, its own state,
/// batches fixed on disk, quarantine, and a second set of tables for the bootstrap.
public protocol SyncStateStore {
  // MARK: Transactions

  /// Runs `body` as one transaction: all of its writes, or none if it throws. Inside another
  /// transaction it joins that one, and its error undoes that too. Unsaved earlier writes are
  /// saved first.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result

  // MARK: The engine's own state

  /// The engine's row; the default one in a new store.
  func readEngineRecord() throws -> SyncEngineRecord
  /// Replaces the engine's row.
  func writeEngineRecord(_ record: SyncEngineRecord) throws
  /// The last syncs, newest first, at most `SyncHistoryEntry.limit`.
  func fetchHistory() throws -> [SyncHistoryEntry]
  /// Adds an entry and drops those beyond the limit.
  func insertHistory(_ entry: SyncHistoryEntry) throws
  /// Drops all entries.
  func clearHistory() throws

  // MARK: Queue

  /// How many mutations are queued, without those in quarantine. Does not read them.
  func countPendingMutations() throws -> Int
  /// Queued mutations after a place in the queue, in order, at most `limit`.
  func fetchPendingMutations(after sequence: Int64, limit: Int) throws -> [PendingMutation]
  /// All mutations of an entity, in order, those in quarantine included.
  func fetchMutations(entityKind: EntityKind, entityId: String) throws -> [PendingMutation]
  /// The mutation with this id, in quarantine or not.
  func findMutation(id: String) throws -> PendingMutation?
  /// Replaces a mutation; its `sequence` stays.
  func updatePendingMutation(_ mutation: PendingMutation) throws
  /// Mutations in quarantine, in order.
  func fetchQuarantinedMutations() throws -> [PendingMutation]
  /// Whether there is a mutation, in the queue or in quarantine. Does not read them.
  func hasMutations() throws -> Bool
  /// Whether a mutation of another entity, queued or in quarantine, comes after a place.
  func hasMutation(after sequence: Int64, ofOthersThan entityId: String) throws -> Bool

  // MARK: Base rows
  // The base row of an entity is the last row that the server is known to have. It is stored while
  // the entity has mutations, or is hidden with its type; otherwise the row itself is the server's.
  // An entity with mutations and without a base row is not on the server, as far as is known.

  /// The base row of an entity.
  func findBaseRow(_ kind: EntityKind, id: String) throws -> EntityRow?
  /// Stores a base row, or replaces the one with the same id.
  func writeBaseRow(_ row: EntityRow) throws
  /// Deletes a base row, if there.
  func deleteBaseRow(_ kind: EntityKind, id: String) throws
  /// Whether there is a base row.
  func hasBaseRows() throws -> Bool
  /// Makes base rows of the events and definitions of a type that have no mutations.
  func hideDependents(ofType eventTypeId: String) throws
  /// Makes rows again of the base rows that belong to a type and have no mutations.
  func restoreDependents(ofType eventTypeId: String) throws
  /// Deletes the base rows that belong to a type and have no mutations.
  func forgetDependents(ofType eventTypeId: String) throws

  // MARK: Batches

  /// Stores a batch and sets `batchKey` of its members.
  func insertBatch(_ batch: MutationBatch) throws
  /// Batches without an answer, oldest first (by insertion).
  func fetchBatches() throws -> [MutationBatch]
  /// Removes a batch, if there, and clears `batchKey` of the members that are left.
  func deleteBatch(key: String) throws

  // MARK: Feed

  /// Puts a change aside.
  func insertQuarantinedChange(_ change: QuarantinedChange) throws
  /// Changes that were put aside, oldest first.
  func fetchQuarantinedChanges() throws -> [QuarantinedChange]
  /// Deletes a change that was put aside, if there.
  func deleteQuarantinedChange(id: Int64) throws
  /// Ids of types that events here name and that are not here.
  func fetchMissingEventTypeIds() throws -> [String]
  /// The events of a type, by id; found without reading the others.
  func fetchEvents(ofType eventTypeId: String) throws -> [Event]
  /// The events of a type at a moment, by id; found without reading the others.
  func fetchEvents(ofType eventTypeId: String, at timestamp: Timestamp) throws -> [Event]
  /// The events that a geofence triggered, by id; found without reading the others.
  func fetchEvents(atGeofence geofenceId: String) throws -> [Event]

  // MARK: Bootstrap

  // A reader of the store sees nothing of the shadow tables.

  /// Deletes at most `limit` rows of each shadow table. Returns whether all are empty.
  @discardableResult
  func emptyShadow(limit: Int) throws -> Bool
  /// Returns space that holds no rows to the file system, about 4 KiB for each of `limit` pages.
  /// Outside of transactions. Returns whether nothing is left to return.
  func releasePages(limit: Int) throws -> Bool
  /// Adds rows to the shadow tables, or replaces those with the same id. An event keeps the
  /// `calendarEventId` that it has here.
  func insertShadow(_ rows: ShadowRows) throws
  /// Deletes a row of the shadow tables, if there; a type with what belongs to it.
  func deleteShadowRow(_ kind: EntityKind, id: String) throws
  /// A row of the shadow tables.
  func findShadowRow(_ kind: EntityKind, id: String) throws -> EntityRow?
  /// Exchanges the entities and the shadow tables, which hold the former rows from then on. It
  /// takes as long as there are edited entities, not rows.
  ///
  /// An entity with a mutation in the queue or in quarantine stays as it is here, also if that is
  /// absent: a local edit outlives the bootstrap. The events and definitions of a type whose
  /// deletion is queued do not come back; they become base rows. The device's own
  /// `calendarEventId` is kept.
  func swapShadow() throws
}

/// Rows for the shadow tables.
public struct ShadowRows: Sendable {
  /// Event types.
  public var eventTypes: [EventType]
  /// Geofences.
  public var geofences: [Geofence]
  /// Events.
  public var events: [Event]
  /// Property definitions.
  public var propertyDefinitions: [PropertyDefinition]

  /// Creates rows; what is not given is empty.
  public init(
    eventTypes: [EventType] = [], geofences: [Geofence] = [], events: [Event] = [],
    propertyDefinitions: [PropertyDefinition] = []
  ) {
    self.eventTypes = eventTypes
    self.geofences = geofences
    self.events = events
    self.propertyDefinitions = propertyDefinitions
  }

  /// Creates one row.
  init(_ row: EntityRow) {
    self.init()
    switch row {
    case .event(let row): events = [row]
    case .eventType(let row): eventTypes = [row]
    case .geofence(let row): geofences = [row]
    case .propertyDefinition(let row): propertyDefinitions = [row]
    }
  }
}
