public import Foundation

/// A place where values are kept.
///
/// A store of your own needs three functions: `record(_:value:)`, `retrieveAll(from:until:)` and
/// `sync()`; make entries with `MetricEntry(metric:value:)`, which knows when the value was recorded.
/// The others have defaults, which a store may replace by something better.
public protocol MetricStore: Sendable {
  /// Stores a value recorded now; it can be retrieved when this returns.
  func record<T>(_ metric: Metric<T>, value: T) async throws where T: MetricValue
  /// All entries with timestamps in `startDate...endDate`, in the order in which they were stored.
  func retrieveAll(from startDate: Date, until endDate: Date) async throws -> [MetricEntry]
  /// Brings the store and what lies behind it into agreement.
  func sync() async throws

  /// Stores a value recorded at another time.
  func record<T>(_ metric: Metric<T>, value: T, at timestamp: Date) async throws
  where T: MetricValue
  /// Takes a value over and returns at once. By default one process-wide queue stores such values
  /// one after the other.
  func submit<T>(_ metric: Metric<T>, value: T, at timestamp: Date) where T: MetricValue
  /// Returns when everything handed over before this call is stored durably, or throws.
  func flush() async throws
  /// The entries of `retrieveAll(from:until:)` one after the other, without holding all of them.
  func entries(from startDate: Date, until endDate: Date) -> MetricEntries
}

extension MetricStore {
  /// Stores the value with `record(_:value:)`; an entry made there gets the given time.
  public func record<T>(_ metric: Metric<T>, value: T, at timestamp: Date) async throws {
    try await RecordingTime.$current.withValue(timestamp) {
      try await record(metric, value: value)
    }
  }

  /// Puts the value into the process-wide queue.
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

  /// Retrieves all entries when the first is asked for.
  public func entries(from startDate: Date, until endDate: Date) -> MetricEntries {
    MetricEntries { [self] in
      EntryBatches(once: { try await self.retrieveAll(from: startDate, until: endDate) })
    }
  }
}

extension MetricStore {
  /// This store as a value of a plain type.
  public var erased: AnyMetricStore { AnyMetricStore(self) }

  /// The values of one metric with timestamps in `startDate...endDate`.
  ///
  /// Entries of other metrics, of other versions of its value and entries whose value has another
  /// shape are left out; `read(_:from:until:migrating:)` counts the last.
  public func retrieveAll<T>(
    for metric: Metric<T>, from startDate: Date = .distantPast,
    until endDate: Date = .distantFuture
  ) async throws -> [ResolvedMetric<T>] {
    try await read(metric, from: startDate, until: endDate).samples
  }

  /// The values of one metric, and what was found that is no value of it.
  ///
  /// `migrations` say how entries of older versions become values of this one.
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
