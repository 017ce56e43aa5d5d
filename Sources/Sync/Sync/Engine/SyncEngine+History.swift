import Traces

/// The history of syncs.
extension SyncEngine {
  /// Adds the end of the running sync to the history.
  ///
  /// A sync without changes and failures only updates `lastSyncTime` in memory and writes nothing.
  func finishRun(error: String?) {
    // Units that ended the sending are still in the queue.
    let isWorkLeft = run.map { $0.hasMorePages || $0.plan.isWorkLeft || $0.plan.hasEnded } ?? false
    let isDone = error == nil && !isWorkLeft
    planNextSync(isDone: isDone, hasProgress: run?.hasProgress == true)
    guard let finished = run else { return }
    run = nil
    if error == nil { pageLimit = min(SyncEngine.pageSize, pageLimit * 2) }
    let now = configuration.clock.now
    do {
      try refreshPendingCount()
      if error == nil { lastSyncTime = now }
      if error == nil && finished.isIdle { return }
      let store = try store()
      try updateRecord { record in
        record.lastSyncTime = lastSyncTime
        try store.insertHistory(entry(of: finished, error: error, at: now))
      }
    } catch {
      recorder?.note(by: "SyncEngine", "the history could not be written")
    }
  }

  private func entry(of run: SyncRun, error: String?, at now: Timestamp) -> SyncHistoryEntry {
    let status: SyncHistoryEntry.Status =
      error != nil ? .failed : run.counts.refused > 0 ? .partialSuccess : .success
    return SyncHistoryEntry(
      id: configuration.identifiers.next(), timestamp: now,
      eventsCount: run.counts.accepted[.event, default: 0],
      eventTypesCount: run.counts.accepted[.eventType, default: 0], status: status,
      errorMessage: error,
      durationMilliseconds: now.duration(since: run.start).wholeMilliseconds,
      conflictsCount: run.counts.conflicts)
  }

  /// The last syncs, newest first, at most `SyncHistoryEntry.limit`. A successful sync without any
  /// changes has no entry.
  ///
  /// - Throws: the error of the store.
  public func syncHistory() throws -> [SyncHistoryEntry] {
    try store().fetchHistory()
  }

  /// Drops the history.
  ///
  /// - Throws: the error of the store.
  public func clearHistory() throws {
    try store().transaction { try store().clearHistory() }
  }
}
