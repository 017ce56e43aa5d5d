/// The requirements of a store beyond entities and queue: transactions, the engine's own state,
/// batches fixed on disk, quarantine, and a second set of tables for the bootstrap.
///
/// Every method throws the errors of the store.
public protocol SyncStateStore {
  // MARK: Transactions

  /// Runs `body` as one transaction: all of its writes take effect, or none if it throws. Inside
  /// another transaction it joins that one, and its error rolls back both. Unsaved earlier writes
  /// are saved first.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result

  // MARK: The engine's own state

  /// The engine's row; the default one in a new store.
  func readEngineRecord() throws -> SyncEngineRecord
  /// Replaces the engine's row.
  func writeEngineRecord(_ record: SyncEngineRecord) throws
  /// The last syncs, newest first, at most `SyncHistoryEntry.limit`.
  func fetchHistory() throws -> [SyncHistoryEntry]
  /// Adds an entry and drops the oldest ones beyond the limit.
  func insertHistory(_ entry: SyncHistoryEntry) throws
  /// Drops all entries.
  func clearHistory() throws

  // MARK: Queue

  /// The number of queued mutations, excluding quarantine. Does not read them.
  func countPendingMutations() throws -> Int
  /// Queued mutations after a position in the queue, in order, at most `limit`.
  func fetchPendingMutations(after sequence: Int64, limit: Int) throws -> [PendingMutation]
  /// All mutations of an entity in order, including those in quarantine.
  func fetchMutations(entityKind: EntityKind, entityId: String) throws -> [PendingMutation]
  /// The mutation with this id, in quarantine or not.
  func findMutation(id: String) throws -> PendingMutation?
  /// Replaces a mutation; its `sequence` does not change.
  func updatePendingMutation(_ mutation: PendingMutation) throws
  /// Mutations in quarantine, in order.
  func fetchQuarantinedMutations() throws -> [PendingMutation]
  /// Whether there is any mutation in the queue or in quarantine. Does not read them.
  func hasMutations() throws -> Bool
  /// Whether a mutation of another entity, queued or in quarantine, follows a position.
  func hasMutation(after sequence: Int64, ofOthersThan entityId: String) throws -> Bool

  // The base row of an entity is its latest known row on the server. It is stored while the entity
  // has mutations, or is hidden with its type; otherwise the row itself is the server's. An entity
  // with mutations but without a base row is not known to exist on the server.

  /// The base row of an entity.
  func findBaseRow(_ kind: EntityKind, id: String) throws -> EntityRow?
  /// Stores a base row, or replaces the one with the same id.
  func writeBaseRow(_ row: EntityRow) throws
  /// Deletes a base row, if it exists.
  func deleteBaseRow(_ kind: EntityKind, id: String) throws
  /// Whether there are any base rows.
  func hasBaseRows() throws -> Bool
  /// Converts the events and definitions of a type that have no mutations to base rows.
  func hideDependents(ofType eventTypeId: String) throws
  /// Converts the base rows of a type that have no mutations back to rows.
  func restoreDependents(ofType eventTypeId: String) throws
  /// Deletes the base rows of a type that have no mutations.
  func forgetDependents(ofType eventTypeId: String) throws

  // MARK: Batches

  /// Stores a batch and sets `batchKey` of its members.
  func insertBatch(_ batch: MutationBatch) throws
  /// Batches without an answer, oldest first (by insertion).
  func fetchBatches() throws -> [MutationBatch]
  /// Removes a batch, if it exists, and clears `batchKey` of its remaining members.
  func deleteBatch(key: String) throws

  // MARK: Feed

  /// Stores a change that could not be applied, or replaces the one with the same number.
  func insertQuarantinedChange(_ change: QuarantinedChange) throws
  /// Changes that could not be applied, by number: rows of bootstraps, which have negative numbers,
  /// then changes of the feed, oldest first.
  func fetchQuarantinedChanges() throws -> [QuarantinedChange]
  /// Deletes a change that could not be applied, if it exists.
  func deleteQuarantinedChange(id: Int64) throws
  /// The ids of missing event types that local events refer to.
  func fetchMissingEventTypeIds() throws -> [String]
  /// The events of a type, ordered by id; found without reading the others.
  func fetchEvents(ofType eventTypeId: String) throws -> [Event]
  /// The events of a type at a point in time, ordered by id; found without reading the others.
  func fetchEvents(ofType eventTypeId: String, at timestamp: Timestamp) throws -> [Event]
  /// The events that a geofence triggered, ordered by id; found without reading the others.
  func fetchEvents(atGeofence geofenceId: String) throws -> [Event]

  // MARK: Bootstrap

  // The shadow tables are invisible to readers of the store.

  /// Deletes at most `limit` rows of each shadow table. Returns whether all are empty.
  @discardableResult
  func emptyShadow(limit: Int) throws -> Bool
  /// Returns unused space to the file system, about 4 KiB for each of `limit` pages. Must be called
  /// outside of transactions. Returns whether no unused space is left.
  func releasePages(limit: Int) throws -> Bool
  /// Adds rows to the shadow tables, or replaces those with the same id. An event keeps its local
  /// `calendarEventId`.
  func insertShadow(_ rows: ShadowRows) throws
  /// Deletes a row of the shadow tables, if it exists; a type together with its dependents.
  func deleteShadowRow(_ kind: EntityKind, id: String) throws
  /// A row of the shadow tables.
  func findShadowRow(_ kind: EntityKind, id: String) throws -> EntityRow?
  /// Exchanges the entities and the shadow tables, which contain the former rows afterwards. The
  /// time depends on the number of edited entities, not on the number of rows.
  ///
  /// An entity with a mutation in the queue or in quarantine keeps its local state, even if it is
  /// missing: a local edit outlives the bootstrap. The events and definitions of a type whose
  /// deletion is queued do not come back; they become base rows. The device's own `calendarEventId`
  /// is kept.
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

  /// Creates rows; omitted arrays are empty.
  public init(
    eventTypes: [EventType] = [], geofences: [Geofence] = [], events: [Event] = [],
    propertyDefinitions: [PropertyDefinition] = []
  ) {
    self.eventTypes = eventTypes
    self.geofences = geofences
    self.events = events
    self.propertyDefinitions = propertyDefinitions
  }

  /// Creates a value with a single row.
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
