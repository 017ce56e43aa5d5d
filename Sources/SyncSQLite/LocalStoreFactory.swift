package import SQLiteAccess
public import Sync
internal import Synchronization

/// Makes stores on one database: a file, or memory that lives as long as the factory.
///
/// The first store of a factory examines a file that was not closed properly; the later ones rely
/// on that. Give each account a file of its own.
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
  private let isExamined = Atomic(false)
  /// Keeps a database in memory alive while no store has it open.
  private let anchor: MemoryAnchor?

  /// A factory for the stores of a file, which is made when absent.
  public convenience init(path: String, durability: Durability = .full) {
    self.init(path: path, durability: durability, fileSystem: nil)
  }

  /// A factory for the stores of a file in a file system that is registered with SQLite under this
  /// name: one that records or fails, for tests.
  package init(path: String, durability: Durability = .full, fileSystem: String?) {
    location = .file(path)
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
    durability = .normal
    fileSystem = nil
    gate = nil
    anchor = try MemoryAnchor(location)
  }

  /// A factory for further stores on the database of another factory, whose statements ask a gate
  /// first.
  package init(sharing other: LocalStoreFactory, gate: @escaping Database.Gate) {
    location = other.location
    durability = other.durability
    fileSystem = other.fileSystem
    anchor = other.anchor
    self.gate = gate
  }

  /// Opens a store. Each call gives a new connection to the same data.
  public func makeDataStore() throws -> any SyncDataStore { try makeLocalStore() }

  /// Opens a store and says of which type it is.
  public func makeLocalStore() throws -> LocalStore {
    let wasExamined = isExamined.load(ordering: .acquiring)
    let store = try LocalStore(
      location, durability: durability,
      integrityCheck: wasExamined ? .never : .afterUncleanShutdown, fileSystem: fileSystem,
      gate: gate)
    isExamined.store(true, ordering: .releasing)
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
