/// One step from a schema version to the next; its place in the list is its version, from 1.
package struct Migration: Sendable {
  /// What it changes, in a few words.
  package let name: String
  /// The statements that change it.
  package let script: String

  /// Describes a step. Once released, a step is never edited: a further step follows it.
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

  /// Takes the steps that this file has not seen, each in a transaction of its own together with
  /// its version number, so that an interrupted one has not happened.
  ///
  /// Two processes that open a file at once take each step once: the version is read again under
  /// the write lock.
  ///
  /// - Throws: `schemaTooNew` for a file of a newer program; what SQLite refuses.
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
