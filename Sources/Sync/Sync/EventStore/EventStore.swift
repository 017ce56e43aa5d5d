/// The side of the engine that a person's edits come in by.
///
///     let type = try await eventStore.createEventType(named: "Run")
///     try await eventStore.createEvent(ofType: type.id, at: clock.now) { $0.notes = "5 km" }
///
/// Every edit is one transaction with its row in the mutation queue: there is never one without
/// the other. Then a sync is asked for, unless the store was told to leave that to the app. An edit
/// never waits for the network.
public actor EventStore {
  let dataStoreFactory: any DataStoreFactory
  let syncEngine: any SyncPerforming
  let configuration: SyncEngineConfiguration
  let syncsAfterEdits: Bool
  private var openStore: (any SyncDataStore)?

  /// Creates a store beside an engine; both use the same factory, each with a store of its own.
  public init(
    dataStoreFactory: any DataStoreFactory, syncEngine: any SyncPerforming,
    configuration: SyncEngineConfiguration = SyncEngineConfiguration(),
    syncsAfterEdits: Bool = true
  ) {
    self.dataStoreFactory = dataStoreFactory
    self.syncEngine = syncEngine
    self.configuration = configuration
    self.syncsAfterEdits = syncsAfterEdits
  }

  /// The store; opened inside the actor the first time.
  func store() throws -> any SyncDataStore {
    if let openStore { return openStore }
    let store = try dataStoreFactory.makeDataStore()
    openStore = store
    return store
  }

  /// Lets go of the store, and opens a new one when it is next needed.
  public func resetDataStore() {
    openStore = nil
  }

  /// Runs one edit as one transaction and then asks for a sync.
  func edit<Result: Sendable>(
    _ change: (any SyncDataStore, MutationQueue) throws -> Result
  ) async throws -> Result {
    let store = try store()
    let queue = MutationQueue(
      store: store, identifiers: configuration.identifiers, clock: configuration.clock)
    let result = try store.transaction { try change(store, queue) }
    if syncsAfterEdits {
      await syncEngine.requestSync(after: configuration.editDelay)
    } else {
      await syncEngine.noticeQueueChange()
    }
    return result
  }
}

/// Why an edit was not made.
public enum EventStoreError: Error, Hashable, Sendable {
  /// There is no such entity.
  case notFound(EntityKind, id: String)
}
