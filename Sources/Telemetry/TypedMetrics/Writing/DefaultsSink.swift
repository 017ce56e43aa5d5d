internal import Foundation

/// Lines in user defaults, in pieces of some kilobytes, each with its own key:
///
///     metrics.5f2c81d09ab37e64.000003
///
/// Every store writes only keys that contain its own random number, so stores and processes never
/// overwrite each other's keys. Reading combines the pieces of all.
final class DefaultsSink: MetricSink {
  private let defaults: UserDefaults
  private let changes: DefaultsWriter
  private let prefix: String
  private let writer = UInt64.random(in: .min ... .max)
  private let retention: MetricRetention
  private var number = 0
  private var piece = ""
  private let largestPiece = 1 << 14

  init(_ defaults: UserDefaults, key: String, retention: MetricRetention) {
    self.defaults = defaults
    changes = DefaultsWriter(defaults)
    prefix = key + "."
    self.retention = retention
  }

  func append(_ lines: [UInt8]) throws(MetricStoreError) {
    let before = (piece, number)
    do throws(MetricStoreError) {
      try changes.write { add(lines) }
    } catch {
      for added in before.1...number { defaults.removeObject(forKey: key(added)) }
      (piece, number) = before
      if !piece.isEmpty { defaults.set(piece, forKey: key) }
      throw error
    }
    guard let limit = retention.maximumBytes, size > limit else { return }
    // The lines are written: an error would make the caller write them again.
    _ = try? compact(retention, now: Date())
  }

  private func add(_ lines: [UInt8]) {
    var isFirst = true
    for line in lines.split(separator: 0x0A) {
      if piece.utf8.count + line.count >= largestPiece, !piece.isEmpty {
        if !isFirst { defaults.set(piece, forKey: key) }
        piece = ""
        number += 1
      }
      isFirst = false
      piece += String(decoding: line, as: UTF8.self) + "\n"
    }
    defaults.set(piece, forKey: key)
  }

  func synchronize() throws(MetricStoreError) {
    try changes.write {}
  }

  func pieces() throws(MetricStoreError) -> any PieceReader {
    try synchronize()
    return DefaultsPieces(stored().map(\.text))
  }

  /// Removes complete pieces: those with only old entries, then the oldest ones while the store is
  /// too large. Nothing is rewritten, so two processes may compact at once.
  func compact(_ retention: MetricRetention, now: Date) throws(MetricStoreError)
    -> MetricCompaction
  {
    try synchronize()
    let summaries = try stored().map { (piece) throws(MetricStoreError) in
      try PieceSummary(piece.key, piece.text)
    }.sorted { $0.newest < $1.newest }
    let cutoff = retention.maximumAge.map { now.addingTimeInterval(-$0) }
    var size = summaries.reduce(0) { $0 + $1.size }
    let limit = retention.maximumBytes.map { size > $0 ? $0 / 4 * 3 : Int.max } ?? Int.max
    var result = MetricCompaction()
    var removed: [String] = []
    for summary in summaries {
      if cutoff.map({ summary.newest < $0 }) ?? false || size > limit {
        removed.append(summary.key)
        result.removed += summary.count
        result.unreadable += summary.unreadable
        size -= summary.size
      } else {
        result.kept += summary.count
      }
    }
    try remove(removed)
    return result
  }

  private var key: String { key(number) }
  private var size: Int { stored().reduce(0) { $0 + $1.text.utf8.count } }

  private func key(_ number: Int) -> String {
    let digits = String(writer, radix: 16)
    let writer = String(repeating: "0", count: 16 - digits.count) + digits
    let count = String(number)
    return prefix + writer + "." + String(repeating: "0", count: max(0, 6 - count.count)) + count
  }

  private func stored() -> [(key: String, text: String)] {
    defaults.dictionaryRepresentation().compactMap { key, value in
      guard key.hasPrefix(prefix), let text = value as? String else { return nil }
      return (key, text)
    }.sorted { $0.key < $1.key }
  }

  private func remove(_ keys: [String]) throws(MetricStoreError) {
    guard !keys.isEmpty else { return }
    try changes.write {
      for removed in keys {
        defaults.removeObject(forKey: removed)
        guard removed == key else { continue }
        piece = ""
        number += 1
      }
    }
  }
}

/// The contents of one piece.
private struct PieceSummary {
  let key: String
  let size: Int
  var newest = Date.distantPast
  var count = 0
  var unreadable = 0

  init(_ key: String, _ text: String) throws(MetricStoreError) {
    self.key = key
    size = text.utf8.count
    let cursor = EntryCursor(
      MemoryPieces(Array(text.utf8)), from: .distantPast, until: .distantFuture)
    while let entries = try cursor.next() {
      count += entries.count
      for entry in entries { newest = max(newest, entry.timestamp) }
    }
    unreadable = cursor.skippedLines
  }
}

/// The pieces, one after the other.
private final class DefaultsPieces: PieceReader {
  private var texts: [String].Iterator
  init(_ texts: [String]) { self.texts = texts.makeIterator() }

  func next(into buffer: inout [UInt8]) throws(MetricStoreError) -> Bool {
    guard let text = texts.next() else { return false }
    buffer += text.utf8
    return true
  }
}
