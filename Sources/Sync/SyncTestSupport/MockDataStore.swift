public import Sync

/// A store in memory that follows the contract, and throws `MockContractError` if its caller does
/// not.
public final class MockDataStore: DataStoreProtocol {
  let database: MockDatabase

  /// Creates a store for a database.
  public init(_ database: MockDatabase) {
    self.database = database
  }

  /// Only records the call, because every write is durable at once.
  public func save() throws {
    try database.call("save") { _ in }
  }
}
