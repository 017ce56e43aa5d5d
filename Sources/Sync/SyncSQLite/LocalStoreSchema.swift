internal import SQLiteAccess

/// The tables of the local store, by version.
enum LocalStoreSchema {
  static let migrations = [
    Migration("entities", entities + shadows),
    Migration("queue and engine", queue + engine),
    Migration("rereading the feed", "ALTER TABLE engine ADD COLUMN reread_from INTEGER;"),
    Migration("events by time and geofence", eventIndexes),
    Migration("base rows and conflicts", baseRows),
    Migration("length of a backoff", "ALTER TABLE engine ADD COLUMN breaker_wait REAL;"),
    Migration("user of the rows", "ALTER TABLE engine ADD COLUMN user_id TEXT;"),
    Migration("swapping by name", swapping),
    Migration("fewer pages in a commit", fewerPages),
  ]

  /// An event refers to its type without a foreign key, because the feed may deliver it before its
  /// type.
  private static let entities = """
    CREATE TABLE events (\(eventColumns)) WITHOUT ROWID;
    CREATE INDEX events_by_type ON events (event_type_id);
    CREATE TABLE event_types (\(eventTypeColumns)) WITHOUT ROWID;
    CREATE TABLE geofences (\(geofenceColumns)) WITHOUT ROWID;
    CREATE TABLE property_definitions (\(propertyDefinitionColumns)) WITHOUT ROWID;
    CREATE INDEX property_definitions_by_type ON property_definitions (event_type_id);

    """

  private static let eventIndexes = """
    DROP INDEX events_by_type;
    CREATE INDEX events_by_type ON events (event_type_id, timestamp);
    CREATE INDEX events_by_geofence ON events (geofence_id) WHERE geofence_id IS NOT NULL;
    """

  /// The rows that a bootstrap has fetched so far, until they replace the entities.
  private static let shadows = """
    CREATE TABLE shadow_events (\(eventColumns)) WITHOUT ROWID;
    CREATE TABLE shadow_event_types (\(eventTypeColumns)) WITHOUT ROWID;
    CREATE TABLE shadow_geofences (\(geofenceColumns)) WITHOUT ROWID;
    CREATE TABLE shadow_property_definitions (\(propertyDefinitionColumns)) WITHOUT ROWID;
    """

  /// The server's rows of entities with local edits. Edits in an older file have none: the next
  /// sync fetches everything, including their base rows.
  private static let baseRows = """
    CREATE TABLE base_events (\(eventColumns)) WITHOUT ROWID;
    CREATE TABLE base_event_types (\(eventTypeColumns)) WITHOUT ROWID;
    CREATE TABLE base_geofences (\(geofenceColumns)) WITHOUT ROWID;
    CREATE TABLE base_property_definitions (\(propertyDefinitionColumns)) WITHOUT ROWID;
    ALTER TABLE mutations ADD COLUMN releases TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE history ADD COLUMN conflicts INTEGER NOT NULL DEFAULT 0;
    UPDATE engine SET is_bootstrap_forced = 1
      WHERE EXISTS (SELECT 1 FROM mutations WHERE operation <> 'create');
    """

  /// A swap exchanges the names of tables, so the shadow tables have the same indexes. Indexes keep
  /// their names: after a swap, `shadow_events_by_type` is an index of `events`.
  private static let swapping = """
    CREATE INDEX events_in_calendar ON events (id) WHERE calendar_event_id IS NOT NULL;
    CREATE INDEX shadow_events_by_type ON shadow_events (event_type_id, timestamp);
    CREATE INDEX shadow_events_by_geofence ON shadow_events (geofence_id)
      WHERE geofence_id IS NOT NULL;
    CREATE INDEX shadow_events_in_calendar ON shadow_events (id)
      WHERE calendar_event_id IS NOT NULL;
    CREATE INDEX shadow_property_definitions_by_type ON shadow_property_definitions (event_type_id);
    ALTER TABLE engine ADD COLUMN epoch TEXT;
    ALTER TABLE engine ADD COLUMN bootstrap TEXT;
    """

