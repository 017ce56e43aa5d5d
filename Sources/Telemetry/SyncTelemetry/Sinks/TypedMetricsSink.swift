import Foundation
import Sync
public import TypedMetrics

/// Keeps the duration of every interval, and every event, in a metric store.
public struct TypedMetricsSink: SyncMetricsSink {
  private let store: any MetricStore

  /// Creates a sink that records into a store.
  public init(_ store: any MetricStore) {
    self.store = store
  }

  /// The bucket that all of these metrics are in.
  public static let bucket = Bucket("SyncEngine")

  /// The duration of an interval, in seconds, at the time of its end.
  public static func duration(_ name: SyncMetrics.SignpostName) -> Metric<Double> {
    bucket.doubleMetric("\(name.rawValue).seconds")
  }

  /// How often an event happened: an entry with the value 1 each time.
  public static func count(_ name: SyncMetrics.EventName) -> Metric<Int> {
    bucket.intMetric("\(name.rawValue).count")
  }

  /// Takes a signal; a beginning leaves no entry.
  public func receive(_ signal: SyncSignal) {
    switch signal {
    case .began: break
    case .ended(let name, _, let start, let end):
      let seconds = Double(end.milliseconds - start.milliseconds) / 1000
      store.submit(TypedMetricsSink.duration(name), value: seconds, at: end.date)
    case .happened(let name, let time):
      store.submit(TypedMetricsSink.count(name), value: 1, at: time.date)
    }
  }
}

extension Timestamp {
  fileprivate var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
