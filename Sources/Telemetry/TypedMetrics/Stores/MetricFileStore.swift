public import Foundation

/// Keeps entries in a file, one JSON object per line.
///
/// Several processes, and several stores in one process, may use the same file without losing or
/// damaging entries: for example, an app and its extension in their common container. Lines that a
/// killed process left incomplete or that another program wrote are skipped and counted; a
/// compaction removes them.
///
/// Values submitted with `Metric.record` are in the file after at most
/// `MetricStoreOptions.writeDelay`. Once `record` or `flush()` has returned, the values survive the
/// end of the process. Once `flush()` has returned, they also survive a power failure.
public struct MetricFileStore: BufferedMetricStore {
  /// The implementation of the store.
  public let core: MetricStoreCore
  /// The file.
  public let file: URL

  /// Opens a file, or creates it in an existing folder.
  ///
  /// - Parameters:
  ///   - file: the URL of the file.
  ///   - options: buffering, retention, and the function for errors.
  /// - Throws: `MetricStoreError.cannotOpen`.
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
