import Foundation
import Sync
public import TypedMetrics

/// Records the duration of every interval, and every event, in a metric store.
public struct TypedMetricsSink: SyncMetricsSink {
  private let store: any MetricStore

  /// Creates a sink that records into a store.
  public init(_ store: any MetricStore) {
    self.store = store
  }

  /// The bucket of all these metrics.
  public static let bucket = Bucket("SyncEngine")

  /// The duration of an interval in seconds, recorded at its end.
  public static func duration(_ name: SyncMetrics.SignpostName) -> Metric<Double> {
    bucket.doubleMetric("\(name.rawValue).seconds")
  }

  /// The occurrences of an event: an entry with the value 1 each time.
  public static func count(_ name: SyncMetrics.EventName) -> Metric<Int> {
    bucket.intMetric("\(name.rawValue).count")
  }

  /// Records a signal; the beginning of an interval is not recorded.
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
