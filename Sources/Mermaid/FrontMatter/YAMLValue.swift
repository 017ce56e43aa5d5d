/// A value of YAML as the JSON schema of the YAML 1.2 specification (chapter 10.2) resolves it.
indirect enum YAMLValue: Hashable, Sendable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case list([YAMLValue])
  case map([YAMLEntry])

  /// The value of a key; nothing where there is no mapping or no such key.
  subscript(key: String) -> YAMLValue? {
    guard case .map(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// A plain scalar: `~` -> null, `yes` -> text, `0x10` -> 16
  init(plain text: String) {
    switch text {
    case "", "~", "null", "Null", "NULL": self = .null
    case "true", "True", "TRUE": self = .truth(true)
    case "false", "False", "FALSE": self = .truth(false)
    default: self = Self.number(text).map { .number($0) } ?? .text(text)
    }
  }

  private static func number(_ text: String) -> Double? {
    var digits = text.replacing("_", with: "")
    guard let first = text.utf8.first, text.utf8.last != UInt8(ascii: "_"),
      ByteClasses.isDigit(first) || "+-.".utf8.contains(first)
    else { return nil }
    switch digits {
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .infinity
    case "-.inf", "-.Inf", "-.INF": return -.infinity
    case ".nan", ".NaN", ".NAN": return .nan
    default: break
    }
    let isNegative = digits.hasPrefix("-")
    if isNegative || digits.hasPrefix("+") { digits.removeFirst() }
    for (prefix, radix) in [("0b", 2), ("0o", 8), ("0x", 16)] where digits.hasPrefix(prefix) {
      return Int(digits.dropFirst(2), radix: radix).map { Double(isNegative ? -$0 : $0) }
    }
    guard digits.utf8.allSatisfy({ ByteClasses.isDigit($0) || "eE.+-".utf8.contains($0) }),
      digits.utf8.contains(where: ByteClasses.isDigit),
      let number = Double(digits.hasSuffix(".") ? String(digits.dropLast()) : digits)
    else { return nil }
    return isNegative ? -number : number
  }

  /// As JavaScript's `toString` writes it; nothing for what counts as false there.
  var shown: String? {
    switch self {
    case .null, .truth(false), .text(""): nil
    case .number(let number) where number == 0 || number.isNaN: nil
    default: written
    }
  }

  private var written: String {
    switch self {
    case .null: ""
    case .truth(let truth): "\(truth)"
    case .number(let number): Self.written(number)
    case .text(let text): text
    case .list(let list): list.map(\.written).joined(separator: ",")
    case .map: "[object Object]"
    }
  }

  private static func written(_ number: Double) -> String {
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    if number.isNaN { return "NaN" }
    if let whole = Int(exactly: number) { return String(whole) }
    return "\(number)"
  }
}

/// One entry of a mapping.
struct YAMLEntry: Hashable, Sendable {
  var key: String
  var value: YAMLValue
}

/// Why and where a text is no YAML.
struct YAMLError: Error {
  /// Of the first byte of the text.
  var offset: Int
  var message: String
  var expected: [String] = []
}
