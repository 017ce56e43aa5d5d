internal import SQLiteAccess
public import Sync

extension LocalStore {
  /// The engine's row; the default one in a new store.
  public func readEngineRecord() throws -> SyncEngineRecord {
    try database.first(
      SQL(
        "read engine record",
        """
        SELECT account, cursor, is_bootstrapped, is_bootstrap_forced, consecutive_rate_limits,
          breaker_trips, breaker_open_until, last_sync_time, reread_from, breaker_wait,
          user_id, epoch, bootstrap
        FROM engine
        """)
    ) { row in
      SyncEngineRecord(
        account: try row.optionalText(0), userId: try row.optionalText(10),
        cursor: try row.integer(1),
        rereadFrom: try row.optionalInteger(8), epoch: try row.optionalText(11),
        isBootstrapped: try row.truth(2), isBootstrapForced: try row.truth(3),
        consecutiveRateLimits: Int(try row.integer(4)), breakerTrips: Int(try row.integer(5)),
        breakerOpenUntil: try row.optionalTimestamp(6), breakerWait: try row.optionalReal(9),
        lastSyncTime: try row.optionalTimestamp(7),
        bootstrap: try row.optionalText(12).map {
          try WireCoding.decode(BootstrapProgress.self, from: Array($0.utf8))
        })
    } ?? SyncEngineRecord()
  }

  /// Replaces the engine's row.
  public func writeEngineRecord(_ record: SyncEngineRecord) throws {
    try write(
      SQL(
        "write engine record",
        """
        INSERT OR REPLACE INTO engine (
          id, account, cursor, is_bootstrapped, is_bootstrap_forced, consecutive_rate_limits,
          breaker_trips, breaker_open_until, last_sync_time, reread_from, breaker_wait,
          user_id, epoch, bootstrap)
        VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """),
      [
        SQLValue(record.account), .integer(record.cursor), SQLValue(record.isBootstrapped),
        SQLValue(record.isBootstrapForced), SQLValue(record.consecutiveRateLimits),
        SQLValue(record.breakerTrips), SQLValue(record.breakerOpenUntil),
        SQLValue(record.lastSyncTime), SQLValue(record.rereadFrom),
        SQLValue(record.breakerWait), SQLValue(record.userId), SQLValue(record.epoch),
        try record.bootstrap.map { try SQLValue(json: $0) } ?? .null,
      ])
  }
}
