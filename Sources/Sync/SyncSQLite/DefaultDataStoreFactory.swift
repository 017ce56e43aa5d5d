public import Sync

/// The factory that an app uses: `LocalStore`s on the file of one account.
public struct DefaultDataStoreFactory: DataStoreFactory {
  private let factory: LocalStoreFactory

  /// A factory for the file `path`, which is made when absent, at full durability.
  public init(path: String) {
    factory = LocalStoreFactory(path: path)
  }

  /// A factory for memory under a name, which no other factory should use.
  ///
  /// - Throws: what SQLite refuses.
  public init(inMemory name: String) throws {
    factory = try LocalStoreFactory(inMemory: name)
  }

  /// Opens a `LocalStore`. Each call gives a new connection to the same data.
  public func makeDataStore() throws -> any SyncDataStore { try factory.makeLocalStore() }
}
