/// A migration from one schema version to the next. Its position in the list, from 1, is its
/// version.
package struct Migration: Sendable {
  /// The change in a few words.
  package let name: String
  /// The SQL statements of the change.
  package let script: String

  /// Creates a migration. A released migration is never edited; further changes need a new one.
  package init(_ name: String, _ script: String) {
    self.name = name
    self.script = script
  }
}

extension Database {
  /// The version of the schema, kept in the file's header (`user_version`); 0 for a new file.
  package borrowing func schemaVersion() throws -> Int {
    Int(try integer(SQL("read schema version", "PRAGMA user_version")) ?? 0)
  }

  /// Applies the migrations that this file lacks. Each runs in its own transaction, together with
  /// its version number, so that an interrupted one leaves no trace.
  ///
  /// If two processes open a file at once, each migration still runs once, because the version is
  /// read again under the write lock.
  ///
  /// - Throws: `schemaTooNew` for a file of a newer program, or the error of SQLite.
  package borrowing func migrate(_ migrations: [Migration]) throws {
    let found = try schemaVersion()
    guard found <= migrations.count else {
      throw DatabaseError.schemaTooNew(found: found, known: migrations.count)
    }
    for (index, migration) in migrations.enumerated() where index >= found {
      try transaction {
        guard try schemaVersion() == index else { return }
        try execute(SQL("migration \(index + 1), \(migration.name)", migration.script))
        try execute(SQL("write schema version", "PRAGMA user_version = \(index + 1)"))
      }
    }
  }
}
