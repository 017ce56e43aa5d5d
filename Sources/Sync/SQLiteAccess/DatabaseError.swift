private import CSQLite

/// The errors of a database.
public enum DatabaseError: Error, Hashable, Sendable {
  /// SQLite returned an error: its extended result code, its message, and the name of the
  /// statement.
  case refused(code: Int32, message: String, statement: String)
  /// The file was written by a newer version of this code.
  case schemaTooNew(found: Int, known: Int)
  /// The integrity check found damage; the first findings, verbatim from SQLite.
  case damaged([String])
  /// A column has an unexpected value, because another program has written to the file.
  case unexpectedValue(column: String, found: String, statement: String)
}

extension DatabaseError {
  /// SQLite's primary result code, the low byte of the extended one.
  public var primaryCode: Int32? {
    guard case .refused(let code, _, _) = self else { return nil }
    return code & 0xff
  }

  /// Whether a UNIQUE or PRIMARY KEY constraint was violated.
  public var isUniqueViolation: Bool {
    guard case .refused(let code, _, _) = self else { return false }
    return code == uniqueViolation || code == primaryKeyViolation
  }

  /// Whether another connection held the lock for longer than the busy timeout.
  public var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

  /// Whether the file is not a database, or its pages contradict each other.
  public var isDamage: Bool {
    if case .damaged = self { return true }
    return primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB
  }
}

/// The extended codes are function-like macros in SQLite's header, which Swift cannot import.
private let uniqueViolation = SQLITE_CONSTRAINT | (8 << 8)
private let primaryKeyViolation = SQLITE_CONSTRAINT | (6 << 8)

extension DatabaseError: CustomStringConvertible {
  /// One sentence for the user: `insert event: UNIQUE constraint failed: events.id (SQLite 1555)`.
  public var description: String {
    switch self {
    case .refused(let code, let message, let statement):
      "\(statement): \(message) (SQLite \(code))"
    case .schemaTooNew(let found, let known):
      "the database has schema version \(found); this program supports versions up to \(known)"
    case .damaged(let findings):
      "the database is damaged: \(findings.joined(separator: "; "))"
    case .unexpectedValue(let column, let found, let statement):
      "\(statement): column \(column) holds \(found)"
    }
  }
}
