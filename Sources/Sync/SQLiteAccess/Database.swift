// The SQLiteAccess module is a thin layer over SQLite's C interface, which no other module under
// Sources imports.
//
// `Database` owns a connection and `Statement` a prepared statement. Both are noncopyable, so that
// each is released once and in one place. `SQL` gives every statement a name, for error messages
// and for the `StatementCache`. `Row` returns numbers and texts only from columns of that type,
// because SQLite would convert other values silently. Transactions nest as savepoints, and each
// migration runs once. A `Gate` before statements lets tests fail a disk or end a process.
//
// The module maps no types to tables and has no pool of connections: the stores write their own
// SQL, and each belongs to one actor or lock. It is separate, because the engine's store and the
// reference server both need it, and neither may import the other.

private import CSQLite

/// Owns one connection to an SQLite database and closes it; no other type does.
///
/// A connection belongs to one isolation domain at a time: it is neither copyable nor `Sendable`,
/// and SQLite's own mutexes are off. Its methods do not need `inout` access, so that the closure of
/// a transaction can use the same database.
@safe package struct Database: ~Copyable {
  /// The storage of the data.
  package enum Location: Hashable, Sendable {
    /// A file, which is created if it is missing; its write-ahead log is next to it.
    case file(String)
    /// Memory of this process. All connections with the same name share it, and it is freed with
    /// the last of them.
    case memory(name: String)
  }

  /// The guarantee of a commit.
  package enum Durability: Hashable, Sendable {
    /// A commit that has returned survives a power failure (`synchronous=FULL`).
    case full
    /// A commit survives the end of the process. A power failure may undo the latest commits, but
    /// never a part of one (`synchronous=NORMAL`).
    case normal
  }

  /// The cases in which opening a file checks its integrity.
  package enum IntegrityCheck: Hashable, Sendable {
    /// If the file's last user did not close it; see `leftUnclean`.
    case afterUncleanShutdown
    /// Always.
    case always
    /// Never, because another connection of this process has checked it.
    case never
  }

  /// Called before every statement; the statement fails with any error that it throws. With it, a
  /// test can fail a disk or end a process at any statement.
  package typealias Gate = @Sendable (SQL) throws(DatabaseError) -> Void

  let connection: OpaquePointer
  let gate: Gate?
  let cache = StatementCache(capacity: 128)
  let nesting = TransactionNesting()

  /// Whether the file's last user did not close it.
  ///
  /// The last connection that closes a database in WAL mode moves the log's content into the file
  /// and removes the log. If the log is present and not empty before the first connection is
  /// opened, a process ended without closing: it crashed, was killed, or lost power. Another
  /// process that has the file open looks the same; that only costs a needless check.
  package let leftUnclean: Bool

  private init(owning connection: OpaquePointer, leftUnclean: Bool, gate: Gate?) {
    unsafe self.connection = connection
    self.gate = gate
    self.leftUnclean = leftUnclean
    unsafe sqlite3_extended_result_codes(connection, 1)
  }

  /// Opens a database, creating it if it is missing, and sets it up: WAL, durability, foreign keys,
  /// busy timeout. Then checks its integrity if `integrityCheck` requires that.
  ///
  /// The busy timeout is the number of milliseconds to wait for another connection's lock.
  /// `fileSystem` is the name of a registered file system (`sqlite3_vfs`), or `nil` for that of the
  /// operating system.
  ///
  /// With `releasesPages`, a new file can return unused pages to the file system (`PRAGMA
  /// incremental_vacuum`); the mode of an existing file does not change.
  ///
  /// - Throws: the error of SQLite, or `damaged`.
  package static func open(
    _ location: Location, durability: Durability = .full, releasesPages: Bool = false,
    integrityCheck: IntegrityCheck = .afterUncleanShutdown, busyTimeout: Int32 = 5000,
    fileSystem: String? = nil, gate: Gate? = nil
  ) throws(DatabaseError) -> Database {
    let leftUnclean = hasLog(location)
    let database = try unsafe Database(
      owning: connect(to: location, through: fileSystem), leftUnclean: leftUnclean, gate: gate)
    database.waitForLocks(busyTimeout)
    if releasesPages {
      // SQLite accepts this only for a file without tables, before the write-ahead log is enabled.
      try database.execute(SQL("let pages be released", "PRAGMA auto_vacuum = INCREMENTAL"))
    }
    try database.configure(location, durability: durability)
    if integrityCheck == .always || (integrityCheck == .afterUncleanShutdown && leftUnclean) {
      try database.checkIntegrity()
    }
    return database
  }

  deinit {
    cache.removeAll()
    unsafe sqlite3_close_v2(connection)
  }

  /// Retries a taken lock every millisecond, at most `limit` times.
  ///
  /// SQLite's own waiting (`sqlite3_busy_timeout`) retries at growing intervals, after 0.1 s only
  /// every 0.1 s. If another connection makes one short transaction after another, it misses the
  /// gaps between them and waits for many.
  private borrowing func waitForLocks(_ limit: Int32) {
    unsafe sqlite3_busy_handler(
      connection,
      { limit, count in
        if Int(count) >= Int(bitPattern: limit) { return 0 }
        sqlite3_sleep(1)
        return 1
      }, UnsafeMutableRawPointer(bitPattern: Int(limit)))
  }

  private static func connect(
    to location: Location, through fileSystem: String?
  ) throws(DatabaseError) -> OpaquePointer {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    var opened: OpaquePointer?
    let code: Int32
    switch location {
    case .file(let path):
      code = unsafe sqlite3_open_v2(path, &opened, flags, fileSystem)
    case .memory(let name):
      // Connections of this process share a database whose name begins with a slash.
      let uri = "file:/\(Database.escaped(name))?vfs=memdb"
      code = unsafe sqlite3_open_v2(uri, &opened, flags | SQLITE_OPEN_URI, nil)
    }
    guard code == SQLITE_OK, let connection = unsafe opened else {
      let error = unsafe DatabaseError.last(of: opened, code: code, statement: "open database")
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    return unsafe connection
  }

  private borrowing func configure(
    _ location: Location, durability: Durability
  ) throws(DatabaseError) {
    if case .file = location {
      try execute(SQL("turn on the write-ahead log", "PRAGMA journal_mode = WAL"))
    }
    switch durability {
    case .full: try execute(SQL("set durability", "PRAGMA synchronous = FULL"))
    case .normal: try execute(SQL("set durability", "PRAGMA synchronous = NORMAL"))
    }
    try execute(SQL("turn on foreign keys", "PRAGMA foreign_keys = ON"))
    try execute(SQL("distrust the schema", "PRAGMA trusted_schema = OFF"))
  }

  /// Percent-encodes characters that a URI path cannot contain.
  private static func escaped(_ name: String) -> String {
    var result = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}
