public import Foundation

/// A store that buffers values in memory briefly and then writes them together.
public protocol BufferedMetricStore: MetricStore {
  /// The implementation of the store.
  var core: MetricStoreCore { get }
}

/// The common implementation of the stores of this module.
public struct MetricStoreCore: Sendable {
  /// A single reference, so that a store fits into an `any MetricStore` without an allocation.
  let buffer: MetricBuffer

  init(_ sink: any MetricSink, options: MetricStoreOptions) {
    buffer = MetricBuffer(sink, options: options)
  }
}

extension BufferedMetricStore {
  /// Stores a value recorded now. When this returns, the value is written and visible to reads.
  public func record<T>(_ metric: Metric<T>, value: T) async throws where T: MetricValue {
    try await record(metric, value: value, at: RecordingTime.current ?? Date())
  }

  /// Stores a value. When this returns, the value is written and visible to reads; only `flush()`
  /// protects it from a power failure. The value is not stored if this throws.
  public func record<T>(_ metric: Metric<T>, value: T, at timestamp: Date) async throws
  where T: MetricValue {
    try await core.buffer.record(PendingSample(metric, value, at: timestamp))
  }

  /// Accepts a value, which is written within `MetricStoreOptions.writeDelay`.
  public func submit<T>(_ metric: Metric<T>, value: T, at timestamp: Date) where T: MetricValue {
    core.buffer.submit(PendingSample(metric, value, at: timestamp))
  }

  /// All entries with timestamps in `startDate...endDate`, including those that are still waiting.
  public func retrieveAll(from startDate: Date, until endDate: Date) async throws -> [MetricEntry] {
    var found: [MetricEntry] = []
    let batches = EntryBatches(core, from: startDate, until: endDate)
    while let batch = try await batches.next() { found += batch }
    return found
  }

  /// The same entries one after the other, read from the store piece by piece.
  public func entries(from startDate: Date, until endDate: Date) -> MetricEntries {
    let core = core
    return MetricEntries { EntryBatches(core, from: startDate, until: endDate) }
  }

  /// Waits until all values submitted before this call are stored durably; throws if one could not
  /// be written.
  public func flush() async throws {
    try await core.buffer.flush()
  }

  /// The same as `flush()`; later reads include the earlier writes of other processes.
  public func sync() async throws { try await flush() }

  /// The statistics of the store.
  public var statistics: MetricStoreStatistics { core.buffer.statistics }

  /// Writes the waiting values, then removes the entries that the policy, by default the store's
  /// own, does not keep.
  ///
  /// - Returns: the numbers of kept and removed entries.
  /// - Throws: `MetricStoreError`; the entries are then unchanged.
  @discardableResult
  public func compact(_ retention: MetricRetention? = nil) async throws -> MetricCompaction {
    let retention = retention ?? core.buffer.options.retention
    return try await core.buffer.afterWriting { try $0.compact(retention, now: Date()) }
  }

  /// Removes entries older than a number of days of 24 hours.
  ///
  /// - Returns: the numbers of kept and removed entries.
  /// - Throws: `MetricStoreError`; the entries are then unchanged.
  @discardableResult
  public func optimize(maxRetentionDays: Int) async throws -> MetricCompaction {
    try await compact(MetricRetention(maximumAge: Double(maxRetentionDays) * 86_400))
  }
}
