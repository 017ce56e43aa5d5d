/// The interface for a user's edits.
///
///     let type = try await eventStore.createEventType(named: "Run")
///     try await eventStore.createEvent(ofType: type.id, at: clock.now) { $0.notes = "5 km" }
///
/// Every edit is stored in one transaction with its row in the mutation queue, so that neither
/// exists without the other. Then the event store requests a sync, unless the app does that itself.
/// An edit never waits for the network.
public actor EventStore {
  let dataStoreFactory: any DataStoreFactory
  let syncEngine: any SyncPerforming
  let configuration: SyncEngineConfiguration
  let syncsAfterEdits: Bool
  private var openStore: (any SyncDataStore)?

  /// Creates an event store for an engine; both use the same factory, but open separate stores.
  ///
  /// - Parameters:
  ///   - dataStoreFactory: opens the event store's own store when it is first needed.
  ///   - syncEngine: is informed of every edit.
  ///   - configuration: that of the engine; its clock, identifiers and `editDelay` are used.
  ///   - syncsAfterEdits: whether an edit starts a sync after `editDelay`; otherwise the app does.
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

  /// The store; opened inside the actor on first use.
  func store() throws -> any SyncDataStore {
    if let openStore { return openStore }
    let store = try dataStoreFactory.makeDataStore()
    openStore = store
    return store
  }

  /// Closes the store; a new one is opened when it is next needed.
  public func resetDataStore() {
    openStore = nil
  }

  /// Stores one edit in one transaction, then requests a sync.
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

/// The reason why an edit failed.
public enum EventStoreError: Error, Hashable, Sendable {
  /// The entity does not exist. The id is empty if an edit has removed the type of an event.
  case notFound(EntityKind, id: String)
}
