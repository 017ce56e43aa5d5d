/// The environment of a sync engine apart from its network client and its store.
public struct SyncEngineConfiguration: Sendable {
  /// The account of the data; a store of another account is refused with
  /// `SyncStoreError.wrongAccount`. `nil` accepts the store of any account.
  public var account: String?
  /// The clock, which also provides waiting.
  public var clock: any SyncClock
  /// The source of jitter.
  public var random: SyncRandom
  /// The source of identifiers and keys.
  public var identifiers: IdentifierSource
  /// Whether the engine starts syncs by itself: a probe at the end of the breaker's backoff, a new
  /// sync, after growing delays, if one failed or left work, and a sync after an edit. Otherwise
  /// only `performSync()` and `requestSync()` start a sync.
  public var retriesAfterBackoff: Bool
  /// The time that an edit waits for further ones before a sync starts; `EventStore` uses it.
  public var editDelay: Duration
  /// The default of `editDelay`: one second.
  public static let defaultEditDelay = Duration.seconds(1)
  /// Resolves a conflict between a local edit and a change on another device; by default, the local
  /// edit is kept. It is called on the engine, within a transaction, and must not block.
  public var resolveConflict: @Sendable (SyncConflict) -> SyncConflictResolution

  /// Creates a configuration; the defaults are for production. Without `identifiers`, a source is
  /// created from `clock` and `random`.
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
