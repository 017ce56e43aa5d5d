import Sync
import SyncSQLite
import SyncTestSupport
import TestTools

/// The stores that must keep the contract alike.
enum StoreUnderTest: String, CaseIterable, Sendable {
  case file, memory, mock

  /// A factory for an empty store, whose data lives as long as both results do.
  func makeFactory() throws -> (factory: any DataStoreFactory, folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    switch self {
    case .file: return (LocalStoreFactory(path: folder.file("store.sqlite")), folder)
    case .memory: return (try LocalStoreFactory(inMemory: folder.path), folder)
    case .mock: return (MockDataStoreFactory(), folder)
    }
  }
}

/// Runs `body` with an empty store.
func withStore(
  _ kind: StoreUnderTest, _ body: (any SyncDataStore) throws -> Void
) throws {
  let (factory, folder) = try kind.makeFactory()
  try withExtendedLifetime(folder) { try body(try factory.makeDataStore()) }
}
