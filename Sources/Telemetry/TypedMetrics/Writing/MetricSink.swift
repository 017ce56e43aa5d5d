internal import Foundation

/// What lies behind a store: takes lines, gives them back. Called from one queue at a time.
protocol MetricSink: AnyObject {
  /// Adds whole lines, all of them or, when it throws, none.
  func append(_ lines: [UInt8]) throws(MetricStoreError)
  /// Makes durable what was appended, and lets later reads see what other processes wrote.
  func synchronize() throws(MetricStoreError)
  /// Everything stored so far, in pieces.
  func pieces() throws(MetricStoreError) -> any PieceReader
  /// Throws away what the policy says.
  func compact(_ retention: MetricRetention, now: Date) throws(MetricStoreError) -> MetricCompaction
}

/// Bytes of a store in order, piece by piece; a line may begin in one and end in another.
protocol PieceReader: AnyObject {
  /// The next bytes appended to `buffer`; false at the end.
  func next(into buffer: inout [UInt8]) throws(MetricStoreError) -> Bool
}
