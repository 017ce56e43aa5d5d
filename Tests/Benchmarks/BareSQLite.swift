import CSQLite

/// SQLite's C interface without any layer above it: one table, one row of a given size in each
/// commit.
///
/// The settings are those of the local store: a write-ahead log, and commits that wait for the
/// disk.
final class BareSQLite {
  /// An error of SQLite with its result code.
  struct Failure: Error {
    let code: Int32
  }

  private var connection: OpaquePointer?
  private var statements: [OpaquePointer] = []
  private let row: [UInt8]

  init(path: String, bytesPerRow: Int) throws {
    row = Array(repeating: 0x61, count: bytesPerRow)
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    try check(sqlite3_open_v2(path, &connection, flags, nil))
    let setUp = """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE rows (id INTEGER PRIMARY KEY, content BLOB NOT NULL);
      """
    try check(sqlite3_exec(connection, setUp, nil, nil, nil))
    for text in ["BEGIN IMMEDIATE", "INSERT INTO rows (content) VALUES (?)", "COMMIT"] {
      var statement: OpaquePointer?
      try check(sqlite3_prepare_v2(connection, text, -1, &statement, nil))
      if let statement { statements.append(statement) }
    }
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close_v2(connection)
  }

  /// Inserts one row in a separate transaction.
  func commitRow() throws {
    for (number, statement) in statements.enumerated() {
      if number == 1 {
        // Without a destructor, SQLite only borrows the bytes until the next binding.
        try row.withUnsafeBytes { bytes in
          try check(
            sqlite3_bind_blob(statement, 1, bytes.baseAddress, Int32(bytes.count), nil))
          try step(statement)
        }
      } else {
        try step(statement)
      }
    }
  }

  /// Copies a database without its unused space.
  static func copyCompactly(_ path: String, to copy: String) throws {
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    var code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil)
    if code == SQLITE_OK {
      sqlite3_busy_timeout(connection, 5000)
      code = sqlite3_exec(connection, "VACUUM INTO '\(copy)'", nil, nil, nil)
    }
    guard code == SQLITE_OK else { throw Failure(code: code) }
  }

  private func step(_ statement: OpaquePointer) throws {
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw Failure(code: code) }
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw Failure(code: code) }
  }
}
