internal import Foundation

/// One pass over a store's lines that applies a policy.
struct RetentionPass {
  private let retention: MetricRetention
  private let now: Date

  private static let allTime =
    Date(
      timeIntervalSinceReferenceDate: -.infinity)...Date(timeIntervalSinceReferenceDate: .infinity)

  init(_ retention: MetricRetention, now: Date) {
    self.retention = retention
    self.now = now
  }

  /// The oldest timestamp that is kept.
  private var cutoff: Date {
    retention.maximumAge.map { now.addingTimeInterval(-$0) } ?? Self.allTime.lowerBound
  }

  /// Reads the store twice: first to measure the entries that are young enough, then to pass the
  /// lines that are kept to `keep`, in order.
  func run(
    size: Int, reading: () throws(MetricStoreError) -> any PieceReader,
    keeping keep: ([UInt8]) throws(MetricStoreError) -> Void
  ) throws(MetricStoreError) -> MetricCompaction {
    var excess = 0
    if let limit = retention.maximumBytes, size > limit {
      excess = try youngBytes(reading()) - limit / 4 * 3
    }
    var result = MetricCompaction()
    let cursor = EntryCursor(
      try reading(), from: Self.allTime.lowerBound, until: Self.allTime.upperBound)
    var writer = EntryLineWriter()
    var isMore = true
    while isMore {
      isMore = try cursor.forEachLine { outcome, length in
        guard case .entry(let entry) = outcome else { return }
        let isOld = entry.timestamp < cutoff
        if isOld || excess > 0 {
          result.removed += 1
          if !isOld { excess -= length }
        } else {
          result.kept += 1
          writer.append(entry)
        }
      }
      try keep(writer.takeBytes())
    }
    result.unreadable = cursor.skippedLines
    return result
  }

  private func youngBytes(_ pieces: any PieceReader) throws(MetricStoreError) -> Int {
    let cursor = EntryCursor(pieces, from: cutoff, until: Self.allTime.upperBound)
    var sum = 0
    var isMore = true
    while isMore {
      isMore = try cursor.forEachLine { outcome, length in
        if case .entry = outcome { sum += length }
      }
    }
    return sum
  }
}
