internal import Foundation

/// The stored values of one metric.
public struct MetricReading<T: MetricValue>: Sendable {
  /// The values in the order in which they were stored.
  public var samples: [ResolvedMetric<T>] = []
  /// The number of entries of the metric whose value has another shape.
  public var undecodable = 0
  /// The number of lines in the store that are not entries: torn, damaged, or written by another
  /// program.
  public var skippedLines = 0

  mutating func add(
    _ entry: MetricEntry, of metric: Metric<T>, migrating migrations: [MetricMigration<T>]
  ) {
    if entry.metric == metric.erased {
      add(entry, metric) { try MetricValueCoding.decode(T.self, from: $0.value) }
    } else if let migration = migrations.first(where: { $0.source == entry.metric }) {
      add(entry, metric, decode: migration.convert)
    }
  }

  private mutating func add(
    _ entry: MetricEntry, _ metric: Metric<T>, decode: (MetricEntry) throws -> T?
  ) {
    if let value = try? decode(entry) {
      samples.append(ResolvedMetric(timestamp: entry.timestamp, value: value, metric: metric))
    } else {
      undecodable += 1
    }
  }
}

/// Converts the entries of an older metric to values of a newer one.
///
///     let old = app.metric("breakdown", version: 1) as Metric<OldBreakdown>
///     let reading = try await store.read(
///       breakdown, migrating: [MetricMigration(from: old) { Breakdown($0) }])
public struct MetricMigration<T: MetricValue>: Sendable {
  let source: AnyMetric
  let convert: @Sendable (MetricEntry) throws -> T?

  /// Creates a migration; a value for which `convert` returns `nil` counts as undecodable.
  public init<Old: MetricValue>(
    from metric: Metric<Old>, _ convert: @escaping @Sendable (Old) throws -> T?
  ) {
    source = metric.erased
    self.convert = { try convert(try $0.value(of: metric)) }
  }
}
