/// The requirements of a store for the engine.
public typealias SyncDataStore = DataStoreProtocol & SyncStateStore

/// Creates stores.
///
/// A store is not `Sendable`, so it cannot be passed to an actor, but its factory can. The actor
/// calls the factory and keeps the store to itself.
public protocol DataStoreFactory: Sendable {
  /// Opens the store. Each call returns a new connection to the same data.
  ///
  /// - Throws: the error of the store, for example if its file cannot be opened.
  func makeDataStore() throws -> any SyncDataStore
}
