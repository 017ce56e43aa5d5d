/// What one sync keeps in mind while it runs. Nothing of it is needed after a crash.
final class SyncRun {
  /// When it began.
  let start: Timestamp
  /// The work done so far.
  var counts = Counts()
  /// The next request; `nil` before the queue was read, and at its end.
  var unit: SendUnit?
  /// Whether the queue was asked.
  var isPrepared = false
  /// Whether the changes of the server were fetched before anything was sent.
  var isCaughtUp = false
  /// The order of sending.
  var plan = PushPlan()
  /// Requests without a usable answer in a row.
  var failuresInARow = 0
  /// Events in quarantine that the server has under other ids; `nil` before they were looked for.
  var duplicates: LocalDuplicates?
  /// Whether each of them was compared with the local rows.
  var hasResolvedDuplicates = false
  /// Pages of remote changes that were followed by more.
  var pages = 0
  /// Whether changes wait that another sync may fetch.
  var hasMorePages = false
  /// How often a bootstrap began again, because the feed did not continue.
  var bootstrapRestarts = 0

  init(start: Timestamp) { self.start = start }

  /// What a sync has done, for the history.
  struct Counts {
    /// Mutations accepted, by kind.
    var accepted: [EntityKind: Int] = [:]
    /// Mutations refused or put aside.
    var refused = 0
    /// Remote changes and rows that were stored.
    var applied = 0
    /// Conflicts that were resolved.
    var conflicts = 0
  }

  /// Whether anything changed here or there.
  var isIdle: Bool { !hasProgress && counts.refused == 0 }

  /// Whether the server accepted something, or something of the server's was stored.
  var hasProgress: Bool { !counts.accepted.isEmpty || counts.applied > 0 }
}
