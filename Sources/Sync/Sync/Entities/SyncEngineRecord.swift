/// What the engine itself must remember: one row in the store of an account.
///
/// It is written in the transaction of what it speaks about: the cursor with its page, the breaker
/// with its trip.
public struct SyncEngineRecord: Hashable, Sendable {
  /// The account whose data the store holds; nothing while new.
  public var account: String?
  /// The user that the server names in its rows; `nil` before the first row.
  public var userId: String?
  /// The last change of the feed that is in the store.
  public var cursor: Int64
  /// Where the feed must be read again from: from there on it has changes of entities whose own
  /// edits were without an answer when it was read.
  public var rereadFrom: Int64?
  /// The epoch of the feed that `cursor` is a place in; `nil` if the server names none.
  public var epoch: String?
  /// Whether the store holds a complete copy that the cursor continues.
  public var isBootstrapped: Bool
  /// Whether the next sync must fetch everything anew.
  public var isBootstrapForced: Bool
  /// 429 answers in a row.
  public var consecutiveRateLimits: Int
  /// How often the breaker tripped since a sync last went through.
  public var breakerTrips: Int
  /// When the breaker may be probed; nothing while closed.
  public var breakerOpenUntil: Timestamp?
  /// The length of the wait that ends then, in seconds: the most that can be left of it, whatever
  /// time the clock shows after a restart.
  public var breakerWait: Double?
  /// When a sync last went through.
  public var lastSyncTime: Timestamp?
  /// How far a bootstrap has come; `nil` if none is under way.
  public var bootstrap: BootstrapProgress?

  /// Creates it; an omitted value has its default.
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
