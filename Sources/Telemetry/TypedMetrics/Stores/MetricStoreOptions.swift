public import Foundation

/// How a store gathers and keeps values.
public struct MetricStoreOptions: Sendable {
  /// The longest that a recorded value waits before it is written, however many follow it.
  public var writeDelay: Duration
  /// How many values may wait; those beyond are dropped and counted.
  public var pendingLimit: Int
  /// What is thrown away.
  public var retention: MetricRetention
  /// Called with whatever goes wrong behind `Metric.record`; on a background thread.
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

/// Which entries a store throws away by itself.
public struct MetricRetention: Hashable, Sendable {
  /// Entries older than this go, in seconds; those with timestamps in the future stay.
  public var maximumAge: TimeInterval?
  /// When the store is larger than this, in bytes, the oldest entries go until it is at most three
  /// quarters of it.
  public var maximumBytes: Int?

  /// Creates a policy; what is missing is unlimited.
  public init(maximumAge: TimeInterval? = nil, maximumBytes: Int? = nil) {
    self.maximumAge = maximumAge
    self.maximumBytes = maximumBytes
  }

  /// Keeps everything.
  public static let unlimited = MetricRetention()
}

/// What a store did so far.
public struct MetricStoreStatistics: Hashable, Sendable {
  /// Values written.
  public var written = 0
  /// Values waiting to be written.
  public var pending = 0
  /// Values dropped because too many were waiting.
  public var dropped = 0
  /// Values that could not be encoded.
  public var notEncodable = 0
  /// Attempts to write that failed; what `Metric.record` handed over is tried again.
  public var failedWrites = 0
  /// The latest failure, until a write succeeds again.
  public var failure: MetricStoreError?

  /// Nothing done yet.
  public init() {}
}

/// What a compaction did.
public struct MetricCompaction: Hashable, Sendable {
  /// Entries kept.
  public var kept = 0
  /// Entries thrown away.
  public var removed = 0
  /// Lines thrown away because they are no entries.
  public var unreadable = 0

  /// Nothing done yet.
  public init() {}
}
