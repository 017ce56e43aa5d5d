/// Reads printed values with what all of a payload's values tell about the way they are printed.
///
/// `1,530 ms` alone is 1530 or 1.53. Beside `1,106,818 kB` it is 1530, for a comma that occurs twice
/// groups; beside `99409 kB` it is 1.53, for who groups would have printed `99,409`. Where nothing
/// tells, the value stays ambiguous.
public struct QuantityReader: Sendable {
  private var system: NumberFormats
  private var own: NumberFormats
  private let given: NumberFormats

  /// A reader for values of one origin. `decimal` and `group` are the separators, where they are
  /// known: no group at all is `.some(nil)`.
  public init(
    decimalSeparator decimal: Character? = nil, groupingSeparator group: Character?? = nil
  ) {
    let known = NumberFormats(decimal: decimal, group: group)
    given = known.isEmpty ? .any : known
    (system, own) = (given, given)
  }

  /// Learns from a value of the same origin. What contradicts everything before is not learnt from.
  public mutating func learn(from text: String) {
    if let text = QuantityText(text) { learn(text) }
  }

  /// What a printed value means.
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

  /// The smallest value that is certainly printed as more than `quantity`, one of the meanings of
  /// `text`: 830 ms for `829 ms`.
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

  /// Up to nine digits behind the point, up to fifteen before it.
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
