/// The distribution of values in buckets whose width grows with the value, so that the relative
/// error of a quantile is fixed.
///
///     precision 7:  … [1, 1.0078) [1.0078, 1.0156) … [2, 2.0156) …
///
/// A power of two is divided into `2^precision` buckets, as in HdrHistogram
/// (http://hdrhistogram.org). The key of a bucket is the exponent with the first `precision` bits
/// of the significand, which are adjacent in a `Double`. Histograms of different devices, days or
/// precisions can be merged in any order and any grouping, with the same result. Sketches that
/// adapt their buckets to the values, such as t-digest, do not have this property.
///
/// Cost: adding takes constant time; memory grows with the buckets in use, at most 128 for each
/// power of two at precision 7; merging is linear in the buckets, and a quantile sorts them. Counts
/// stop at `UInt64.max`.
public struct MetricHistogram: Hashable, Sendable {
  /// The number of buckets in each power of two is `2^precision`; 1...20.
  public private(set) var precision: Int
  /// The number of values in each bucket. Keys of positive values ascend from zero; the key of a
  /// negative value is `-1 - key` of its magnitude.
  private var counts: [Int32: UInt64] = [:]
  /// The number of values.
  public private(set) var count: UInt64 = 0
  /// The smallest and the largest value; `nil` if there are none.
  public private(set) var range: ClosedRange<Double>?

  /// Creates an empty histogram; `precision` is clamped to 1...20.
  public init(precision: Int = 7) { self.precision = min(max(precision, 1), 20) }

  /// The largest relative error of `MetricQuantile.estimate`: `2^-(precision + 1)`. For magnitudes
  /// below 2.3e-308, only the bounds are valid.
  public var relativeError: Double {
    Double(sign: .plus, exponent: -(precision + 1), significand: 1)
  }

  /// Adds a value `times` times. NaN is ignored.
  public mutating func add(_ value: Double, times: UInt64 = 1) {
    guard !value.isNaN, times > 0 else { return }
    let value = value == 0 ? 0 : value
    counts[key(value), default: 0].addSaturating(times)
    count.addSaturating(times)
    range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
  }

  /// Adds all values of another histogram. The result has the coarser of the two precisions.
  public mutating func merge(_ other: MetricHistogram) {
    let other = other.coarsened(to: precision)
    self = coarsened(to: other.precision)
    for (key, times) in other.counts { counts[key, default: 0].addSaturating(times) }
    count.addSaturating(other.count)
    guard let theirs = other.range else { return }
    range =
      range.map {
        min($0.lowerBound, theirs.lowerBound)...max($0.upperBound, theirs.upperBound)
      } ?? theirs
  }

  /// The value that a share `share` of all values does not exceed: of n sorted values the one with
  /// rank ⌈share × n⌉, counted from 1. Returns `nil` without values or for a share outside 0...1.
  public func quantile(_ share: Double) -> MetricQuantile? {
    guard let range, (0...1).contains(share) else { return nil }
    let rank = max(1, UInt64(exactly: (share * Double(count)).rounded(.up)) ?? count)
    var passed: UInt64 = 0
    for (key, times) in counts.sorted(by: { $0.key < $1.key }) {
      passed.addSaturating(times)
      guard passed >= rank else { continue }
      let bounds = bounds(key)
      return MetricQuantile(
        lower: max(bounds.lowerBound, range.lowerBound),
        upper: min(bounds.upperBound, range.upperBound))
    }
    return MetricQuantile(lower: range.upperBound, upper: range.upperBound)
  }

  // MARK: - Buckets

  private var shift: UInt64 { UInt64(52 - precision) }

  private func key(_ value: Double) -> Int32 {
    let size = Int32(truncatingIfNeeded: value.magnitude.bitPattern >> shift)
    return value < 0 ? -1 - size : size
  }

  /// The smallest and the largest possible value of a bucket.
  private func bounds(_ key: Int32) -> ClosedRange<Double> {
    let size = UInt64(key < 0 ? -1 - Int64(key) : Int64(key))
    let least = Double(bitPattern: size << shift)
    let most = least.isInfinite ? least : Double(bitPattern: ((size + 1) << shift) - 1)
    return key < 0 ? -most...(-least) : least...most
  }

  private func coarsened(to precision: Int) -> MetricHistogram {
    guard precision < self.precision else { return self }
    var result = self
    let shift = Int32(self.precision - precision)
    result.precision = precision
    result.counts = [:]
    for (key, times) in counts {
      let coarse = key < 0 ? -1 - ((-1 - key) >> shift) : key >> shift
      result.counts[coarse, default: 0].addSaturating(times)
    }
    return result
  }
}

/// The bounds of a quantile.
public struct MetricQuantile: Hashable, Sendable, Codable {
  /// The true value is at least this.
  public let lower: Double
  /// The true value is at most this.
  public let upper: Double

  /// Creates bounds.
  public init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// The middle of the bounds.
  public var estimate: Double { lower == upper ? lower : lower + (upper - lower) / 2 }
}

extension UInt64 {
  fileprivate mutating func addSaturating(_ other: UInt64) {
    let (sum, isOver) = addingReportingOverflow(other)
    self = isOver ? .max : sum
  }
}

extension MetricHistogram: Codable {
  private enum CodingKeys: String, CodingKey { case precision, buckets, counts, least, most }

  /// Reads a histogram; throws if its contents are inconsistent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let precision = try container.decode(Int.self, forKey: .precision)
    self.init(precision: precision)
    let keys = try container.decode([Int32].self, forKey: .buckets)
    let times = try container.decode([UInt64].self, forKey: .counts)
    let least = try container.decodeIfPresent(UInt64.self, forKey: .least)
    let most = try container.decodeIfPresent(UInt64.self, forKey: .most)
    for (key, times) in zip(keys, times) {
      counts[key, default: 0].addSaturating(times)
      count.addSaturating(times)
    }
    if let least, let most {
      let (low, high) = (Double(bitPattern: least), Double(bitPattern: most))
      if low <= high { range = low...high }
    }
    let largest = Int64(Double.infinity.bitPattern >> shift)
    let isSound =
      precision == self.precision && keys.count == times.count && Set(keys).count == keys.count
      && !times.contains(0) && keys.isEmpty == (range == nil)
      && keys.allSatisfy { (-1 - largest...largest).contains(Int64($0)) }
    if !isSound {
      throw DecodingError.dataCorruptedError(
        forKey: .buckets, in: container, debugDescription: "not a histogram")
    }
  }

  /// Writes the buckets in order; the extremes are bit patterns, because JSON has no infinities.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let sorted = counts.sorted { $0.key < $1.key }
    try container.encode(precision, forKey: .precision)
    try container.encode(sorted.map(\.key), forKey: .buckets)
    try container.encode(sorted.map(\.value), forKey: .counts)
    try container.encodeIfPresent(range?.lowerBound.bitPattern, forKey: .least)
    try container.encodeIfPresent(range?.upperBound.bitPattern, forKey: .most)
  }
}
