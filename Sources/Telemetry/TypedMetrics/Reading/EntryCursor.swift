internal import Foundation

/// Reads the entries of a store in batches from its bytes.
final class EntryCursor {
  private let pieces: any PieceReader
  private let range: (start: Double, end: Double)
  private var parser = EntryLineParser()
  private var buffer: [UInt8] = []
  /// The number of bytes of the buffer that are known to contain no line break.
  private var searched = 0
  private var isAtEnd = false
  /// The maximum length of an entry; the bytes of longer lines are not kept.
  private let longestLine = 1 << 24
  private var isInLongLine = false
  /// The number of lines that were not entries.
  private(set) var skippedLines = 0

  init(_ pieces: any PieceReader, from start: Date, until end: Date) {
    self.pieces = pieces
    range = (start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate)
  }

  /// The entries of the next piece, possibly an empty array; `nil` at the end.
  func next() throws(MetricStoreError) -> [MetricEntry]? {
    var found: [MetricEntry] = []
    let isMore = try forEachLine { outcome, _ in
      if case .entry(let entry) = outcome { found.append(entry) }
    }
    return isMore || !found.isEmpty ? found : nil
  }

  /// Reads another piece and calls `body` with each line that is now complete, and its length
  /// including the line break. Returns `false` at the end.
  func forEachLine(_ body: (EntryLineParser.Outcome, Int) -> Void) throws(MetricStoreError) -> Bool
  {
    guard !isAtEnd else { return false }
    isAtEnd = try !pieces.next(into: &buffer)
    var start = 0
    while let end = lineBreak(from: max(start, searched)) {
      read(start..<end, body)
      start = end + 1
    }
    if isAtEnd, start < buffer.count { read(start..<buffer.count, body) }
    buffer.removeSubrange(..<start)
    searched = isAtEnd ? 0 : buffer.count
    if buffer.count > longestLine {
      buffer.removeAll()
      searched = 0
      isInLongLine = true
    }
    return !isAtEnd
  }

  private func lineBreak(from start: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + start, 0x0A, bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  private func read(_ range: Range<Int>, _ body: (EntryLineParser.Outcome, Int) -> Void) {
    guard !range.isEmpty else { return }
    let outcome: EntryLineParser.Outcome =
      isInLongLine
      ? .unreadable
      : buffer.withUnsafeBufferPointer {
        parser.read(
          UnsafeBufferPointer(rebasing: $0[range]), from: self.range.start, until: self.range.end)
      }
    isInLongLine = false
    if case .unreadable = outcome { skippedLines += 1 }
    body(outcome, range.count + 1)
  }
}
