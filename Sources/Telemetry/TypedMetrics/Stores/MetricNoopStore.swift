public import Foundation

/// Discards all values.
public struct MetricNoopStore: MetricStore {
  /// Creates a store.
  public init() {}

  /// Does nothing.
  public func record<T>(_ metric: Metric<T>, value: T) async throws {}
  /// Does nothing.
  public func record<T>(_ metric: Metric<T>, value: T, at timestamp: Date) async throws {}
  /// Does nothing.
  public func submit<T>(_ metric: Metric<T>, value: T, at timestamp: Date) {}
  /// Returns an empty array.
  public func retrieveAll(from startDate: Date, until endDate: Date) async throws -> [MetricEntry] {
    []
  }
  /// Does nothing.
  public func sync() async throws {}
  /// Does nothing.
  public func flush() async throws {}
}

extension MetricStore where Self == MetricNoopStore {
  /// A store that discards all values.
  public static func noop() -> MetricNoopStore { MetricNoopStore() }
}
