/// What one sync keeps in mind while it runs. Nothing of it is needed after a crash.
struct SyncRun {
  /// When it began.
  var start: Timestamp
  /// What it has done.
  var counts = Counts()
  /// What is sent next; nothing before the queue was asked, or when it has nothing more.
  var unit: SendUnit?
  /// Whether the queue was asked.
  var isPrepared = false
  /// Whether the changes of the server were fetched before anything was sent.
  var isCaughtUp = false
  /// Up to where the queue has been dealt with.
  var handled: Int64 = 0
  /// Mutations that were refused, or are in quarantine: later ones wait for another sync.
  var blocked = WaitingIds()
  /// Mutations that wait for an earlier one, or for what they need.
  var held = WaitingIds()
  /// Batches that got no usable answer and are left for the next sync.
  var deferredBatches: Set<String> = []
  /// Batches that got none in an earlier sync, the one that waits longest first: they go last.
  var postponedBatches: [String] = []
  /// Batches that are split when they get no usable answer, not tried again.
  var failedOnce: Set<String> = []
  /// Requests without a usable answer in a row.
  var failuresInARow = 0
  /// Whether there were so many of them that the rest waits for the next sync.
  var hasEndedSending = false
  /// Events in quarantine that the server has under other ids; `nil` before they were looked for.
  var duplicates: LocalDuplicates?
  /// Whether each of them was compared with what is here.
  var hasResolvedDuplicates = false
  /// Pages of remote changes that were followed by more.
  var pages = 0
  /// Whether mutations wait that another sync may send, or changes that it may fetch.
  var isWorkLeft = false
  /// How often a bootstrap began again, because the feed did not continue.
  var bootstrapRestarts = 0

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

  /// How many requests without a usable answer in a row end the sending.
  static let failureLimit = 3

  /// Whether anything changed here or there.
  var isIdle: Bool { !hasProgress && counts.refused == 0 }

  /// Whether the server accepted something, or something of the server's was stored.
  var hasProgress: Bool { !counts.accepted.isEmpty || counts.applied > 0 }
}

/// A batch and its members: what goes out in one request.
struct SendUnit {
  var batch: MutationBatch
  var mutations: [PendingMutation]

  /// Whether it got no usable answer before.
  var isInTrouble: Bool { mutations.allSatisfy { $0.lastError != nil } }
}
