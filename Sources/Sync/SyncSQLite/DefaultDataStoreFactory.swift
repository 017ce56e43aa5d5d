public import Sync

/// The factory for apps: `LocalStore`s with the file of one account.
public struct DefaultDataStoreFactory: DataStoreFactory {
  private let factory: LocalStoreFactory

  /// Creates a factory with full durability for a file, which is created if it is missing.
  public init(path: String) {
    factory = LocalStoreFactory(path: path)
  }

  /// Creates a factory for memory with a name that no other factory should use.
  ///
  /// - Throws: the error of SQLite.
  public init(inMemory name: String) throws {
    factory = try LocalStoreFactory(inMemory: name)
  }

  /// Opens a `LocalStore`. Each call returns a new connection to the same data.
  ///
  /// - Throws: the errors of `LocalStoreFactory.makeLocalStore()`.
  public func makeDataStore() throws -> any SyncDataStore { try factory.makeLocalStore() }
}
