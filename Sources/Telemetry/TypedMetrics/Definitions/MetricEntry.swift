public import Foundation

/// One stored value: the time, the metric, and the value as JSON.
public struct MetricEntry: Codable, Hashable, Sendable {
  /// The time when the value was recorded.
  public let timestamp: Date
  /// The metric it belongs to.
  public let metric: AnyMetric
  /// The value as JSON in UTF-8. Floating-point numbers that JSON lacks are the texts `"NaN"`,
  /// `"Infinity"` and `"-Infinity"`.
  public let value: Data

  /// Creates an entry from its parts.
  public init(timestamp: Date, metric: AnyMetric, value: Data) {
    self.timestamp = timestamp
    self.metric = metric
    self.value = value
  }

  /// Encodes a value.
  ///
  /// The default timestamp is the time at which `Metric.record` was called, if a store creates the
  /// entry for such a call, and otherwise the current time.
  ///
  /// - Throws: `MetricStoreError.notEncodable` if the value's `encode(to:)` throws.
  public init<T>(timestamp: Date? = nil, metric: Metric<T>, value: T) throws {
    var bytes: [UInt8] = []
    do {
      try MetricValueCoding.append(value, to: &bytes)
    } catch {
      throw MetricStoreError.notEncodable(metric.erased, "\(error)")
    }
    self.init(
      timestamp: timestamp ?? RecordingTime.current ?? Date(), metric: metric.erased,
      value: Data(bytes))
  }

  /// Decodes the value.
  ///
  /// - Throws: `MetricStoreError.otherMetric` if the entry belongs to another metric, and the
  ///   decoder's error if the value has another shape.
  public func value<T>(of metric: Metric<T>) throws -> T {
    guard self.metric == metric.erased else {
      throw MetricStoreError.otherMetric(self.metric, expected: metric.erased)
    }
    return try MetricValueCoding.decode(T.self, from: value)
  }
}

/// The time at which the value that is being recorded was submitted.
enum RecordingTime {
  @TaskLocal static var current: Date?
}

/// A stored value with its type.
public struct ResolvedMetric<T: MetricValue>: Sendable {
  /// The time when the value was recorded.
  public let timestamp: Date
  /// The value.
  public let value: T
  /// The metric it belongs to.
  public let metric: Metric<T>

  /// Decodes an entry of `metric`; throws as `MetricEntry.value(of:)` does.
  public init(from entry: MetricEntry, of metric: Metric<T>) throws {
    self.init(timestamp: entry.timestamp, value: try entry.value(of: metric), metric: metric)
  }

  /// Creates a value from its parts.
  public init(timestamp: Date, value: T, metric: Metric<T>) {
    self.timestamp = timestamp
    self.value = value
    self.metric = metric
  }

  /// The metric's name.
  public var name: String { metric.name }
  /// The metric's bucket.
  public var bucket: Bucket? { metric.bucket }
}

extension ResolvedMetric: Equatable where T: Equatable {}
extension ResolvedMetric: Hashable where T: Hashable {}
