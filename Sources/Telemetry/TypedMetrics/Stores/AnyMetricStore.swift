public import Foundation

/// A type-erased store.
public struct AnyMetricStore: MetricStore {
  private let base: any MetricStore

  /// Wraps a store; an `AnyMetricStore` is not wrapped again.
  public init(_ store: some MetricStore) {
    base = (store as? AnyMetricStore)?.base ?? store
  }

  /// The wrapped store if it has the requested type, otherwise `nil`.
  public func unbox<T: MetricStore>(as type: T.Type = T.self) -> T? { base as? T }

  /// Stores a value in the wrapped store.
  public func record<T>(_ metric: Metric<T>, value: T) async throws {
    try await base.record(metric, value: value)
  }

  /// Stores a value in the wrapped store.
  public func record<T>(_ metric: Metric<T>, value: T, at timestamp: Date) async throws {
    try await base.record(metric, value: value, at: timestamp)
  }

  /// Submits a value to the wrapped store.
  public func submit<T>(_ metric: Metric<T>, value: T, at timestamp: Date) {
    base.submit(metric, value: value, at: timestamp)
  }

  /// The entries of the wrapped store.
  public func retrieveAll(from startDate: Date, until endDate: Date) async throws -> [MetricEntry] {
    try await base.retrieveAll(from: startDate, until: endDate)
  }

  /// The entries of the wrapped store.
  public func entries(from startDate: Date, until endDate: Date) -> MetricEntries {
    base.entries(from: startDate, until: endDate)
  }

  /// Syncs the wrapped store.
  public func sync() async throws { try await base.sync() }
  /// Flushes the wrapped store.
  public func flush() async throws { try await base.flush() }
}
