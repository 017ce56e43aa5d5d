/// The data of one running sync. None of it is needed after a crash.
final class SyncRun {
  /// The time when it began.
  let start: Timestamp
  /// The work done so far.
  var counts = Counts()
  /// The next unit to send; `nil` before the queue was read, and at its end.
  var unit: SendUnit?
  /// Whether the queue was read.
  var isPrepared = false
  /// Whether the server's changes were fetched before edits were sent.
  var isCaughtUp = false
  /// The order of the requests.
  var plan = PushPlan()
  /// The number of consecutive requests without a usable answer.
  var failuresInARow = 0
  /// Events in quarantine that the server has under other ids; `nil` before they were searched for.
  var duplicates: LocalDuplicates?
  /// Whether each of them was compared with the local rows.
  var hasResolvedDuplicates = false
  /// The number of fetched pages of remote changes that were not the last.
  var pages = 0
  /// Whether changes remain that another sync may fetch.
  var hasMorePages = false
  /// The number of times that the bootstrap restarted because the feed did not continue.
  var bootstrapRestarts = 0

  init(start: Timestamp) { self.start = start }

  /// The figures of a sync, for the history.
  struct Counts {
    /// The number of accepted mutations, by kind.
    var accepted: [EntityKind: Int] = [:]
    /// The number of mutations that were refused, postponed or put into quarantine.
    var refused = 0
    /// The number of remote changes and rows stored.
    var applied = 0
    /// The number of conflicts resolved.
    var conflicts = 0
  }

  /// Whether nothing changed, locally or on the server.
  var isIdle: Bool { !hasProgress && counts.refused == 0 }

  /// Whether the server accepted a mutation, or a row of the server was stored.
  var hasProgress: Bool { !counts.accepted.isEmpty || counts.applied > 0 }
}
