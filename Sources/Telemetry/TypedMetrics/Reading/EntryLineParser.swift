internal import Foundation
import JSON

/// Reads lines in the format of `EntryLineWriter`. Any other line is not an entry.
struct EntryLineParser {
  /// The identities on earlier lines; most lines repeat one of a few.
  private var known: [(bytes: [UInt8], metric: AnyMetric)] = []

  /// The result of reading a line: an entry, if its time is in the range.
  enum Outcome {
    case entry(MetricEntry)
    case outOfRange
    case unreadable
  }

  /// Reads a line without its line break.
  ///
  /// If a process died while writing a line, the next entry may follow on the same line; in that
  /// case the last entry counts.
  mutating func read(
    _ line: UnsafeBufferPointer<UInt8>, from start: Double, until end: Double
  ) -> Outcome {
    let outcome = readWhole(line, from: start, to: end)
    if case .unreadable = outcome, let later = Self.lastHead(in: line) {
      return readWhole(UnsafeBufferPointer(rebasing: line[later...]), from: start, to: end)
    }
    return outcome
  }

  private mutating func readWhole(
    _ line: UnsafeBufferPointer<UInt8>, from start: Double, to end: Double
  ) -> Outcome {
    let places = LinePlaces(line: line)
    guard line.last == 0x7D, let timeStart = places.literal("{\"time\":", at: 0),
      let timeEnd = timeStart < line.count && line[timeStart] == 0x22
        ? places.string(at: timeStart) : places.number(at: timeStart),
      let time = Self.time(line, from: timeStart, to: timeEnd),
      let (metric, valueStart) = identity(line, at: timeEnd, places: places),
      let valueEnd = places.value(at: valueStart), valueEnd == line.count - 1
    else { return .unreadable }
    guard time >= start, time <= end else { return .outOfRange }
    let value = Data(UnsafeBufferPointer(rebasing: line[valueStart..<valueEnd]))
    return .entry(
      MetricEntry(
        timestamp: Date(timeIntervalSinceReferenceDate: time), metric: metric, value: value))
  }

  // MARK: - Identity

  /// `,"metric":{…},"value":`
  private mutating func identity(
    _ line: UnsafeBufferPointer<UInt8>, at start: Int, places: LinePlaces
  ) -> (AnyMetric, Int)? {
    for (bytes, metric) in known where line.count - start > bytes.count {
      if Self.isEqual(line, at: start, to: bytes) { return (metric, start + bytes.count) }
    }
    guard let (metric, end) = newIdentity(line, at: start, places: places) else { return nil }
    if known.count >= 32 { known.removeFirst() }
    known.append((Array(line[start..<end]), metric))
    return (metric, end)
  }

  private func newIdentity(
    _ line: UnsafeBufferPointer<UInt8>, at start: Int, places: LinePlaces
  ) -> (AnyMetric, Int)? {
    guard var position = places.literal(",\"metric\":{", at: start) else { return nil }
    var bucket: String?
    if let text = places.literal("\"bucket\":", at: position) {
      guard let end = places.string(at: text), let name = Self.text(line, from: text, to: end),
        let next = places.literal(",", at: end)
      else { return nil }
      bucket = name
      position = next
    }
    guard let nameStart = places.literal("\"name\":", at: position),
      let nameEnd = places.string(at: nameStart),
      let name = Self.text(line, from: nameStart, to: nameEnd),
      let typeStart = places.literal(",\"type\":", at: nameEnd),
      let typeEnd = places.string(at: typeStart),
      let type = Self.text(line, from: typeStart, to: typeEnd),
      let versionStart = places.literal(",\"version\":", at: typeEnd),
      let versionEnd = places.number(at: versionStart),
      let version = Int(String(decoding: line[versionStart..<versionEnd], as: UTF8.self)),
      let end = places.literal("},\"value\":", at: versionEnd)
    else { return nil }
    let metric = AnyMetric(
      name: name, bucket: bucket.map { Bucket($0) }, valueType: type, version: version)
    return (metric, end)
  }

  /// Reads a JSON string with its quotes; Foundation decodes strings with escapes.
  private static func text(_ line: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int)
    -> String?
  {
    let inner = line[(start + 1)..<(end - 1)]
    if !inner.contains(0x5C) { return String(bytes: inner, encoding: .utf8) }
    return try? JSONDecoder().decode(
      String.self, from: Data(UnsafeBufferPointer(rebasing: line[start..<end])))
  }

  // MARK: - Numbers and bytes

  /// Reads seconds since 2001; `"NaN"` and infinite dates are written as texts.
  private static func time(_ line: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int)
    -> Double?
  {
    if let quick = DecimalText.number(line, from: start, to: end) { return quick }
    let text = String(decoding: line[start..<end], as: UTF8.self)
    switch text {
    case "\"Infinity\"": return .infinity
    case "\"-Infinity\"": return -.infinity
    default: return Double(text)
    }
  }

  private static func isEqual(
    _ line: UnsafeBufferPointer<UInt8>, at start: Int, to bytes: [UInt8]
  ) -> Bool {
    bytes.withUnsafeBytes { bytes in
      guard let base = line.baseAddress, let other = bytes.baseAddress else { return false }
      return memcmp(base + start, other, bytes.count) == 0
    }
  }

  /// The offset of the last `{"time":`, unless it is at the start of the line.
  private static func lastHead(in line: UnsafeBufferPointer<UInt8>) -> Int? {
    let head = Array("{\"time\":".utf8)
    guard line.count > head.count else { return nil }
    var position = line.count - head.count
    while position > 0 {
      if isEqual(line, at: position, to: head) { return position }
      position -= 1
    }
    return nil
  }
}

/// The ends of tokens in a line; `nil` if there is no such token at the offset.
private struct LinePlaces {
  let line: UnsafeBufferPointer<UInt8>

  func literal(_ word: StaticString, at position: Int) -> Int? {
    end(from: position) { $0.take(word: word) }
  }

  func string(at position: Int) -> Int? {
    end(from: position) { (try? $0.string()) != nil }
  }

  func number(at position: Int) -> Int? {
    end(from: position) { (try? $0.number()) != nil }
  }

  func value(at position: Int) -> Int? {
    end(from: position) { (try? $0.skipValue()) != nil }
  }

  private func end(from position: Int, _ take: (inout JSONScanner) -> Bool) -> Int? {
    var scanner = JSONScanner(line, at: position)
    return take(&scanner) ? scanner.position : nil
  }
}
