internal import Basics
package import SQLiteAccess
public import Sync

/// Makes stores on one database: a file, or memory that lives as long as the factory.
///
/// Give each account a file of its own. The end of a process cannot damage a file, so opening does
/// not examine it, unless the factory is told to.
public final class LocalStoreFactory: DataStoreFactory {
  /// How much a commit promises.
  public enum Durability: Sendable {
    /// A commit that has returned survives a power failure.
    case full
    /// A commit survives the end of the process; a power failure may undo the last ones.
    case normal
  }

  private let location: Database.Location
  private let durability: Database.Durability
  private let fileSystem: String?
  private let gate: Database.Gate?
  private let checksIntegrity: Bool
  private let isExamined = Locked(false)
  /// Keeps a database in memory alive while no store has it open.
  private let anchor: MemoryAnchor?

  /// A factory for the stores of a file, which is made when absent.
  ///
  /// With `checksIntegrity`, the first store examines all of a file that was not closed properly,
  /// which takes about 5 s for 1,000,000 events. Otherwise `LocalStore.checkIntegrity()` does so
  /// when the app calls it, on a store of its own and in a task of its own.
  public convenience init(
    path: String, durability: Durability = .full, checksIntegrity: Bool = false
  ) {
    self.init(path: path, durability: durability, checksIntegrity: checksIntegrity, fileSystem: nil)
  }

  /// A factory for the stores of a file in a file system that is registered with SQLite under this
  /// name: one that records or fails, for tests.
  package init(
    path: String, durability: Durability = .full, checksIntegrity: Bool = false,
    fileSystem: String?
  ) {
    location = .file(path)
    self.checksIntegrity = checksIntegrity
    self.durability = durability == .full ? .full : .normal
    self.fileSystem = fileSystem
    gate = nil
    anchor = nil
  }

  /// A factory for stores that share memory under a name, which no other factory should use.
  ///
  /// - Throws: what SQLite refuses.
  public init(inMemory name: String) throws {
    location = .memory(name: name)
    checksIntegrity = false
    durability = .normal
    fileSystem = nil
    gate = nil
    anchor = try MemoryAnchor(location)
  }

  /// A factory for further stores on the database of another factory, whose statements ask a gate
  /// first.
  package init(sharing other: LocalStoreFactory, gate: @escaping Database.Gate) {
    location = other.location
    checksIntegrity = false
    durability = other.durability
    fileSystem = other.fileSystem
    anchor = other.anchor
    self.gate = gate
  }

  /// Opens a store. Each call gives a new connection to the same data.
  public func makeDataStore() throws -> any SyncDataStore { try makeLocalStore() }

  /// Opens a store and says of which type it is.
  public func makeLocalStore() throws -> LocalStore {
    let needsCheck = checksIntegrity && !isExamined.value
    let store = try LocalStore(
      location, durability: durability,
      integrityCheck: needsCheck ? .afterUncleanShutdown : .never, fileSystem: fileSystem,
      gate: gate)
    isExamined.value = true
    return store
  }
}

/// Holds a connection that nobody uses.
///
/// Unchecked: the connection is opened by one thread and closed by the last owner, and between the
/// two nothing touches it.
private final class MemoryAnchor: @unchecked Sendable {
  private let database: Database

  init(_ location: Database.Location) throws {
    database = try Database.open(location, integrityCheck: .never)
  }
}
