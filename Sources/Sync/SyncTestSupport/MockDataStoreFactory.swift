import Basics
public import Sync

/// Creates mock stores of one database, and counts them.
public final class MockDataStoreFactory: DataStoreFactory {
  /// The database that the stores share.
  public let database: MockDatabase
  private let state = Locked((made: 0, errors: [any Error]()))

  /// Creates a factory; by default with a new database.
  public init(database: MockDatabase? = nil) {
    self.database = database ?? MockDatabase()
  }

  /// The number of created stores.
  public var madeStores: Int { state.withLock { $0.made } }

  /// Makes the next calls fail, each with one of the errors.
  public func fail(with errors: any Error...) {
    state.withLock { $0.errors += errors }
  }

  /// Creates a store.
  public func makeDataStore() throws -> any SyncDataStore {
    let error: (any Error)? = state.withLock { state in
      state.made += 1
      return state.errors.isEmpty ? nil : state.errors.removeFirst()
    }
    if let error { throw error }
    return MockDataStore(database)
  }
}
