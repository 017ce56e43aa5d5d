/// A factory whose stores belong to one account. It marks a new store with the account, and refuses
/// a store with the data of another one.
public struct AccountDataStoreFactory: DataStoreFactory {
  private let inner: any DataStoreFactory
  private let account: String

  /// Creates a factory around `inner`.
  public init(_ inner: any DataStoreFactory, account: String) {
    self.inner = inner
    self.account = account
  }

  /// Opens a store.
  ///
  /// - Throws: `SyncStoreError.wrongAccount`, or the error of the inner factory.
  public func makeDataStore() throws -> any SyncDataStore {
    let store = try inner.makeDataStore()
    var record = try store.readEngineRecord()
    if record.account == account { return store }
    if let found = record.account {
      throw SyncStoreError.wrongAccount(expected: account, found: found)
    }
    record.account = account
    let marked = record
    try store.transaction { try store.writeEngineRecord(marked) }
    return store
  }
}