  private static let eventColumns = """
    id TEXT PRIMARY KEY NOT NULL, sync_status TEXT NOT NULL, event_type_id TEXT,
    timestamp INTEGER NOT NULL, notes TEXT, is_all_day INTEGER NOT NULL, end_date INTEGER,
    source_type TEXT NOT NULL, external_id TEXT, original_title TEXT, calendar_event_id TEXT,
    geofence_id TEXT, location_latitude REAL, location_longitude REAL, location_name TEXT,
    healthkit_sample_id TEXT, healthkit_category TEXT, properties TEXT NOT NULL
    """

  private static let eventTypeColumns = """
    id TEXT PRIMARY KEY NOT NULL, sync_status TEXT NOT NULL, name TEXT NOT NULL,
    color TEXT NOT NULL, icon TEXT NOT NULL, created_at INTEGER NOT NULL
    """

  private static let geofenceColumns = """
    id TEXT PRIMARY KEY NOT NULL, sync_status TEXT NOT NULL, name TEXT NOT NULL,
    latitude REAL NOT NULL, longitude REAL NOT NULL, radius REAL NOT NULL,
    event_type_entry_id TEXT, event_type_exit_id TEXT, is_active INTEGER NOT NULL,
    notify_on_entry INTEGER NOT NULL, notify_on_exit INTEGER NOT NULL, created_at INTEGER NOT NULL
    """

  private static let propertyDefinitionColumns = """
    id TEXT PRIMARY KEY NOT NULL, sync_status TEXT NOT NULL, event_type_id TEXT NOT NULL,
    key TEXT NOT NULL, label TEXT NOT NULL, property_type TEXT NOT NULL, options TEXT NOT NULL,
    default_value TEXT, display_order INTEGER NOT NULL, created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
    """

  /// Triggers maintain the queue's length and last position in one row, so that counting takes the
  /// same time for any length, and a position is never used twice. `fewerPages` replaces indexes
  /// and triggers.
  private static let queue = """
    CREATE TABLE mutations (
      sequence INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, client_request_id TEXT NOT NULL,
      entity_kind TEXT NOT NULL, operation TEXT NOT NULL, entity_id TEXT NOT NULL,
      payload BLOB NOT NULL, dependencies TEXT NOT NULL, created_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL, last_error TEXT, last_attempt_at INTEGER, batch_key TEXT,
      is_quarantined INTEGER NOT NULL);
    CREATE INDEX mutations_by_entity ON mutations (entity_id, entity_kind);
    CREATE INDEX mutations_by_batch ON mutations (batch_key) WHERE batch_key IS NOT NULL;
    CREATE INDEX mutations_in_quarantine ON mutations (sequence) WHERE is_quarantined;

    CREATE TABLE queue (
      id INTEGER PRIMARY KEY CHECK (id = 1), length INTEGER NOT NULL, last_place INTEGER NOT NULL);
    INSERT INTO queue VALUES (1, 0, 0);
    CREATE TRIGGER mutation_inserted AFTER INSERT ON mutations BEGIN
      UPDATE queue SET length = length + 1 - new.is_quarantined, last_place = new.sequence;
    END;
    CREATE TRIGGER mutation_deleted AFTER DELETE ON mutations WHEN NOT old.is_quarantined
      BEGIN UPDATE queue SET length = length - 1; END;
    CREATE TRIGGER mutation_moved AFTER UPDATE OF is_quarantined ON mutations
      WHEN old.is_quarantined <> new.is_quarantined
      BEGIN UPDATE queue SET length = length + old.is_quarantined - new.is_quarantined; END;

    CREATE TABLE batches (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE NOT NULL,
      mutation_ids TEXT NOT NULL, is_single INTEGER NOT NULL, created_at INTEGER NOT NULL);

    """

