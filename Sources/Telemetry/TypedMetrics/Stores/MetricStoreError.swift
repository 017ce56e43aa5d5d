/// The reason why a value could not be stored or read.
public enum MetricStoreError: Error, Hashable, Sendable {
  /// The file could not be opened or created.
  case cannotOpen(path: String, reason: String)
  /// The file could not be written; it contains no entry of the batch.
  case cannotWrite(path: String, reason: String)
  /// The file could not be read.
  case cannotRead(path: String, reason: String)
  /// Another process kept the file locked for longer than a store waits.
  case locked(path: String)
  /// The value's own `encode(to:)` threw.
  case notEncodable(AnyMetric, String)
  /// The value was dropped because too many were waiting to be stored.
  case tooManyPending(limit: Int)
  /// An entry does not belong to the requested metric.
  case otherMetric(AnyMetric, expected: AnyMetric)
}

extension MetricStoreError: CustomStringConvertible {
  /// A sentence for a log.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason): "cannot open '\(path)': \(reason)"
    case .cannotWrite(let path, let reason): "cannot write to '\(path)': \(reason)"
    case .cannotRead(let path, let reason): "cannot read '\(path)': \(reason)"
    case .locked(let path): "'\(path)' stayed locked by another process"
    case .notEncodable(let metric, let reason): "a value of \(metric) cannot be encoded: \(reason)"
    case .tooManyPending(let limit): "more than \(limit) values are waiting; one was dropped"
    case .otherMetric(let found, let expected): "expected an entry of \(expected), not of \(found)"
    }
  }
}
