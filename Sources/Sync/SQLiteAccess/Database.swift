private import CSQLite

/// Owns one connection to an SQLite database and closes it, here and nowhere else.
///
/// This module is the one place that knows SQLite's C interface. It is a module of its own because
/// two others need it, the client's store and the reference server's, and neither may import the
/// other.
///
/// A connection belongs to one isolation domain at a time: it is neither copyable nor `Sendable`,
/// and SQLite's own mutexes are off. Its methods take no `inout` access, so that a transaction's
/// closure can use the database that it runs on.
@safe package struct Database: ~Copyable {
  /// Where the data is kept.
  package enum Location: Hashable, Sendable {
    /// A file, made when absent; its write-ahead log lies beside it.
    case file(String)
    /// Memory of this process, shared by all connections that give the same name, and gone with
    /// the last of them.
    case memory(name: String)
  }

  /// How much a commit promises.
  package enum Durability: Hashable, Sendable {
    /// A commit that has returned survives a power failure (`synchronous=FULL`).
    case full
    /// A commit survives the end of the process; a power failure may undo the last ones, never
    /// tear them (`synchronous=NORMAL`).
    case normal
  }

  /// When opening examines the whole file.
  package enum IntegrityCheck: Hashable, Sendable {
    /// When the file's last user did not close it; see `leftUnclean`.
    case afterUncleanShutdown
    /// Every time.
    case always
    /// Never: another connection of this process has examined it.
    case never
  }

  /// Asked before every statement, with its name and text; what it throws is the statement's
  /// outcome. Lets a test fail a disk, or end a process, at any statement.
  package typealias Gate = @Sendable (SQL) throws(DatabaseError) -> Void

  let connection: OpaquePointer
  let gate: Gate?
  let cache = StatementCache(capacity: 128)
  let nesting = TransactionNesting()

  /// Whether the file's last user did not close it.
  ///
  /// The last connection that closes a database in WAL mode moves the log's content into the file
  /// and removes the log. A log that is there and not empty before the first connection is opened
  /// says that a process ended without closing: it crashed, was killed, or lost power. Another
  /// process that has the file open looks the same, which costs a needless check and nothing else.
  package let leftUnclean: Bool

  private init(owning connection: OpaquePointer, leftUnclean: Bool, gate: Gate?) {
    unsafe self.connection = connection
    self.gate = gate
    self.leftUnclean = leftUnclean
    unsafe sqlite3_extended_result_codes(connection, 1)
  }

  /// Opens a database, creating it when absent, and sets it up: WAL, durability, foreign keys,
  /// busy timeout; then examines it where `integrityCheck` asks for it.
  ///
  /// The busy timeout is the number of milliseconds to wait for another connection's lock;
  /// `fileSystem` is the name under which a file system (`sqlite3_vfs`) is registered, or nothing
  /// for the operating system's own.
  ///
  /// With `releasesPages`, a new file can give pages without rows back to the file system
  /// (`PRAGMA incremental_vacuum`); an existing one keeps what it has.
  ///
  /// - Throws: what SQLite refuses, or `damaged`.
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
      // SQLite takes it for a file without tables only, and before the write-ahead log is on.
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

  /// Asks for a taken lock again every millisecond, at most `limit` times.
  ///
  /// SQLite's own waiting (`sqlite3_busy_timeout`) asks ever more rarely, after 0.1 s only every
  /// 0.1 s. While another connection makes one short transaction after another, it misses the gaps
  /// between them and waits for many.
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
      // A name that begins with a slash is shared between the connections of this process.
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

  /// Percent-encodes what a URI path cannot hold.
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
