public import Foundation

/// Statistics of many numbers. Aggregates can be merged in any order and any grouping, with the
/// same result.
public struct MetricAggregate: Hashable, Sendable, Codable {
  /// The distribution of the numbers except NaN.
  public private(set) var histogram: MetricHistogram
  /// The number of samples that were NaN.
  public private(set) var notANumber: UInt64 = 0
  private var finite = ExactSum()
  private var infinite: UInt64 = 0
  private var negativeInfinite: UInt64 = 0

  /// Creates an empty aggregate; for `precision` see `MetricHistogram`.
  public init(precision: Int = 7) { histogram = MetricHistogram(precision: precision) }

  /// Adds a number.
  public mutating func add(_ value: Double) {
    histogram.add(value)
    if value.isFinite {
      finite.add(value)
    } else if value.isNaN {
      notANumber += 1
    } else if value > 0 {
      infinite += 1
    } else {
      negativeInfinite += 1
    }
  }

  /// Adds the contents of another aggregate.
  public mutating func merge(_ other: MetricAggregate) {
    histogram.merge(other.histogram)
    notANumber &+= other.notANumber
    finite.add(other.finite)
    infinite &+= other.infinite
    negativeInfinite &+= other.negativeInfinite
  }

  /// The number of samples except NaN.
  public var count: UInt64 { histogram.count }
  /// The smallest number.
  public var minimum: Double? { histogram.range?.lowerBound }
  /// The largest number.
  public var maximum: Double? { histogram.range?.upperBound }
  /// The mean of all samples except NaN; `nil` without any.
  public var mean: Double? { count == 0 ? nil : sum / Double(count) }

  /// The sum of the numbers except NaN. It is computed without rounding, in any order.
  public var sum: Double {
    switch (infinite > 0, negativeInfinite > 0) {
    case (false, false): finite.value
    case (true, false): .infinity
    case (false, true): -.infinity
    case (true, true): .nan
    }
  }

  /// A quantile of the numbers; see `MetricHistogram.quantile(_:)`.
  public func quantile(_ share: Double) -> MetricQuantile? { histogram.quantile(share) }
}

extension MetricStore {
  /// Aggregates the numbers of a metric with timestamps in `startDate...endDate`. Entries whose
  /// value has another shape are left out.
  ///
  /// - Throws: the error of the store if it cannot be read.
  public func aggregate<T: BinaryFloatingPoint & MetricValue>(
    _ metric: Metric<T>, from startDate: Date = .distantPast,
    until endDate: Date = .distantFuture, precision: Int = 7
  ) async throws -> MetricAggregate {
    try await aggregate(
      metric, from: startDate, until: endDate, precision: precision, of: { Double($0) })
  }

  /// Aggregates the numbers of a metric; numbers beyond 2^53 are rounded to the nearest `Double`.
  /// Entries whose value has another shape are left out.
  ///
  /// - Throws: the error of the store if it cannot be read.
  public func aggregate<T: BinaryInteger & MetricValue>(
    _ metric: Metric<T>, from startDate: Date = .distantPast,
    until endDate: Date = .distantFuture, precision: Int = 7
  ) async throws -> MetricAggregate {
    try await aggregate(
      metric, from: startDate, until: endDate, precision: precision, of: { Double($0) })
  }

  /// Aggregates a number from each value of a metric, without keeping the values in memory. Entries
  /// whose value has another shape are left out.
  ///
  /// - Throws: the error of the store if it cannot be read.
  public func aggregate<T>(
    _ metric: Metric<T>, from startDate: Date = .distantPast,
    until endDate: Date = .distantFuture, precision: Int = 7,
    of number: @Sendable (T) -> Double
  ) async throws -> MetricAggregate {
    var aggregate = MetricAggregate(precision: precision)
    let batches = entries(from: startDate, until: endDate).batches()
    while let batch = try await batches.next() {
      for entry in batch where entry.metric == metric.erased {
        guard let value = try? MetricValueCoding.decode(T.self, from: entry.value) else { continue }
        aggregate.add(number(value))
      }
    }
    return aggregate
  }
}
