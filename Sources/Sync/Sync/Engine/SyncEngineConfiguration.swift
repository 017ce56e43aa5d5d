/// What a sync engine works with, beyond its network client and its store.
public struct SyncEngineConfiguration: Sendable {
  /// The account whose data this is; a store of another account is refused.
  public var account: String?
  /// Tells the time and waits.
  public var clock: any SyncClock
  /// The source of jitter.
  public var random: SyncRandom
  /// Makes identifiers and keys.
  public var identifiers: IdentifierSource
  /// Whether the engine starts syncs by itself: a probe when the breaker's backoff is over, a new
  /// sync, with growing waits, after one that failed or left work, and one after an edit. Without
  /// it, only `performSync()` and `requestSync()` start one.
  public var retriesAfterBackoff: Bool
  /// How long an edit waits for further ones before a sync starts.
  public var editDelay: Duration
  /// The delay after an edit unless the app chooses another.
  public static let defaultEditDelay = Duration.seconds(1)
  /// Resolves a conflict between an edit here and a change on another device. It is called inside
  /// the engine and must not wait.
  public var resolveConflict: @Sendable (SyncConflict) -> SyncConflictResolution

  /// Creates a configuration; without arguments, one for production.
  public init(
    account: String? = nil, clock: any SyncClock = SystemSyncClock(),
    random: SyncRandom = .system(), identifiers: IdentifierSource? = nil,
    retriesAfterBackoff: Bool = true, editDelay: Duration = defaultEditDelay,
    resolveConflict: @escaping @Sendable (SyncConflict) -> SyncConflictResolution = { _ in
      .keepLocal
    }
  ) {
    self.account = account
    self.clock = clock
    self.random = random
    self.identifiers = identifiers ?? IdentifierSource(clock: clock, random: random)
    self.retriesAfterBackoff = retriesAfterBackoff
    self.editDelay = editDelay
    self.resolveConflict = resolveConflict
  }
}
