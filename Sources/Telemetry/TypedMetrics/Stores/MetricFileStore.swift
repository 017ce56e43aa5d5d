public import Foundation

/// Keeps entries in a file, one JSON object a line.
///
/// Several processes, and several stores in one process, may use the same file: an app and its
/// extension in their common container, for example. Nothing is lost or torn by that. A line that a
/// killed process left half-written, and lines that something else wrote, are skipped and counted;
/// a compaction removes them.
///
/// What was handed over with `Metric.record` is in the file after `MetricStoreOptions.writeDelay` at
/// the latest; what `record` or `flush()` returned for survives the death of the process, and what
/// `flush()` returned for also a power failure.
public struct MetricFileStore: BufferedMetricStore {
  /// The store's inner part.
  public let core: MetricStoreCore
  /// The file.
  public let file: URL

  /// Opens a file, or creates it in an existing folder.
  ///
  /// Throws `MetricStoreError.cannotOpen` if that fails.
  public init(file: URL, options: MetricStoreOptions = MetricStoreOptions()) throws {
    self.file = file
    let sink = try FileSink(path: file.path, retention: options.retention)
    core = MetricStoreCore(sink, options: options)
  }
}

extension MetricStore where Self == MetricFileStore {
  /// A store that keeps entries in a file; throws as `MetricFileStore.init(file:options:)` does.
  public static func file(url: URL) throws -> MetricFileStore { try MetricFileStore(file: url) }
}
