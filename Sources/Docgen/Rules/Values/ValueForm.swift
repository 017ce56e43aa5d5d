import Diagnostics
import Markdown

/// The format of a value that a marker sets: `unit=ms of=ns digits=1`.
package struct ValueForm: Sendable {
  /// The unit to show; by default the one that reads best.
  var unit: MeasurementUnit?
  /// The unit of the value, if neither the code nor the trace gives one.
  var source: MeasurementUnit?
  /// The maximum number of digits after the point.
  var digits: Int?

  package static let keys = [
    RegionKey("unit", "the unit to show; by default one that reads well"),
    RegionKey("of", "the unit of the value, if neither the code nor the trace gives one"),
    RegionKey("digits", "the maximum number of digits after the point"),
  ]

  init() {}

  /// The format in a marker.
  init(_ request: RegionRequest) throws(RegionProblem) {
    let check = ArgumentCheck(keys: Self.keys.map(\.name)).check(request.marker, in: request.file)
    if !check.isEmpty { throw RegionProblem(check) }
    unit = try Self.unit("unit", request)
    source = try Self.unit("of", request)
    if let text = request.marker["digits"] {
      guard let number = Int(text), (0...15).contains(number) else {
        throw request.finding(
          RegionSources.id, at: "digits", "`digits` must be a number from 0 to 15, not `\(text)`")
      }
      digits = number
    }
  }

  private static func unit(
    _ key: String, _ request: RegionRequest
  ) throws(RegionProblem) -> MeasurementUnit? {
    guard let name = request.marker[key] else { return nil }
    if let unit = MeasurementUnit(name) { return unit }
    throw request.finding(
      RuleID(.unknownChoice), at: key, "unknown unit `\(name)`",
      evidence: request.nearest(
        name, among: MeasurementUnit.all.map(\.symbol).filter { !$0.isEmpty }, what: "units",
        most: 20))
  }

  /// The reason why a value of this unit cannot be shown in the marker's format.
  func obstacle(for name: String) -> String? {
    guard let unit else { return nil }
    guard let from = MeasurementUnit(name) ?? source else {
      return name.isEmpty
        ? "the value has no unit that could be converted into \(unit.symbol)"
        : "`\(name)` cannot be converted into \(unit.symbol)"
    }
    return from.family == unit.family
      ? nil : "\(from.symbol) cannot be converted into \(unit.symbol)"
  }

  /// `250 ms`; the symbol of an unknown unit is kept, without the braces of UCUM.
  func text(_ number: Double, of name: String) -> String {
    guard let from = MeasurementUnit(name) ?? source else {
      let plain = name.filter { $0 != "{" && $0 != "}" }
      return Self.text(number, digits: digits) + (plain.isEmpty ? "" : " \(plain)")
    }
    let to = unit ?? from.natural(for: number)
    let value = from == to ? number : Self.scaled(number, from: from.factor, to: to.factor)
    return Self.text(value, digits: digits) + (to.symbol.isEmpty ? "" : " \(to.symbol)")
  }

  /// Multiplies or divides by whole numbers if possible: 0.3 s is 300 ms, not 299.99999999999994.
  private static func scaled(_ number: Double, from: Double, to: Double) -> Double {
    let result = from >= to ? number * (from / to).nearWhole : number / (to / from).nearWhole
    return rounded(result, significant: 12)
  }

  /// Whole numbers without a fraction: 30, not 30.0.
  static func text(_ number: Double, digits: Int? = nil) -> String {
    var number = number
    if let digits, digits < 15 {
      let factor = power(of: digits)
      let scaled = number * factor
      if scaled.isFinite { number = scaled.rounded() / factor }
    }
    guard let whole = Int(exactly: number) else { return "\(number)" }
    return String(whole)
  }

  private static func rounded(_ number: Double, significant: Int) -> Double {
    guard number.isFinite, number != 0 else { return number }
    var size = abs(number)
    var places = significant
    while size >= 10, places > 0 { (size, places) = (size / 10, places - 1) }
    while size < 1, places < 300 { (size, places) = (size * 10, places + 1) }
    let factor = power(of: places)
    let scaled = number * factor
    return factor.isFinite && scaled.isFinite ? scaled.rounded() / factor : number
  }

  private static func power(of exponent: Int) -> Double {
    (0..<exponent).reduce(1.0) { product, _ in product * 10 }
  }
}

extension Double {
  /// The whole number that this one equals except for rounding.
  fileprivate var nearWhole: Double {
    let whole = rounded()
    return abs(self - whole) <= 1e-9 * abs(whole) ? whole : self
  }
}
