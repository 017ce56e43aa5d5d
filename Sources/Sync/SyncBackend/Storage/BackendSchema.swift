internal import SQLiteAccess

/// The tables of the server. Every row belongs to a user and is invisible to all others.
enum BackendSchema {
  static let migrations = [
    Migration("entities", entities),
    Migration("change log and idempotency keys", protocolTables),
    Migration("epoch of the change log", epoch),
    Migration("idempotency keys by user and age", keysByAge),
  ]

  private static let entities = """
    CREATE TABLE event_types (
      user_id TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, color TEXT NOT NULL,
      icon TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
      PRIMARY KEY (user_id, id)) WITHOUT ROWID;
    CREATE UNIQUE INDEX event_types_by_name ON event_types (user_id, name);

    CREATE TABLE events (
      user_id TEXT NOT NULL, id TEXT NOT NULL, event_type_id TEXT NOT NULL,
      timestamp INTEGER NOT NULL, notes TEXT, is_all_day INTEGER NOT NULL, end_date INTEGER,
      source_type TEXT NOT NULL, external_id TEXT, original_title TEXT, geofence_id TEXT,
      location_latitude REAL, location_longitude REAL, location_name TEXT,
      healthkit_sample_id TEXT, healthkit_category TEXT, properties TEXT NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
      PRIMARY KEY (user_id, id),
      FOREIGN KEY (user_id, event_type_id) REFERENCES event_types (user_id, id));
    CREATE INDEX events_by_time ON events (user_id, timestamp DESC, id DESC);
    CREATE INDEX events_of_type ON events (user_id, event_type_id);
    CREATE UNIQUE INDEX events_by_type ON events (user_id, event_type_id, timestamp)
      WHERE source_type <> 'healthkit';
    CREATE UNIQUE INDEX events_by_sample ON events (user_id, healthkit_sample_id)
      WHERE source_type = 'healthkit';
    CREATE UNIQUE INDEX events_by_content
      ON events (user_id, event_type_id, timestamp / 1000, healthkit_category)
      WHERE source_type = 'healthkit';

    CREATE TABLE geofences (
      user_id TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, latitude REAL NOT NULL,
      longitude REAL NOT NULL, radius REAL NOT NULL, event_type_entry_id TEXT,
      event_type_exit_id TEXT, is_active INTEGER NOT NULL, notify_on_entry INTEGER NOT NULL,
      notify_on_exit INTEGER NOT NULL, ios_region_identifier TEXT, created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL, PRIMARY KEY (user_id, id)) WITHOUT ROWID;
    CREATE UNIQUE INDEX geofences_by_name ON geofences (user_id, name);

    CREATE TABLE property_definitions (
      user_id TEXT NOT NULL, id TEXT NOT NULL, event_type_id TEXT NOT NULL, key TEXT NOT NULL,
      label TEXT NOT NULL, property_type TEXT NOT NULL, options TEXT,
      default_value TEXT, display_order INTEGER NOT NULL, created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL, PRIMARY KEY (user_id, id),
      FOREIGN KEY (user_id, event_type_id) REFERENCES event_types (user_id, id)) WITHOUT ROWID;
    CREATE UNIQUE INDEX property_definitions_by_key
      ON property_definitions (user_id, event_type_id, key);
    """

  /// A request removes only the old keys of its own user, so that it does not wait for the rows of
  /// another one.
  private static let keysByAge = """
    DROP INDEX idempotency_keys_by_age;
    CREATE INDEX idempotency_keys_by_age ON idempotency_keys (user_id, created_at);
    """

  /// After a backup was restored, its next change numbers may already have been used before.
  /// Therefore the operator begins a new epoch, and every cursor of the former one is refused.
  private static let epoch = """
    CREATE TABLE feed (
      id INTEGER PRIMARY KEY CHECK (id = 1), epoch TEXT NOT NULL, oldest_cursor INTEGER NOT NULL);
    INSERT INTO feed VALUES (1, '0', 0);
    """

  /// AUTOINCREMENT: a change number is never used twice. Numbers are assigned under the write lock,
  /// so that they become visible in order and a reader's cursor misses none.
  private static let protocolTables = """
    CREATE TABLE changes (
      id INTEGER PRIMARY KEY AUTOINCREMENT, user_id TEXT NOT NULL, entity_type TEXT NOT NULL,
      operation TEXT NOT NULL, entity_id TEXT NOT NULL, data TEXT, created_at INTEGER NOT NULL);
    CREATE INDEX changes_by_user ON changes (user_id, id);
    CREATE INDEX changes_of_deleted ON changes (user_id, entity_id) WHERE operation = 'delete';

    CREATE TABLE idempotency_keys (
      user_id TEXT NOT NULL, key TEXT NOT NULL, route TEXT NOT NULL, body_hash TEXT NOT NULL,
      status INTEGER NOT NULL, body BLOB NOT NULL, created_at INTEGER NOT NULL,
      PRIMARY KEY (user_id, key, route)) WITHOUT ROWID;
    CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);
    """
}
