internal import SQLiteAccess
public import Sync

/// Entities, mutation queue and engine state of one account, in one SQLite database.
///
/// A write outside `transaction(_:)` opens a transaction that `save()` commits; what is not saved
/// when the store goes away has not happened. A store is not `Sendable`: it lives in the actor that
/// made it through a `LocalStoreFactory`. Several stores may have the same file open; readers see
/// the last commit and never wait.
///
/// Every method throws what SQLite refuses, with its code and the name of the statement, and what
/// the file holds against all expectation.
public final class LocalStore: SyncDataStore {
  let database: Database
  /// Whether a transaction is open that `save()` has to commit.
  private var hasUnsavedWrites = false

  init(
    _ location: Database.Location, durability: Database.Durability = .full,
    integrityCheck: Database.IntegrityCheck = .afterUncleanShutdown, fileSystem: String? = nil,
    gate: Database.Gate? = nil
  ) throws {
    database = try Database.open(
      location, durability: durability, integrityCheck: integrityCheck, fileSystem: fileSystem,
      gate: gate)
    try database.migrate(LocalStoreSchema.migrations)
  }

  /// Examines the whole file; throws where it is damaged.
  public func checkIntegrity() throws {
    try database.checkIntegrity()
  }
}

// MARK: - Transactions

extension LocalStore {
  /// Runs `body` as one transaction: all of its writes, or none if it throws.
  ///
  /// Inside another transaction it is a part of that one which an error undoes alone. Unsaved
  /// earlier writes are saved first.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try save()
    return try database.transaction(.write, body)
  }

  /// Makes durable what was written outside a transaction; does nothing inside one.
  public func save() throws {
    guard hasUnsavedWrites else { return }
    hasUnsavedWrites = false
    try database.commit()
  }

  /// Writes, in the open transaction or in one that `save()` will commit.
  @discardableResult
  func write(_ sql: SQL, _ values: [SQLiteValue] = []) throws -> Int {
    if !database.isInTransaction {
      try database.begin()
      hasUnsavedWrites = true
    }
    return try database.run(sql, values)
  }

  /// Writes several rows, all or none, without making them durable before `save()`.
  func writeTogether<Result>(_ body: () throws -> Result) throws -> Result {
    if !database.isInTransaction {
      try database.begin()
      hasUnsavedWrites = true
    }
    return try database.transaction(.write, body)
  }
}
