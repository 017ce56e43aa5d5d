public import Foundation

/// Options for buffering and keeping values.
public struct MetricStoreOptions: Sendable {
  /// The longest time that a recorded value waits before it is written, 250 ms by default. After a
  /// failed write, values of `Metric.record` are tried again after at least a second, or with the
  /// next awaited value.
  public var writeDelay: Duration
  /// The maximum number of waiting values, 1,048,576 by default. Further values of `Metric.record`
  /// are dropped and counted; values of an awaited `record` are always accepted.
  public var pendingLimit: Int
  /// The policy for removing old entries.
  public var retention: MetricRetention
  /// Called, on a background thread, with errors that occur after `Metric.record` has returned.
  public var onError: (@Sendable (MetricStoreError) -> Void)?

  /// Creates options.
  public init(
    writeDelay: Duration = .milliseconds(250), pendingLimit: Int = 1 << 20,
    retention: MetricRetention = .unlimited,
    onError: (@Sendable (MetricStoreError) -> Void)? = nil
  ) {
    self.writeDelay = writeDelay
    self.pendingLimit = pendingLimit
    self.retention = retention
    self.onError = onError
  }
}

/// The entries that a store removes by itself, or when `compact(_:)` is called.
///
/// Entries are removed when others are written. Stores in user defaults remove only complete
/// pieces of about 16 KiB, so an old entry may stay as long as a newer one of its piece.
public struct MetricRetention: Hashable, Sendable {
  /// Entries older than this many seconds are removed; those with timestamps in the future are
  /// kept. A file store does so at its first write and after each eighth of this time. The other
  /// stores do so only in `compact(_:)`, or when they exceed `maximumBytes`.
  public var maximumAge: TimeInterval?
  /// If the store is larger than this many bytes, its oldest entries are removed until it has at
  /// most three quarters of that size.
  public var maximumBytes: Int?

  /// Creates a policy; `nil` means unlimited.
  public init(maximumAge: TimeInterval? = nil, maximumBytes: Int? = nil) {
    self.maximumAge = maximumAge
    self.maximumBytes = maximumBytes
  }

  /// Keeps everything.
  public static let unlimited = MetricRetention()
}

/// Statistics of a store.
public struct MetricStoreStatistics: Hashable, Sendable {
  /// The number of values written.
  public var written = 0
  /// The number of values waiting to be written.
  public var pending = 0
  /// The number of values dropped because too many were waiting.
  public var dropped = 0
  /// The number of values that could not be encoded.
  public var notEncodable = 0
  /// The number of failed attempts to write; values submitted with `Metric.record` are tried again.
  public var failedWrites = 0
  /// The latest failure; `nil` after the next successful write.
  public var failure: MetricStoreError?

  /// Creates statistics with zeros.
  public init() {}
}

/// The result of a compaction.
public struct MetricCompaction: Hashable, Sendable {
  /// The number of entries kept.
  public var kept = 0
  /// The number of entries removed.
  public var removed = 0
  /// The number of lines removed because they are not entries.
  public var unreadable = 0

  /// Creates a result with zeros.
  public init() {}
}
