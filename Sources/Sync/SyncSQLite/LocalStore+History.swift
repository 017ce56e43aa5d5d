internal import SQLiteAccess
public import Sync

extension LocalStore {
  /// The last syncs, newest first, at most `SyncHistoryEntry.limit`.
  ///
  /// An entry with an unknown status counts as failed.
  public func fetchHistory() throws -> [SyncHistoryEntry] {
    try database.rows(
      SQL(
        "fetch history",
        """
        SELECT id, timestamp, events_count, event_types_count, status, error_message, duration,
          conflicts
        FROM history ORDER BY sequence DESC LIMIT ?
        """), [SQLValue(SyncHistoryEntry.limit)]
    ) { row in
      SyncHistoryEntry(
        id: try row.text(0), timestamp: try row.timestamp(1),
        eventsCount: Int(try row.integer(2)), eventTypesCount: Int(try row.integer(3)),
        status: SyncHistoryEntry.Status(rawValue: try row.text(4)) ?? .failed,
        errorMessage: try row.optionalText(5), durationMilliseconds: try row.integer(6),
        conflictsCount: Int(try row.integer(7)))
    }
  }

  /// Adds an entry and drops the oldest ones beyond the limit.
  public func insertHistory(_ entry: SyncHistoryEntry) throws {
    try writeTogether {
      try write(
        SQL(
          "insert history entry",
          """
          INSERT INTO history (
            id, timestamp, events_count, event_types_count, status, error_message, duration,
            conflicts)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """),
        [
          .text(entry.id), SQLValue(entry.timestamp), SQLValue(entry.eventsCount),
          SQLValue(entry.eventTypesCount), .text(entry.status.rawValue),
          SQLValue(entry.errorMessage), .integer(entry.durationMilliseconds),
          SQLValue(entry.conflictsCount),
        ])
      try write(
        SQL(
          "drop old history",
          """
          DELETE FROM history WHERE sequence NOT IN
            (SELECT sequence FROM history ORDER BY sequence DESC LIMIT ?)
          """), [SQLValue(SyncHistoryEntry.limit)])
    }
  }

  /// Drops all entries.
  public func clearHistory() throws {
    try write(SQL("clear history", "DELETE FROM history"))
  }
}