  /// Reduces the pages that an insert into the queue writes from four to two: one of `mutations`,
  /// one of `mutation_keys`.
  ///
  /// `mutation_keys` replaces two indexes. It has two rows for each mutation, which mostly share a
  /// page, because a new entity and its mutation get their ids at the same time:
  ///
  ///     key        sequence  value
  ///     id         0         sequence
  ///     entity_id  sequence  entity_kind
  ///
  /// An insert does not change the row of `queue`. The last position is `last_place`, or the
  /// position of the last mutation if that is higher. Of these positions, `absent` are not in the
  /// queue, because their mutations were deleted or are in quarantine.
  private static let fewerPages = """
    CREATE TABLE new_mutations (
      sequence INTEGER PRIMARY KEY, id TEXT NOT NULL, client_request_id TEXT NOT NULL,
      entity_kind TEXT NOT NULL, operation TEXT NOT NULL, entity_id TEXT NOT NULL,
      payload BLOB NOT NULL, dependencies TEXT NOT NULL, created_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL, last_error TEXT, last_attempt_at INTEGER, batch_key TEXT,
      is_quarantined INTEGER NOT NULL, releases TEXT NOT NULL);
    INSERT INTO new_mutations SELECT
      sequence, id, client_request_id, entity_kind, operation, entity_id, payload, dependencies,
      created_at, attempts, last_error, last_attempt_at, batch_key, is_quarantined, releases
      FROM mutations;
    DROP TABLE mutations;
    ALTER TABLE new_mutations RENAME TO mutations;
    CREATE INDEX mutations_by_batch ON mutations (batch_key) WHERE batch_key IS NOT NULL;
    CREATE INDEX mutations_in_quarantine ON mutations (sequence) WHERE is_quarantined;

    CREATE TABLE mutation_keys (
      key TEXT NOT NULL, sequence INTEGER NOT NULL, value NOT NULL,
      PRIMARY KEY (key, sequence)) WITHOUT ROWID;
    INSERT INTO mutation_keys SELECT id, 0, sequence FROM mutations;
    INSERT INTO mutation_keys SELECT entity_id, sequence, entity_kind FROM mutations;

    ALTER TABLE queue RENAME COLUMN length TO absent;
    UPDATE queue SET absent = last_place - absent;
    CREATE TRIGGER mutation_inserted AFTER INSERT ON mutations BEGIN
      INSERT INTO mutation_keys VALUES (new.id, 0, new.sequence);
      INSERT INTO mutation_keys VALUES (new.entity_id, new.sequence, new.entity_kind);
    END;
    CREATE TRIGGER mutation_inserted_aside AFTER INSERT ON mutations WHEN new.is_quarantined
      BEGIN UPDATE queue SET absent = absent + 1; END;
    CREATE TRIGGER mutation_deleted AFTER DELETE ON mutations BEGIN
      DELETE FROM mutation_keys WHERE key = old.id AND sequence = 0;
      DELETE FROM mutation_keys WHERE key = old.entity_id AND sequence = old.sequence;
      UPDATE queue SET
        absent = absent + 1 - old.is_quarantined, last_place = max(last_place, old.sequence);
    END;
    CREATE TRIGGER mutation_moved AFTER UPDATE OF is_quarantined ON mutations
      WHEN old.is_quarantined <> new.is_quarantined
      BEGIN UPDATE queue SET absent = absent - old.is_quarantined + new.is_quarantined; END;
    CREATE TRIGGER mutation_renamed AFTER UPDATE OF entity_id, entity_kind ON mutations
      WHEN old.entity_id <> new.entity_id OR old.entity_kind <> new.entity_kind BEGIN
      DELETE FROM mutation_keys WHERE key = old.entity_id AND sequence = old.sequence;
      INSERT INTO mutation_keys VALUES (new.entity_id, new.sequence, new.entity_kind);
    END;
    """

  private static let engine = """
    CREATE TABLE engine (
      id INTEGER PRIMARY KEY CHECK (id = 1), account TEXT, cursor INTEGER NOT NULL,
      is_bootstrapped INTEGER NOT NULL, is_bootstrap_forced INTEGER NOT NULL,
      consecutive_rate_limits INTEGER NOT NULL, breaker_trips INTEGER NOT NULL,
      breaker_open_until INTEGER, last_sync_time INTEGER);
    CREATE TABLE history (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, timestamp INTEGER NOT NULL,
      events_count INTEGER NOT NULL, event_types_count INTEGER NOT NULL, status TEXT NOT NULL,
      error_message TEXT, duration INTEGER NOT NULL);
    CREATE TABLE quarantined_changes (
      id INTEGER PRIMARY KEY, entity_kind TEXT NOT NULL, entity_id TEXT NOT NULL,
      operation TEXT NOT NULL, reason TEXT NOT NULL, seen_at INTEGER NOT NULL);
    """
}
