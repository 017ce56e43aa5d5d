public import Foundation

/// A store whose values wait in memory for a moment and are then written together.
public protocol BufferedMetricStore: MetricStore {
  /// The store's inner part.
  var core: MetricStoreCore { get }
}

/// The inner part of the stores of this module.
public struct MetricStoreCore: Sendable {
  /// One word: a store must fit into an `any MetricStore` without an allocation.
  let buffer: MetricBuffer

  init(_ sink: any MetricSink, options: MetricStoreOptions) {
    buffer = MetricBuffer(sink, options: options)
  }
}

extension BufferedMetricStore {
  /// Stores a value recorded now: when this returns, it is written and reads see it.
  public func record<T>(_ metric: Metric<T>, value: T) async throws where T: MetricValue {
    try await record(metric, value: value, at: RecordingTime.current ?? Date())
  }

  /// Stores a value: when this returns, it is written and reads see it. Against a power failure only
  /// `flush()` protects. A value whose `record` throws is not stored.
  public func record<T>(_ metric: Metric<T>, value: T, at timestamp: Date) async throws
  where T: MetricValue {
    try await core.buffer.record(PendingSample(metric, value, at: timestamp))
  }

  /// Takes a value over; it is written within `MetricStoreOptions.writeDelay`.
  public func submit<T>(_ metric: Metric<T>, value: T, at timestamp: Date) where T: MetricValue {
    core.buffer.submit(PendingSample(metric, value, at: timestamp))
  }

  /// All entries with timestamps in `startDate...endDate`, those still waiting included.
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

  /// Returns when everything handed over before this call is stored durably; throws if something
  /// could not be written.
  public func flush() async throws {
    try await core.buffer.flush()
  }

  /// The same as `flush()`; reads afterwards see what other processes wrote before.
  public func sync() async throws { try await flush() }

  /// What the store did so far.
  public var statistics: MetricStoreStatistics { core.buffer.statistics }

  /// Throws away what the policy says; without one, what the store's own says.
  @discardableResult
  public func compact(_ retention: MetricRetention? = nil) async throws -> MetricCompaction {
    let retention = retention ?? core.buffer.options.retention
    return try await core.buffer.afterWriting { try $0.compact(retention, now: Date()) }
  }

  /// Throws away entries older than some days.
  @discardableResult
  public func optimize(maxRetentionDays: Int) async throws -> MetricCompaction {
    try await compact(MetricRetention(maximumAge: Double(maxRetentionDays) * 86_400))
  }
}
