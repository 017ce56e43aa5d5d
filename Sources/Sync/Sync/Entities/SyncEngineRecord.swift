/// The persistent state of the engine: one row in the store of an account.
///
/// It is written in the same transaction as the data it describes: the cursor with its page, the
/// breaker with its trip.
public struct SyncEngineRecord: Hashable, Sendable {
  /// The account of the stored data; `nil` in a new store.
  public var account: String?
  /// The user id in the server's rows; `nil` before the first row.
  public var userId: String?
  /// The last stored change of the feed.
  public var cursor: Int64
  /// The position from which the feed must be reread. After it, there are changes of entities whose
  /// own edits had no answer when the feed was read.
  public var rereadFrom: Int64?
  /// The epoch of the feed to which `cursor` belongs; `nil` if the server has none.
  public var epoch: String?
  /// Whether the store contains a complete copy that continues at the cursor.
  public var isBootstrapped: Bool
  /// Whether the next sync must fetch everything again.
  public var isBootstrapForced: Bool
  /// The number of consecutive rate limits: 429, or 5xx with `Retry-After`.
  public var consecutiveRateLimits: Int
  /// The number of breaker trips since the server last accepted a mutation or a sync succeeded, at
  /// most the length of `CircuitBreaker.backoffSchedule`.
  public var breakerTrips: Int
  /// The time from which the breaker may be probed; `nil` while it is closed.
  public var breakerOpenUntil: Timestamp?
  /// The total length in seconds of the wait that ends then. It limits the rest of the wait if the
  /// clock has changed after a restart.
  public var breakerWait: Double?
  /// The time of the last successful sync.
  public var lastSyncTime: Timestamp?
  /// The progress of a bootstrap; `nil` if none is running.
  public var bootstrap: BootstrapProgress?

  /// Creates a record; omitted values have their defaults.
  public init(
    account: String? = nil, userId: String? = nil, cursor: Int64 = 0, rereadFrom: Int64? = nil,
    epoch: String? = nil, isBootstrapped: Bool = false, isBootstrapForced: Bool = false,
    consecutiveRateLimits: Int = 0, breakerTrips: Int = 0, breakerOpenUntil: Timestamp? = nil,
    breakerWait: Double? = nil, lastSyncTime: Timestamp? = nil, bootstrap: BootstrapProgress? = nil
  ) {
    self.account = account
    self.userId = userId
    self.cursor = cursor
    self.rereadFrom = rereadFrom
    self.epoch = epoch
    self.isBootstrapped = isBootstrapped
    self.isBootstrapForced = isBootstrapForced
    self.consecutiveRateLimits = consecutiveRateLimits
    self.breakerTrips = breakerTrips
    self.breakerOpenUntil = breakerOpenUntil
    self.breakerWait = breakerWait
    self.lastSyncTime = lastSyncTime
    self.bootstrap = bootstrap
  }
}
