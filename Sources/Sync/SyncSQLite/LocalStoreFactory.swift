internal import Basics
package import SQLiteAccess
public import Sync

/// Opens stores on one database: a file, or memory that exists as long as the factory.
///
/// Use a separate file for each account. The end of a process cannot damage a file, so opening does
/// not check it by default.
public final class LocalStoreFactory: DataStoreFactory {
  /// The guarantee of a commit.
  public enum Durability: Sendable {
    /// A commit that has returned survives a power failure.
    case full
    /// A commit survives the end of the process; a power failure may undo the latest ones.
    case normal
  }

  private let location: Database.Location
  private let durability: Database.Durability
  private let fileSystem: String?
  private let gate: Database.Gate?
  private let checksIntegrity: Bool
  private let isExamined = Locked(false)
  /// Keeps a database in memory alive while no store is open.
  private let anchor: MemoryAnchor?

  /// Creates a factory for the stores of a file, which is created if it is missing.
  ///
  /// - Parameters:
  ///   - path: the path of the file, in an existing folder. The write-ahead log is next to it.
  ///   - durability: the guarantee of a commit.
  ///   - checksIntegrity: whether the first store checks a file that was not closed properly, which
  ///     takes about 5 s for 1,000,000 events. Otherwise the app can call
  ///     `LocalStore.checkIntegrity()` in a separate task with its own store.
  public convenience init(
    path: String, durability: Durability = .full, checksIntegrity: Bool = false
  ) {
    self.init(path: path, durability: durability, checksIntegrity: checksIntegrity, fileSystem: nil)
  }

  /// Creates a factory for the stores of a file in a registered SQLite file system with this name,
  /// such as one that records or fails in tests.
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

  /// Creates a factory for stores that share memory with a name that no other factory should use.
  ///
  /// - Throws: the error of SQLite.
  public init(inMemory name: String) throws {
    location = .memory(name: name)
    checksIntegrity = false
    durability = .normal
    fileSystem = nil
    gate = nil
    anchor = try MemoryAnchor(location)
  }

  /// Creates a factory for further stores on the database of another factory. Their statements call
  /// a gate first.
  package init(sharing other: LocalStoreFactory, gate: @escaping Database.Gate) {
    location = other.location
    checksIntegrity = false
    durability = other.durability
    fileSystem = other.fileSystem
    anchor = other.anchor
    self.gate = gate
  }

  /// Opens a store. Each call returns a new connection to the same data.
  ///
  /// - Throws: the errors of `makeLocalStore()`.
  public func makeDataStore() throws -> any SyncDataStore { try makeLocalStore() }

  /// Opens a store of this module's type, and applies the migrations that its file lacks.
  ///
  /// - Throws: `DatabaseError`: `refused` if the file cannot be opened, `schemaTooNew` for a file
  ///   of a newer version, or `damaged`.
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

/// Keeps an unused connection open.
///
/// Unchecked `Sendable`: one thread opens the connection, the last owner closes it, and no other
/// code uses it.
private final class MemoryAnchor: @unchecked Sendable {
  private let database: Database

  init(_ location: Database.Location) throws {
    database = try Database.open(location, integrityCheck: .never)
  }
}
