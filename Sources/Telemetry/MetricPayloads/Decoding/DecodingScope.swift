import JSON

/// The state of decoding one payload: how its numbers are printed, and its problems.
struct DecodingScope {
  private(set) var reader: QuantityReader
  var problems: [PayloadProblem] = []

  /// The maximum length of a text that can be a value.
  private static let longestValue = 160
  private static let mostProblems = 1_000

  init(learning payload: JSONNode, _ reader: QuantityReader) {
    self.reader = reader
    payload.forEachString(upTo: Self.longestValue) { bytes in
      if let text = QuantityText(bytes) { self.reader.learn(text) }
    }
  }

  mutating func note(
    _ kind: PayloadProblem.Kind, at path: @autoclosure () -> String, _ text: String
  ) {
    guard problems.count < Self.mostProblems else { return }
    problems.append(PayloadProblem(kind: kind, path: path(), text: String(text.prefix(100))))
  }

  /// Reads a single value.
  mutating func reading(_ value: JSONNode, _ path: @autoclosure () -> String) -> Reading {
    reading(value, Self.quantityText(value), path: path())
  }

  /// Reads a single value that is already parsed.
  private mutating func reading(
    _ value: JSONNode, _ text: QuantityText?, path: @autoclosure () -> String
  ) -> Reading {
    let written = { value.string ?? value.written }
    let reading = text.map { reader.read($0, written) } ?? .unreadable(written())
    switch reading {
    case .exact: break
    case .ambiguous(_, let text): note(.ambiguous, at: path(), text)
    case .unreadable(let text): note(.unreadable, at: path(), text)
    }
    return reading
  }

  private static func quantityText(_ value: JSONNode) -> QuantityText? {
    value.withPlainBytes { QuantityText($0) } ?? value.string.flatMap { QuantityText($0) }
  }

  mutating func average(_ value: JSONNode, _ path: String) -> PayloadAverage {
    let count = value["sampleCount"]?.integer ?? 0
    let deviation = value["standardDeviation"]?.number
    return PayloadAverage(
      mean: value["averageValue"].map { reading($0, path) } ?? .unreadable(""),
      sampleCount: max(0, count),
      standardDeviation: deviation.flatMap { $0 >= 0 && count > 0 ? $0 : nil })
  }

  // MARK: - Histograms

  /// A bucket before the others are known.
  private struct RawBucket {
    var lower: ExactDecimal?
    /// The end as printed.
    var end: ExactDecimal?
    /// The bound below which every value is printed as that end.
    var beyondEnd: ExactDecimal?
    var count: Int
  }

  /// Reads a histogram. Buckets may be in any order, and empty ones are missing. The printed end
  /// may belong to the bucket (`820–829`, then `830`: the bucket is [820, 830)) or be the start of
  /// the next one.
  mutating func histogram(_ value: JSONNode, _ path: String) -> PayloadHistogram {
    var raw: [RawBucket] = []
    var unit: Quantity.Unit?
    var members: [JSONNode] = []
    value["histogramValue"]?.forEachMember { members.append($1) }
    for member in members {
      guard let count = member["bucketCount"]?.integer, count >= 0 else {
        note(.unreadable, at: path, member.written)
        continue
      }
      raw.append(bucket(member, count, path: path, unit: &unit))
    }
    let touches = Self.touch(raw)
    return PayloadHistogram(
      unit: unit,
      buckets: raw.map { bucket in
        PayloadHistogram.Bucket(
          lower: bucket.lower, upper: touches ? bucket.end : bucket.beyondEnd, count: bucket.count)
      })
  }

  private mutating func bucket(
    _ member: JSONNode, _ count: Int, path: String, unit: inout Quantity.Unit?
  ) -> RawBucket {
    let unknown = RawBucket(count: count)
    guard let first = member["bucketStart"], let last = member["bucketEnd"] else {
      note(.unreadable, at: path, member.written)
      return unknown
    }
    let endText = Self.quantityText(last)
    let start = reading(first, path + ".bucketStart")
    let end = reading(last, endText, path: path + ".bucketEnd")
    guard let lower = start.smallest, let upper = end.largest, lower.unit == upper.unit,
      lower.unit == unit ?? lower.unit, lower.amount <= upper.amount
    else { return unknown }
    unit = lower.unit
    let isPoint = upper.unit == .bars && start == end
    let beyond = isPoint ? upper.amount : endText.flatMap { reader.justBeyond($0, upper) }
    return RawBucket(lower: lower.amount, end: upper.amount, beyondEnd: beyond, count: count)
  }

  /// Whether some bucket ends exactly where another begins, and no bucket ends just before it.
  private static func touch(_ buckets: [RawBucket]) -> Bool {
    let starts = Set(buckets.compactMap(\.lower))
    let wide = buckets.filter { $0.lower != $0.end }
    let touching = wide.contains { $0.end.map { starts.contains($0) } ?? false }
    let short = wide.contains { $0.beyondEnd.map { starts.contains($0) } ?? false }
    return touching && !short && wide.count == buckets.count
  }
}
