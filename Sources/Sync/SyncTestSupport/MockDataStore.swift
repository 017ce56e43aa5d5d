public import Sync

/// A store in memory that keeps to the contract and throws `MockContractError` where its caller
/// does not.
public final class MockDataStore: DataStoreProtocol {
  let database: MockDatabase

  /// Creates a store of a database.
  public init(_ database: MockDatabase) {
    self.database = database
  }

  /// Makes nothing durable: every write is, at once.
  public func save() throws {
    try database.call("save") { _ in }
  }
}
