import SQLiteAccess

/// Converts a store's file to an earlier version of its schema, for tests of migrations.
enum FormerSchema {
  /// Version 8: `mutations` has an index for ids and one for entities, and `queue` contains the
  /// number of queued mutations. Every insert writes all of them.
  static func restoreVersion8(_ path: String) throws {
    let database = try Database.open(.file(path))
    try database.transaction {
      try database.execute(SQL("go back to version 8", countedQueue))
    }
  }

  private static let countedQueue = """
    CREATE TABLE former_mutations (
      sequence INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, client_request_id TEXT NOT NULL,
      entity_kind TEXT NOT NULL, operation TEXT NOT NULL, entity_id TEXT NOT NULL,
      payload BLOB NOT NULL, dependencies TEXT NOT NULL, created_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL, last_error TEXT, last_attempt_at INTEGER, batch_key TEXT,
      is_quarantined INTEGER NOT NULL);
    ALTER TABLE former_mutations ADD COLUMN releases TEXT NOT NULL DEFAULT '[]';
    INSERT INTO former_mutations SELECT * FROM mutations;
    DROP TABLE mutation_keys;
    CREATE TABLE former_queue (
      id INTEGER PRIMARY KEY CHECK (id = 1), length INTEGER NOT NULL, last_place INTEGER NOT NULL);
    INSERT INTO former_queue SELECT 1,
      (SELECT count(*) FROM mutations WHERE NOT is_quarantined),
      max(last_place, coalesce((SELECT max(sequence) FROM mutations), 0)) FROM queue;
    DROP TABLE mutations;
    ALTER TABLE former_mutations RENAME TO mutations;
    DROP TABLE queue;
    ALTER TABLE former_queue RENAME TO queue;
    CREATE INDEX mutations_by_entity ON mutations (entity_id, entity_kind);
    CREATE INDEX mutations_by_batch ON mutations (batch_key) WHERE batch_key IS NOT NULL;
    CREATE INDEX mutations_in_quarantine ON mutations (sequence) WHERE is_quarantined;
    CREATE TRIGGER mutation_inserted AFTER INSERT ON mutations BEGIN
      UPDATE queue SET length = length + 1 - new.is_quarantined, last_place = new.sequence;
    END;
    CREATE TRIGGER mutation_deleted AFTER DELETE ON mutations WHEN NOT old.is_quarantined
      BEGIN UPDATE queue SET length = length - 1; END;
    CREATE TRIGGER mutation_moved AFTER UPDATE OF is_quarantined ON mutations
      WHEN old.is_quarantined <> new.is_quarantined
      BEGIN UPDATE queue SET length = length + old.is_quarantined - new.is_quarantined; END;
    PRAGMA user_version = 8;
    """
}
