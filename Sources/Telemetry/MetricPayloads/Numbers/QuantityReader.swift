/// Reads printed values, using all values of a payload to find out its number format.
///
/// `1,530 ms` alone is 1530 or 1.53. Next to `1,106,818 kB` it is 1530, because a comma that occurs
/// twice separates groups. Next to `99409 kB` it is 1.53, because a format with groups would have
/// printed `99,409`. Without such evidence, the value stays ambiguous.
///
/// The method is elimination: of all number formats in use (`NumberFormat.all`), a bit set keeps
/// those that could have printed every value so far, separately for values of MetricKit itself
/// (`apl`, `bars`) and of the system's formatter. A value is certain if all remaining formats give
/// it the same meaning. Cost: one check for each remaining format, or a table lookup for a number
/// without separators.
public struct QuantityReader: Sendable {
  private var system: NumberFormats
  private var own: NumberFormats
  private let given: NumberFormats

  /// Creates a reader for values of one origin. `decimal` and `group` are the separators, if they
  /// are known; `.some(nil)` means that digits are not grouped.
  public init(
    decimalSeparator decimal: Character? = nil, groupingSeparator group: Character?? = nil
  ) {
    let known = NumberFormats(decimal: decimal, group: group)
    given = known.isEmpty ? .any : known
    (system, own) = (given, given)
  }

  /// Learns from a value of the same origin. If no format could have printed this value and all
  /// earlier ones, only the known separators count from then on.
  public mutating func learn(from text: String) {
    if let text = QuantityText(text) { learn(text) }
  }

  /// The meaning of a printed value.
  public func read(_ text: String) -> Reading {
    QuantityText(text).map { read($0, { text }) } ?? .unreadable(text)
  }

  mutating func learn(_ text: QuantityText) {
    guard let unit = PrintedUnit.named(text.label) else { return }
    if unit.isOwn {
      own = own.printing(text.number)
    } else {
      system = system.printing(text.number)
    }
  }

  func read(_ text: QuantityText, _ original: () -> String) -> Reading {
    guard let unit = PrintedUnit.named(text.label) else { return .unreadable(original()) }
    let learnt = unit.isOwn ? own : system
    var fractions = learnt.fractions(of: text.number)
    if fractions.isEmpty { fractions = given.fractions(of: text.number) }
    guard fractions.count != 1 else {
      var fractions = fractions
      let only = fractions.next().flatMap { quantity(text.number, fraction: $0, unit) }
      return only.map { .exact($0) } ?? .unreadable(original())
    }
    let quantities = fractions.compactMap { quantity(text.number, fraction: $0, unit) }
    guard quantities.count == fractions.count, !quantities.isEmpty else {
      return .unreadable(original())
    }
    return .ambiguous(quantities, text: original())
  }

  /// The smallest value that is certainly printed as more than `quantity`, where `quantity` is one
  /// possible meaning of `text`: 830 ms for `829 ms`.
  func justBeyond(_ text: QuantityText, _ quantity: Quantity) -> ExactDecimal? {
    guard let unit = PrintedUnit.named(text.label) else { return nil }
    let fraction = NumberFormats.any.fractions(of: text.number).first { fraction in
      self.quantity(text.number, fraction: fraction, unit) == quantity
    }
    guard let fraction else { return nil }
    let step = NumberText(digits: 1, count: fraction + 1)
    return self.quantity(step, fraction: fraction, unit).flatMap {
      quantity.amount.adding($0.amount)
    }
  }

  /// The value; `nil` for more than nine fractional digits or more than fifteen digits before them.
  private func quantity(_ number: NumberText, fraction: Int, _ unit: PrintedUnit) -> Quantity? {
    guard fraction <= 9, number.digitCount - fraction <= 15 else { return nil }
    let power = NumberText.powers[9 - fraction]
    let whole = WideInt(high: 0, low: number.digits)
    guard let billionths = whole.multiplied(by: power)?.multiplied(by: unit.factor) else {
      return nil
    }
    let signed = number.isNegative ? billionths.negated : billionths
    return Quantity(amount: ExactDecimal(billionths: signed), unit: unit.unit)
  }
}
