internal import Foundation

/// Keeps entries in memory, for tests, previews and temporary instrumentation.
public struct MetricMemoryStore: BufferedMetricStore {
  /// The implementation of the store.
  public let core: MetricStoreCore

  /// Creates an empty store; copies share their entries.
  public init(options: MetricStoreOptions = MetricStoreOptions()) {
    core = MetricStoreCore(MemorySink(options.retention), options: options)
  }
}

extension MetricStore where Self == MetricMemoryStore {
  /// A store that keeps entries in memory.
  public static func memory() -> MetricMemoryStore { MetricMemoryStore() }
}

/// Lines in an array.
final class MemorySink: MetricSink {
  private let retention: MetricRetention
  private var lines: [UInt8] = []

  init(_ retention: MetricRetention) { self.retention = retention }

  func append(_ lines: [UInt8]) throws(MetricStoreError) {
    self.lines += lines
    guard let limit = retention.maximumBytes, self.lines.count > limit else { return }
    _ = try compact(retention, now: Date())
  }

  func synchronize() throws(MetricStoreError) {}

  func pieces() throws(MetricStoreError) -> any PieceReader { MemoryPieces(lines) }

  func compact(_ retention: MetricRetention, now: Date) throws(MetricStoreError)
    -> MetricCompaction
  {
    var kept: [UInt8] = []
    let result = try RetentionPass(retention, now: now).run(
      size: lines.count, reading: { MemoryPieces(lines) },
      keeping: { (bytes) throws(MetricStoreError) in kept += bytes })
    lines = kept
    return result
  }
}

/// The single piece of a memory store.
final class MemoryPieces: PieceReader {
  private var bytes: [UInt8]?
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func next(into buffer: inout [UInt8]) throws(MetricStoreError) -> Bool {
    guard let bytes else { return false }
    buffer += bytes
    self.bytes = nil
    return true
  }
}
