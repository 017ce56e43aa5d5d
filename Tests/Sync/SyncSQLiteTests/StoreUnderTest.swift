import Sync
import SyncSQLite
import SyncTestSupport
import TestTools

/// The stores that must all follow the contract.
enum StoreUnderTest: String, CaseIterable, Sendable {
  case file, memory, mock

  /// A factory for an empty store, whose data exists as long as both results.
  func makeFactory() throws -> (factory: any DataStoreFactory, folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    switch self {
    case .file: return (LocalStoreFactory(path: folder.file("store.sqlite")), folder)
    case .memory: return (try LocalStoreFactory(inMemory: folder.path), folder)
    case .mock: return (MockDataStoreFactory(), folder)
    }
  }
}

/// Calls `body` with an empty store.
func withStore(
  _ kind: StoreUnderTest, _ body: (any SyncDataStore) throws -> Void
) throws {
  let (factory, folder) = try kind.makeFactory()
  try withExtendedLifetime(folder) { try body(try factory.makeDataStore()) }
}
