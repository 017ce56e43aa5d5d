#if POSTGRESQL
  internal import Basics
  internal import Dispatch
  internal import SQLiteAccess

  /// A database in PostgreSQL, which several processes of the server share.
  ///
  /// **The change feed has no gaps.** A sequence assigns the number of a change before its
  /// transaction commits, so concurrent transactions can become visible in another order, and a
  /// reader whose cursor has passed a number would never see a change that commits later under a
  /// lower one. Therefore a transaction that writes a user's rows first takes an advisory lock on
  /// the user and holds it until its end. PostgreSQL releases the locks of a transaction after its
  /// rows have become visible (`CommitTransaction` in `src/backend/access/transam/xact.c`), so each
  /// number of a user is assigned when all lower ones are visible or will never be. The isolation
  /// level is READ COMMITTED, in which each statement has a new snapshot: one from before the wait
  /// for the lock would lack the rows of the transaction that held it. The sequence has no cache
  /// for each connection, as is the default.
  ///
  /// The usual alternative stores `pg_current_xact_id()` in each row and shows readers only those
  /// below `pg_snapshot_xmin(pg_current_snapshot())`
  /// (https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT). It lets
  /// a user's devices write at once, but any open transaction of the database then holds up every
  /// feed, a device does not find its own writes in it at once, and the rules, which check before
  /// they write, need a lock anyway. Users do not wait for each other in either method.
  ///
  /// The same lock makes the second request with an idempotency key wait for the first one, in
  /// whatever process, and find its answer.
  final class PostgreSQLStorage: Storage {
    private let url: String
    private let isDurable: Bool
    /// The idle connections, the last used one last.
    private let idle = Locked<[PostgreSQLConnection]>([])
    /// Counts the connections that may still be used.
    private let slots: DispatchSemaphore

    /// Connects to the database of a URL such as `postgresql://user@host/name`, and applies the
    /// migrations that it lacks. At most `connectionLimit` connections are open at a time.
    ///
    /// - Throws: `PostgreSQLError`, or `DatabaseError.schemaTooNew`.
    init(url: String, isDurable: Bool, connectionLimit: Int) throws {
      self.url = url
      self.isDurable = isDurable
      slots = DispatchSemaphore(value: connectionLimit)
      try migrate()
    }

    func transaction<Result>(
      _ kind: StorageTransaction, _ body: (BackendStore) throws -> Result
    ) throws -> Result {
      guard slots.wait(timeout: .now() + 5) == .success else {
        throw PostgreSQLError(
          state: "53300", message: "all connections are in use", statement: "connect")
      }
      defer { slots.signal() }
      let connection = try begin(kind)
      defer { if connection.isAlive { idle.withLock { $0.append(connection) } } }
      do {
        let result = try body(BackendStore(connection: connection))
        // After an undetected error, this command would report ROLLBACK instead.
        guard try connection.execute(SQL("commit", "COMMIT")) == "COMMIT" else {
          throw PostgreSQLError(
            state: "25P02", message: "an error was ignored", statement: "commit")
        }
        return result
      } catch {
        if connection.isAlive { _ = try? connection.execute(SQL("roll back", "ROLLBACK")) }
        guard let error = error as? PostgreSQLError, error.isRefusedValue else { throw error }
        throw Problem(.malformed, error.message)
      }
    }

    /// Begins a transaction on an idle connection, or on a new one. Idle connections that were lost
    /// meanwhile, because the server was restarted, are dropped.
    private func begin(_ kind: StorageTransaction) throws -> PostgreSQLConnection {
      let beginning = SQL("begin", PostgreSQLStorage.beginning(of: kind))
      while let connection = idle.withLock({ $0.popLast() }) {
        do {
          try connection.execute(beginning)
          return connection
        } catch let error as PostgreSQLError where error.isConnectionLoss {
          continue
        }
      }
      let connection = try PostgreSQLConnection(url: url, isDurable: isDurable)
      try connection.execute(beginning)
      return connection
    }

    private static func beginning(of kind: StorageTransaction) -> String {
      switch kind {
      case .read: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
      case .write(let user):
        // Users whose hashes are equal wait for each other, which does no harm.
        """
        BEGIN ISOLATION LEVEL READ COMMITTED;
        SELECT pg_advisory_xact_lock(\(Int64(bitPattern: BackendStore.fnv(user.utf8))))
        """
      case .exclusive:
        """
        BEGIN ISOLATION LEVEL READ COMMITTED;
        LOCK TABLE changes IN SHARE ROW EXCLUSIVE MODE
        """
      }
    }

    /// Applies missing migrations in one transaction. A lock lets only one of several processes
    /// that start at once do so. Locks with two numbers and those with one are different.
    private func migrate() throws {
      let migrations = BackendSchema.postgreSQL
      let connection = try PostgreSQLConnection(url: url, isDurable: true)
      try connection.execute(
        SQL(
          "begin migrating",
          """
          BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(1, 1);
          CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)
          """))
      let version = SQL("read schema version", "SELECT count(*) FROM schema_version")
      let found = try connection.first(version) { Int(try $0.integer(0)) } ?? 0
      guard found <= migrations.count else {
        throw DatabaseError.schemaTooNew(found: found, known: migrations.count)
      }
      for (index, migration) in migrations.enumerated() where index >= found {
        let name = "migration \(index + 1), \(migration.name)"
        try connection.execute(SQL(name, migration.script))
        try connection.run(
          SQL("write schema version", "INSERT INTO schema_version VALUES (?)"),
          [SQLValue(index + 1)])
      }
      try connection.execute(SQL("commit migrations", "COMMIT"))
    }
  }

  extension BackendSchema {
    /// The same migrations in the dialect of PostgreSQL. Texts are ordered by their bytes, as in
    /// SQLite.
    static var postgreSQL: [Migration] {
      let dialect: KeyValuePairs = [
        "INTEGER PRIMARY KEY AUTOINCREMENT": "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
        "INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "TEXT": #"TEXT COLLATE "C""#,
        "BLOB": "BYTEA", " WITHOUT ROWID": "", "timestamp / 1000": "(timestamp / 1000)",
      ]
      return migrations.map { migration in
        Migration(
          migration.name,
          dialect.reduce(migration.script) { $0.replacing($1.key, with: $1.value) })
      }
    }
  }
#endif
