public import Foundation

/// A typed metric: a name, an optional bucket, and the type of its values.
///
///     let startupTime = Bucket("app").doubleMetric("startup_time_ms")
///     startupTime.record(428.5)
public struct Metric<T: MetricValue>: Hashable, Sendable {
  /// The metric's identity in stored entries.
  public let erased: AnyMetric

  /// Creates a metric.
  ///
  /// `type` names the shape of the value in stored entries, and `version` counts its changes. By
  /// default, a `NamedMetricValue` provides both; any other type has its qualified Swift name
  /// (`MyApp.StartupBreakdown`) and version 1.
  public init(name: String, in bucket: Bucket? = nil, type: String? = nil, version: Int? = nil) {
    erased = AnyMetric(
      name: name, bucket: bucket, valueType: type ?? MetricTypeName.name(of: T.self),
      version: version ?? MetricTypeName.version(of: T.self))
  }

  /// The metric's name.
  public var name: String { erased.name }
  /// The namespace, if it has one.
  public var bucket: Bucket? { erased.bucket }
}

extension Metric {
  /// Records a value and returns at once; the value is stored soon after (see the store).
  ///
  /// The time of the entry is the time of this call. Without `store`, the value is stored in the
  /// store that `MetricManager.installGlobal` installed; before that it is discarded. The store's
  /// `onError` and its `flush()` report failures to store it.
  public func record(_ value: T, in store: (any MetricStore)? = nil) {
    let now = Date()
    if let store {
      store.submit(self, value: value, at: now)
    } else {
      MetricManager.global.submit(self, value: value, at: now)
    }
  }

  /// The stored values of this metric with timestamps in `startDate...endDate`, as
  /// `MetricStore.retrieveAll(for:from:until:)` returns them.
  public func retrieveAll(
    from startDate: Date = .distantPast, until endDate: Date = .distantFuture,
    in store: (any MetricStore)? = nil
  ) async throws -> [ResolvedMetric<T>] {
    let source = store ?? MetricManager.global
    return try await source.retrieveAll(for: self, from: startDate, until: endDate)
  }
}
