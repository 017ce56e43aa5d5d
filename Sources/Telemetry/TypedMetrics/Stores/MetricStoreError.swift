/// Why a value could not be stored or read.
public enum MetricStoreError: Error, Hashable, Sendable {
  /// The file could not be opened or created.
  case cannotOpen(path: String, reason: String)
  /// The file could not be written to; nothing of the batch is in it.
  case cannotWrite(path: String, reason: String)
  /// The file could not be read.
  case cannotRead(path: String, reason: String)
  /// Another process kept the file locked for longer than a store waits.
  case locked(path: String)
  /// The value's own `encode(to:)` threw.
  case notEncodable(AnyMetric, String)
  /// So many values were waiting to be stored that this one was dropped.
  case tooManyPending(limit: Int)
  /// An entry belongs to another metric than the one asked for.
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
    case .otherMetric(let found, let expected): "an entry of \(found) is none of \(expected)"
    }
  }
}
