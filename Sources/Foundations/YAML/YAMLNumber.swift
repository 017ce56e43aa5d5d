/// Numbers, read as the real Mermaid's YAML parser reads them and written as JavaScript writes
/// them.
package enum YAMLNumber {
  /// `0x1F`, `0b1`, `0o17`, `1_000`, `.5`, `-1e3`, `.inf`; `nil` for any other text.
  static func value(_ text: String) -> Double? {
    guard let start = text.utf8.first, start < UInt8(ascii: ":") else { return nil }
    switch text {
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .infinity
    case "-.inf", "-.Inf", "-.INF": return -.infinity
    case ".nan", ".NaN", ".NAN": return .nan
    default: break
    }
    guard let first = text.utf8.first, text.utf8.last != UInt8(ascii: "_") else { return nil }
    let isSigned = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
    let digits = isSigned ? text.dropFirst() : text[...]
    let sign = first == UInt8(ascii: "-") ? -1.0 : 1.0
    if digits.utf8.first == UInt8(ascii: "0"), let radix = radix(digits.utf8.dropFirst().first) {
      let rest = digits.dropFirst(2)
      guard rest.utf8.allSatisfy({ $0 == UInt8(ascii: "_") || isDigit($0, radix) }) else {
        return nil
      }
      return whole(rest, radix).map { $0 * sign }
    }
    guard let first = digits.utf8.first,
      (0x30...0x39).contains(first) || (first == UInt8(ascii: ".") && !isSigned)
    else { return nil }
    return decimal(digits).map { $0 * sign }
  }

  /// The radix for the letter after a leading zero.
  private static func radix(_ letter: UInt8?) -> Int? {
    switch letter {
    case UInt8(ascii: "b"): 2
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "x"): 16
    default: nil
    }
  }

  private static func isDigit(_ byte: UInt8, _ radix: Int) -> Bool {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { $0 < radix } ?? false
  }

  private static func whole(_ digits: Substring, _ radix: Int) -> Double? {
    let values = digits.compactMap(\.hexDigitValue)
    return values.isEmpty ? nil : values.reduce(0) { $0 * Double(radix) + Double($1) }
  }

  /// Reads `[0-9][0-9_]*(\.[0-9_]*)?([eE][-+]?[0-9]+)?`, or the same from the point on.
  private static func decimal(_ text: Substring) -> Double? {
    var rest = text
    func take(_ isTaken: (Character) -> Bool) -> Substring {
      let taken = rest.prefix(while: isTaken)
      rest = rest.dropFirst(taken.count)
      return taken
    }
    let isPart = { (character: Character) in ("0"..."9").contains(character) || character == "_" }
    var digits = String(take(isPart))
    if rest.first == "." {
      rest.removeFirst()
      let fraction = take(isPart).filter { $0 != "_" }
      digits = (digits.isEmpty ? "0" : digits) + "." + (fraction.isEmpty ? "0" : fraction)
      if text.first == ".", fraction.isEmpty { return nil }
    }
    if rest.first == "e" || rest.first == "E" {
      rest.removeFirst()
      let sign = rest.first == "-" || rest.first == "+" ? String(rest.removeFirst()) : ""
      let exponent = take { ("0"..."9").contains($0) }
      guard !exponent.isEmpty else { return nil }
      digits += "e\(sign)\(exponent)"
    }
    return rest.isEmpty ? Double(digits.filter { $0 != "_" }) : nil
  }

  /// The number as JavaScript's `toString` writes it: `1000000`, `1e-7`, `1.5e+300` (ECMA-262,
  /// Number::toString).
  package static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    if number == 0 { return "0" }
    let parts = "\(number.magnitude)".split(separator: "e")
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    var digits = mantissa.joined()
    var point = mantissa[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    while digits.hasPrefix("0") {
      digits.removeFirst()
      point -= 1
    }
    while digits.hasSuffix("0") { digits.removeLast() }
    return (number < 0 ? "-" : "") + laidOut(digits, point)
  }

  /// The digits with the point after the given number of them.
  private static func laidOut(_ digits: String, _ point: Int) -> String {
    func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
    switch point {
    case digits.count...21 where digits.count <= 21: return digits + zeros(point - digits.count)
    case 1...21: return "\(digits.prefix(point)).\(digits.dropFirst(point))"
    case -5...0: return "0." + zeros(-point) + digits
    default:
      let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
      return "\(digits.prefix(1))\(fraction)e\(point > 0 ? "+" : "-")\((point - 1).magnitude)"
    }
  }
}
