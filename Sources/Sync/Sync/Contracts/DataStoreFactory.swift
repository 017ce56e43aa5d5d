/// A store as the engine needs it.
public typealias SyncDataStore = DataStoreProtocol & SyncStateStore

/// Makes stores.
///
/// A store is not `Sendable`, so it cannot be handed to an actor; its factory can. The actor
/// calls it inside itself and keeps what it gets.
public protocol DataStoreFactory: Sendable {
  /// Opens the store. Each call gives a new connection to the same data.
  func makeDataStore() throws -> any SyncDataStore
}
