internal import Foundation

/// The storage of a store, which appends and returns lines. Calls never overlap.
protocol MetricSink: AnyObject {
  /// Appends complete lines, all of them or, if it throws, none.
  func append(_ lines: [UInt8]) throws(MetricStoreError)
  /// Makes appended lines durable, and includes the writes of other processes in later reads.
  func synchronize() throws(MetricStoreError)
  /// The complete contents, in pieces.
  func pieces() throws(MetricStoreError) -> any PieceReader
  /// Removes the entries that the policy does not keep.
  func compact(_ retention: MetricRetention, now: Date) throws(MetricStoreError) -> MetricCompaction
}

/// Reads the bytes of a store in order, piece by piece; a line may span two pieces.
protocol PieceReader: AnyObject {
  /// Appends the next bytes to `buffer`; returns `false` at the end.
  func next(into buffer: inout [UInt8]) throws(MetricStoreError) -> Bool
}
