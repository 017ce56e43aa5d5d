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
  /// The error of a part of the open transaction, which must not be committed any more.
  private var innerError: (any Error)?

  init(
    _ location: Database.Location, durability: Database.Durability = .full,
    integrityCheck: Database.IntegrityCheck = .afterUncleanShutdown, fileSystem: String? = nil,
    gate: Database.Gate? = nil
  ) throws {
    database = try Database.open(
      location, durability: durability, releasesPages: true, integrityCheck: integrityCheck,
      fileSystem: fileSystem, gate: gate)
    // In KiB.
    try database.execute(SQL("set cache size", "PRAGMA cache_size = -8192"))
    // In pages. A commit that makes the log longer takes about twice as long as one that overwrites
    // it, so the log starts over early.
    try database.execute(SQL("set length of log", "PRAGMA wal_autocheckpoint = 1000"))
    // In bytes: a log that a large transaction has grown shrinks to this when it starts over.
    try database.execute(SQL("bound the log", "PRAGMA journal_size_limit = 16777216"))
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
  /// Inside another transaction it joins that one, and its error undoes that too, even if it is
  /// caught on the way. (A savepoint would keep the inner part apart, at the price of copying every
  /// page that it touches.) Unsaved earlier writes are saved first.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try save()
    if database.isInTransaction { return try joining(body) }
    innerError = nil
    return try database.transaction(.write) {
      let result = try body()
      if let innerError { throw innerError }
      return result
    }
  }

  private func joining<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      innerError = error
      throw error
    }
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
    if database.isInTransaction && !hasUnsavedWrites { return try joining(body) }
    if !database.isInTransaction {
      try database.begin()
      hasUnsavedWrites = true
    }
    return try database.transaction(.write, body)
  }
}
