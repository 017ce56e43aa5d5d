// The TypedMetrics module records metrics that know the type of their values, and reads them again.
//
// `Metric` and `Bucket` define metrics, a `MetricStore` keeps entries. Data flow of writing:
// `Metric.record` -> `MetricBuffer`, which collects values for a short time -> a `MetricSink`,
// which writes all waiting lines at once to a file, to user defaults or to memory. Reading: pieces
// of the store -> `EntryLineParser` -> `MetricEntries`, one entry after the other.
// `MetricAggregate` computes statistics that can be merged.
//
// Three guarantees shape the code: recording never waits, values whose `flush()` has returned are
// not lost, and several processes may share a store. So lines are complete JSON objects, and
// damaged lines are skipped and counted.

public import Foundation

/// A store of recorded values.
///
/// A custom store needs three functions: `record(_:value:)`, `retrieveAll(from:until:)` and
/// `sync()`. It creates entries with `MetricEntry(metric:value:)`, which knows the time of
/// recording. The other functions have default implementations, which a store may replace. The
/// stores of this module throw only `MetricStoreError`.
public protocol MetricStore: Sendable {
  /// Stores a value recorded now; it can be retrieved as soon as this returns.
  func record<T>(_ metric: Metric<T>, value: T) async throws where T: MetricValue
  /// All entries with timestamps in `startDate...endDate`, in the order in which they were stored.
  func retrieveAll(from startDate: Date, until endDate: Date) async throws -> [MetricEntry]
  /// Synchronizes the store with its storage.
  func sync() async throws

  /// Stores a value recorded at another time.
  func record<T>(_ metric: Metric<T>, value: T, at timestamp: Date) async throws
  where T: MetricValue
  /// Accepts a value and returns at once. By default, one process-wide queue stores such values one
  /// after the other.
  func submit<T>(_ metric: Metric<T>, value: T, at timestamp: Date) where T: MetricValue
  /// Waits until all values submitted before this call are stored durably; throws if that fails.
  func flush() async throws
  /// The entries of `retrieveAll(from:until:)` one after the other, without keeping all of them in
  /// memory.
  func entries(from startDate: Date, until endDate: Date) -> MetricEntries
}

extension MetricStore {
  /// Stores the value with `record(_:value:)`; an entry created there has the given time.
  public func record<T>(_ metric: Metric<T>, value: T, at timestamp: Date) async throws {
    try await RecordingTime.$current.withValue(timestamp) {
      try await record(metric, value: value)
    }
  }

  /// Adds the value to the process-wide queue.
  public func submit<T>(_ metric: Metric<T>, value: T, at timestamp: Date) {
    MetricRelay.shared.add {
      try await self.record(metric, value: value, at: timestamp)
    }
  }

  /// Waits for the process-wide queue, then calls `sync()`.
  public func flush() async throws {
    await MetricRelay.shared.drained()
    try await sync()
  }

  /// Retrieves all entries when the first one is requested.
  public func entries(from startDate: Date, until endDate: Date) -> MetricEntries {
    MetricEntries { [self] in
      EntryBatches(once: { try await self.retrieveAll(from: startDate, until: endDate) })
    }
  }
}

extension MetricStore {
  /// This store as a type-erased value.
  public var erased: AnyMetricStore { AnyMetricStore(self) }

  /// The values of one metric with timestamps in `startDate...endDate`.
  ///
  /// Skips entries of other metrics and of other versions, and entries whose value has another
  /// shape; `read(_:from:until:migrating:)` counts the latter.
  public func retrieveAll<T>(
    for metric: Metric<T>, from startDate: Date = .distantPast,
    until endDate: Date = .distantFuture
  ) async throws -> [ResolvedMetric<T>] {
    try await read(metric, from: startDate, until: endDate).samples
  }

  /// The values of one metric, with the number of entries and lines that could not be read.
  ///
  /// `migrations` convert entries of older versions to values of this one.
  ///
  /// - Throws: the error of the store if it cannot be read. Single entries do not throw.
  public func read<T>(
    _ metric: Metric<T>, from startDate: Date = .distantPast,
    until endDate: Date = .distantFuture, migrating migrations: [MetricMigration<T>] = []
  ) async throws -> MetricReading<T> {
    var reading = MetricReading<T>()
    let batches = entries(from: startDate, until: endDate).batches()
    while let batch = try await batches.next() {
      for entry in batch { reading.add(entry, of: metric, migrating: migrations) }
    }
    reading.skippedLines = batches.skippedLines
    return reading
  }
}
