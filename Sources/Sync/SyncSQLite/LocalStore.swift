// The SyncSQLite module is the engine's store: entities, queue, batches, quarantine, history and
// engine state of one account in one SQLite database.
//
// A factory (`LocalStoreFactory`, or `DefaultDataStoreFactory` for apps) opens a `LocalStore`
// inside the actor that uses it. Everything is in one file, so that an edit shares a transaction
// with its mutation, and a page of changes with its cursor.
//
// Each kind of entity has three tables with the same columns: the rows that the app sees, the
// server's rows under local edits (`base_`), and the rows of a bootstrap (`shadow_`).
// `StoredEntity` describes the columns of a kind once, and `EntityStatements` composes its SQL.
// `LocalStoreSchema` has the migrations. The extensions of `LocalStore` implement
// `DataStoreProtocol` and `SyncStateStore`, one file for each part. The module uses SQLite only
// through SQLiteAccess, and Sync depends on neither of them.

internal import SQLiteAccess
public import Sync

/// Entities, mutation queue and engine state of one account, in one SQLite database.
///
/// A write outside `transaction(_:)` opens a transaction that `save()` commits; unsaved writes are
/// rolled back when the store is destroyed. A store is not `Sendable`: it stays in the actor that
/// created it with a `LocalStoreFactory`. Several stores may have the same file open; readers see
/// the last commit and never wait.
///
/// Every method throws `DatabaseError`: the errors of SQLite, with the code and the name of the
/// statement, and an error for unexpected values in the file. `DecodingError` is thrown for JSON in
/// the file that cannot be read, and `EncodingError` for numbers that JSON cannot represent. A
/// write waits for the lock of another connection for at least 5 s before it fails.
public final class LocalStore: SyncDataStore {
  let database: Database
  /// Whether `save()` has to commit an open transaction.
  private var hasUnsavedWrites = false
  /// The error of a part of the open transaction, which must therefore not be committed.
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
    // In pages. A commit that extends the log takes about twice as long as one that overwrites it,
    // so the log starts over early.
    try database.execute(SQL("set length of log", "PRAGMA wal_autocheckpoint = 1000"))
    // In bytes: a log extended by a large transaction shrinks to this size when it starts over.
    try database.execute(SQL("bound the log", "PRAGMA journal_size_limit = 16777216"))
    try database.migrate(LocalStoreSchema.migrations)
  }

  /// Checks every page, index and foreign key of the file, which takes about 5 s for 1,000,000
  /// events.
  ///
  /// - Throws: `DatabaseError.damaged` with the first findings.
  public func checkIntegrity() throws {
    try database.checkIntegrity()
  }
}

// MARK: - Transactions

extension LocalStore {
  /// Runs `body` as one transaction: all of its writes take effect, or none if it throws.
  ///
  /// Inside another transaction it joins that one, and its error rolls back both, even if the outer
  /// code catches it. (A savepoint would separate the inner part, but copy every page that it
  /// changes.) Unsaved earlier writes are saved first.
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

  /// Makes writes outside of transactions durable; has no effect inside one.
  public func save() throws {
    guard hasUnsavedWrites else { return }
    hasUnsavedWrites = false
    try database.commit()
  }

  /// Writes in the open transaction, or in one that `save()` will commit.
  @discardableResult
  func write(_ sql: SQL, _ values: [SQLValue] = []) throws -> Int {
    if !database.isInTransaction {
      try database.begin()
      hasUnsavedWrites = true
    }
    return try database.run(sql, values)
  }

  /// Writes all rows or none, without making them durable before `save()`.
  func writeTogether<Result>(_ body: () throws -> Result) throws -> Result {
    if database.isInTransaction && !hasUnsavedWrites { return try joining(body) }
    if !database.isInTransaction {
      try database.begin()
      hasUnsavedWrites = true
    }
    return try database.transaction(.write, body)
  }
}
