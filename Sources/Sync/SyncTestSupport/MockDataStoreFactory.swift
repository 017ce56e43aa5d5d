import Basics
public import Sync

/// Makes mock stores of one database, and counts them.
public final class MockDataStoreFactory: DataStoreFactory {
  /// What the stores share.
  public let database: MockDatabase
  private let state = Locked((made: 0, errors: [any Error]()))

  /// Creates a factory; without a database, of a new one.
  public init(database: MockDatabase? = nil) {
    self.database = database ?? MockDatabase()
  }

  /// How many stores were made.
  public var madeStores: Int { state.withLock { $0.made } }

  /// Makes the next calls fail, one each.
  public func fail(with errors: any Error...) {
    state.withLock { $0.errors += errors }
  }

  /// Makes a store.
  public func makeDataStore() throws -> any SyncDataStore {
    let error: (any Error)? = state.withLock { state in
      state.made += 1
      return state.errors.isEmpty ? nil : state.errors.removeFirst()
    }
    if let error { throw error }
    return MockDataStore(database)
  }
}
