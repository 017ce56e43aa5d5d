/// A number format: the decimal separator, and the grouping of digits.
struct NumberFormat {
  typealias Separator = NumberText.Separator

  /// The grouping of the digits before the decimal separator.
  enum Grouping {
    /// `1530`
    case none
    /// `1,106,818`; four digits may remain ungrouped.
    case thousands
    /// `11,06,818`; four digits may remain ungrouped.
    case indian
    /// `1 10 68 18`
    case pairs
  }

  let decimal: Separator
  let group: Separator?
  let grouping: Grouping

  /// All formats in use, according to the Unicode Common Locale Data Repository.
  static let all: [NumberFormat] = {
    let pairs: [(Separator, Separator)] = [
      (.point, .comma), (.comma, .point), (.comma, .space), (.point, .space),
      (.point, .apostrophe), (.comma, .apostrophe), (.point, .turnedComma),
      (.point, .arabicThousands), (.comma, .arabicThousands), (.point, .arabicComma),
      (.arabicDecimal, .arabicThousands), (.arabicDecimal, .arabicComma), (.arabicDecimal, .comma),
      (.arabicComma, .comma),
    ]
    let grouped = pairs.flatMap { decimal, group in
      [Grouping.thousands, .indian].map {
        NumberFormat(decimal: decimal, group: group, grouping: $0)
      }
    }
    let ungrouped = [Separator.point, .comma, .arabicDecimal, .arabicComma].map {
      NumberFormat(decimal: $0, group: nil, grouping: .none)
    }
    return ungrouped + grouped + [NumberFormat(decimal: .comma, group: .space, grouping: .pairs)]
  }()

  /// The number of fractional digits of a number in this format; `nil` if the number does not have
  /// this format.
  func fraction(of number: NumberText) -> Int? {
    var whole = number.runs.count
    var fraction = 0
    if number.separators.last == Int(decimal.rawValue) {
      whole -= 1
      fraction = number.runs[whole]
    }
    for index in 0..<max(0, whole - 1) {
      guard let group, number.separators[index] == Int(group.rawValue) else { return nil }
    }
    return isGrouped(number.runs, count: whole, startsWithZero: number.startsWithZero)
      ? fraction : nil
  }

  /// Whether the first `count` runs have the lengths of groups of digits.
  private func isGrouped(_ runs: ShortList, count: Int, startsWithZero: Bool) -> Bool {
    if count <= 1 {
      switch grouping {
      case .none: return true
      case .thousands, .indian: return runs[0] <= 4
      case .pairs: return runs[0] <= 2
      }
    }
    let size = grouping == .pairs || grouping == .indian ? 2 : 3
    guard grouping != .none, !startsWithZero, runs[0] <= size,
      runs[count - 1] == (grouping == .pairs ? 2 : 3)
    else { return false }
    return (1..<(count - 1)).allSatisfy { runs[$0] == size }
  }
}

/// The possible number formats of a text, or of all texts of one origin.
struct NumberFormats: Hashable {
  /// One bit for each of `NumberFormat.all`.
  private(set) var mask: UInt64

  static let any = NumberFormats(mask: 1 << UInt64(NumberFormat.all.count) - 1)

  private init(mask: UInt64) { self.mask = mask }

  /// The formats with these separators; `nil` matches any.
  init(decimal: Character?, group: Character??) {
    mask = 0
    for (index, format) in NumberFormat.all.enumerated() {
      let hasDecimal = decimal.map { Self.separator($0) == format.decimal } ?? true
      let hasGroup = group.map {
        $0.map { Self.separator($0) == format.group } ?? (format.group == nil)
      }
      if hasDecimal, hasGroup ?? true { mask |= 1 << UInt64(index) }
    }
  }

  var isEmpty: Bool { mask == 0 }

  func intersection(_ other: NumberFormats) -> NumberFormats {
    NumberFormats(mask: mask & other.mask)
  }

  /// The subset of the formats that a number may have.
  func printing(_ number: NumberText) -> NumberFormats {
    if number.separators.count == 0 {
      return intersection(Self.printingDigits[min(number.digitCount, 5)])
    }
    var result = NumberFormats(mask: 0)
    for (index, format) in NumberFormat.all.enumerated()
    where mask & (1 << UInt64(index)) != 0 && format.fraction(of: number) != nil {
      result.mask |= 1 << UInt64(index)
    }
    return result
  }

  /// All possible meanings of a number in these formats, as numbers of fractional digits.
  func fractions(of number: NumberText) -> SmallSet {
    var found = SmallSet()
    if number.separators.count == 0 { found.insert(0) }
    for index in SmallSet(bits: mask) where number.separators.count > 0 {
      if let fraction = NumberFormat.all[index].fraction(of: number) { found.insert(fraction) }
    }
    return found
  }

  /// The formats by the number of ungrouped digits; the last entry is for five and more.
  private static let printingDigits: [NumberFormats] = (0...5).map { digits in
    var result = NumberFormats(mask: 0)
    let number = NumberText(digits: 99_999, count: digits)
    for (index, format) in NumberFormat.all.enumerated() where format.fraction(of: number) != nil {
      result.mask |= 1 << UInt64(index)
    }
    return result
  }

  private static func separator(_ character: Character) -> NumberText.Separator? {
    guard let separators = QuantityText("1\(character)2")?.number.separators, separators.count == 1
    else { return nil }
    return NumberText.Separator(rawValue: UInt8(separators[0]))
  }
}

/// A set of numbers from 0 to 63, without an allocation.
struct SmallSet: Sequence, IteratorProtocol {
  private(set) var bits: UInt64 = 0

  init(bits: UInt64 = 0) { self.bits = bits }

  var isEmpty: Bool { bits == 0 }
  var count: Int { bits.nonzeroBitCount }

  mutating func insert(_ number: Int) { bits |= 1 << UInt64(number) }

  /// Removes and returns the smallest member.
  mutating func next() -> Int? {
    guard bits != 0 else { return nil }
    defer { bits &= bits - 1 }
    return bits.trailingZeroBitCount
  }
}
