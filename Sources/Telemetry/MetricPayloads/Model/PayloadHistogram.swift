/// A histogram of one payload, or of many merged payloads.
public struct PayloadHistogram: Hashable, Sendable {
  /// A number of values between two bounds.
  public struct Bucket: Hashable, Sendable {
    /// No value is below this bound; `nil` if it is unknown.
    public let lower: ExactDecimal?
    /// No value is above this bound; `nil` if it is unknown.
    public let upper: ExactDecimal?
    /// The number of values.
    public internal(set) var count: Int
  }

  /// The unit of the bounds; `nil` if the histogram has no readable bucket.
  public private(set) var unit: Quantity.Unit?
  /// Whether histograms in different units were merged; in that case no bounds are known.
  private var isMixed = false
  /// The buckets in the order of their bounds, each pair of bounds once.
  public private(set) var buckets: [Bucket] = []
  /// The number of values.
  public private(set) var count = 0

  /// Creates an empty histogram.
  public init(unit: Quantity.Unit? = nil) { self.unit = unit }

  init(unit: Quantity.Unit?, buckets: [Bucket]) {
    self.unit = unit
    add(buckets)
  }

  /// Adds the values of another histogram of the same metric. The counts of equal buckets are
  /// added; other buckets are kept separately. If the units differ, only the counts are kept.
  public mutating func merge(_ other: PayloadHistogram) {
    let differs = unit != nil && other.unit != nil && unit != other.unit
    unit = unit ?? other.unit
    add(other.buckets)
    if differs || isMixed || other.isMixed {
      (isMixed, unit) = (true, nil)
      buckets = count > 0 ? [Bucket(lower: nil, upper: nil, count: count)] : []
    }
  }

  /// The bounds of a quantile: of n sorted values the one with rank ⌈share × n⌉, counted from 1.
  ///
  /// The bounds are certain: the rank-th smallest lower bound and the rank-th smallest upper bound
  /// of all values. The estimate between them assumes that values are evenly distributed in their
  /// bucket. Returns `nil` without values, for a share outside 0...1, or if nothing is known. Cost:
  /// O(b log b) for b buckets, which are sorted by their upper bounds.
  public func quantile(_ share: Double) -> PayloadQuantile? {
    guard count > 0, (0...1).contains(share) else { return nil }
    let exact = share * Double(count)
    let rank = min(count, max(1, Int(exactly: exact.rounded(.up)) ?? count))
    let lower = bound(rank, byLower: true)
    let upper = bound(rank, byLower: false)
    guard lower != nil || upper != nil else { return nil }
    return PayloadQuantile(
      lower: lower?.double ?? -.infinity, upper: upper?.double ?? .infinity,
      estimate: estimate(exact, lower: lower?.double, upper: upper?.double))
  }

  /// The bounds of the sum of all values; `nil` if the bounds of a bucket are unknown.
  public var sumBounds: ClosedRange<Double>? {
    var (low, high) = (0.0, 0.0)
    for bucket in buckets {
      guard let lower = bucket.lower, let upper = bucket.upper else { return nil }
      low += lower.double * Double(bucket.count)
      high += upper.double * Double(bucket.count)
    }
    return low <= high ? low...high : nil
  }

  // MARK: - Parts

  private mutating func add(_ new: [Bucket]) {
    for bucket in new where bucket.count > 0 { count = count.addingSaturating(bucket.count) }
    var merged: [Bucket] = []
    merged.reserveCapacity(buckets.count + new.count)
    var (left, right) = (buckets[...], Self.inOrder(new)[...])
    while let next = Self.popSmaller(&left, &right) {
      guard next.count > 0 else { continue }
      if let last = merged.last, last.lower == next.lower, last.upper == next.upper {
        merged[merged.count - 1].count = last.count.addingSaturating(next.count)
      } else {
        merged.append(next)
      }
    }
    buckets = merged
  }

  private static func inOrder(_ buckets: [Bucket]) -> [Bucket] {
    zip(buckets, buckets.dropFirst()).allSatisfy { !precedes($1, $0) }
      ? buckets : buckets.sorted(by: precedes)
  }

  private static func popSmaller(
    _ left: inout ArraySlice<Bucket>, _ right: inout ArraySlice<Bucket>
  ) -> Bucket? {
    guard let first = left.first else { return right.popFirst() }
    guard let second = right.first else { return left.popFirst() }
    return precedes(second, first) ? right.popFirst() : left.popFirst()
  }

  /// Orders unknown lower bounds first and unknown upper bounds last.
  private static func precedes(_ left: Bucket, _ right: Bucket) -> Bool {
    if left.lower != right.lower {
      guard let first = left.lower else { return true }
      guard let second = right.lower else { return false }
      return first < second
    }
    return isBelow(left.upper, right.upper)
  }

  private static func isBelow(_ left: ExactDecimal?, _ right: ExactDecimal?) -> Bool {
    guard let left else { return false }
    guard let right else { return true }
    return left < right
  }

  private func bound(_ rank: Int, byLower: Bool) -> ExactDecimal? {
    let sorted = byLower ? buckets : buckets.sorted { Self.isBelow($0.upper, $1.upper) }
    var passed = 0
    for bucket in sorted {
      passed = passed.addingSaturating(bucket.count)
      if passed >= rank { return byLower ? bucket.lower : bucket.upper }
    }
    return nil
  }

  /// The estimate, interpolated along the buckets by their lower bounds and clamped to the certain
  /// bounds.
  private func estimate(_ exact: Double, lower: Double?, upper: Double?) -> Double? {
    guard let lower, let upper else { return nil }
    var passed = 0.0
    for bucket in buckets {
      let share = (exact - passed) / Double(bucket.count)
      passed += Double(bucket.count)
      guard passed >= exact, let low = bucket.lower?.double, let high = bucket.upper?.double else {
        continue
      }
      return min(max(low + max(0, share) * (high - low), lower), upper)
    }
    return upper
  }
}

/// The bounds of a quantile, in the unit of its histogram.
public struct PayloadQuantile: Hashable, Sendable {
  /// The true value is at least this; `-infinity` if nothing is known.
  public let lower: Double
  /// The true value is at most this; `infinity` if nothing is known.
  public let upper: Double
  /// The value under the assumption of evenly distributed values; `nil` unless both bounds are
  /// known.
  public let estimate: Double?
}

extension Int {
  func addingSaturating(_ other: Int) -> Int {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? .max : sum
  }
}
