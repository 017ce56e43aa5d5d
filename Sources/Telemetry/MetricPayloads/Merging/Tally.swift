/// Single values of one metric from many payloads.
public struct ValueTally: Hashable, Sendable {
  /// The number of certain values.
  public private(set) var count = 0
  /// The number of ambiguous values, which no figure includes.
  public private(set) var ambiguous = 0
  /// The number of unreadable values.
  public private(set) var unreadable = 0
  /// The unit; `nil` without values, or if their units differ.
  public private(set) var unit: Quantity.Unit?
  /// The sum in the base unit; `nil` if it is too large to be exact or if units differ.
  public var sum: ExactDecimal? { exactSum }
  /// The smallest and the largest value in the base unit.
  public var range: ClosedRange<ExactDecimal>? { exactRange }

  private var exactSum: ExactDecimal? = .zero
  private var exactRange: ClosedRange<ExactDecimal>?
  private var isMixed = false

  /// Creates an empty tally.
  public init() {}

  /// Adds a value.
  public mutating func add(_ reading: Reading) {
    switch reading {
    case .exact(let quantity):
      var other = ValueTally()
      other.count = 1
      other.unit = quantity.unit
      other.exactSum = quantity.amount
      other.exactRange = quantity.amount...quantity.amount
      merge(other)
    case .ambiguous: ambiguous += 1
    case .unreadable: unreadable += 1
    }
  }

  /// Adds the values of another tally.
  public mutating func merge(_ other: ValueTally) {
    let differs = unit != nil && other.unit != nil && unit != other.unit
    isMixed = isMixed || other.isMixed || differs
    unit = isMixed ? nil : unit ?? other.unit
    count = count.addingSaturating(other.count)
    ambiguous = ambiguous.addingSaturating(other.ambiguous)
    unreadable = unreadable.addingSaturating(other.unreadable)
    exactSum = exactSum.flatMap { sum in other.exactSum.flatMap { sum.adding($0) } }
    if isMixed { (exactSum, exactRange) = (nil, nil) }
    guard !isMixed, let theirs = other.exactRange else { return }
    exactRange =
      exactRange.map {
        min($0.lowerBound, theirs.lowerBound)...max($0.upperBound, theirs.upperBound)
      } ?? theirs
  }
}

/// Averages of one metric from many payloads.
public struct AverageTally: Hashable, Sendable {
  /// The number of samples in all averages.
  public private(set) var sampleCount = 0
  /// The means, each multiplied by its number of samples; averages without samples are left out.
  public private(set) var weighted = ValueTally()

  /// Creates an empty tally.
  public init() {}

  /// Adds an average. An average of more than a billion samples counts as unreadable.
  public mutating func add(_ average: PayloadAverage) {
    guard average.sampleCount > 0 else { return }
    guard let quantity = average.mean.quantity else {
      weighted.add(average.mean)
      return
    }
    guard average.sampleCount <= 1_000_000_000,
      let product = quantity.amount.multiplied(by: average.sampleCount)
    else {
      weighted.add(.unreadable("\(average.sampleCount) samples"))
      return
    }
    sampleCount = sampleCount.addingSaturating(average.sampleCount)
    weighted.add(.exact(Quantity(amount: product, unit: quantity.unit)))
  }

  /// Adds the averages of another tally.
  public mutating func merge(_ other: AverageTally) {
    sampleCount = sampleCount.addingSaturating(other.sampleCount)
    weighted.merge(other.weighted)
  }

  /// The mean of all samples in the base unit; `nil` if there are none.
  public var mean: Double? {
    guard sampleCount > 0, weighted.count > 0, let sum = weighted.sum else { return nil }
    return sum.double / Double(sampleCount)
  }
}

/// A custom signpost in many payloads.
public struct SignpostTally: Hashable, Sendable {
  /// The number of occurrences.
  public private(set) var totalCount = 0
  /// The durations of its intervals.
  public private(set) var durations = PayloadHistogram()
  /// Other measurements, by the payload's key.
  public private(set) var values: [String: ValueTally] = [:]
  /// Averages, by the payload's key.
  public private(set) var averages: [String: AverageTally] = [:]

  /// Creates an empty tally.
  public init() {}

  /// Adds a signpost.
  public mutating func add(_ signpost: PayloadSignpost) {
    totalCount = totalCount.addingSaturating(signpost.totalCount)
    if let histogram = signpost.durations { durations.merge(histogram) }
    for (key, value) in signpost.values { values[key, default: ValueTally()].add(value) }
    for (key, value) in signpost.averages { averages[key, default: AverageTally()].add(value) }
  }

  /// Adds another tally.
  public mutating func merge(_ other: SignpostTally) {
    totalCount = totalCount.addingSaturating(other.totalCount)
    durations.merge(other.durations)
    values.merge(other.values) { $0.merged($1) }
    averages.merge(other.averages) { first, second in
      var first = first
      first.merge(second)
      return first
    }
  }
}

extension ValueTally {
  func merged(_ other: ValueTally) -> ValueTally {
    var copy = self
    copy.merge(other)
    return copy
  }
}
