/// A YAML value as resolved by the JSON schema of the YAML 1.2 specification (chapter 10.2).
package enum YAMLValue: Hashable, Sendable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case list([YAMLValue])
  case map([YAMLEntry])

  /// The value of a key; `nil` if this is not a mapping or has no such key.
  package subscript(key: String) -> YAMLValue? {
    guard case .map(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// Resolves a plain scalar: `~` -> null, `yes` -> text, `0x10` -> 16
  init(plain text: String) {
    guard let first = text.utf8.first, Self.isTelling(first) else {
      self = text.isEmpty ? .null : .text(text)
      return
    }
    switch text {
    case "~", "null", "Null", "NULL": self = .null
    case "true", "True", "TRUE": self = .truth(true)
    case "false", "False", "FALSE": self = .truth(false)
    default: self = YAMLNumber.value(text).map { .number($0) } ?? .text(text)
    }
  }

  /// Whether a value other than a text can begin with the byte: `~`, `n` of `null`, `t`, `f`, a
  /// digit, `+`, `-`, a point.
  private static func isTelling(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: [UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "f")].contains(byte | 0x20)
    }
  }

  /// The value as JavaScript's `toString` writes it; `nil` if it is false in JavaScript.
  package var shown: String? {
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
    case .number(let number): YAMLNumber.text(number)
    case .text(let text): text
    case .list(let list): list.map(\.written).joined(separator: ",")
    case .map: "[object Object]"
    }
  }

  /// The value as the key of a mapping.
  package var key: String { if case .null = self { "null" } else { written } }

  /// Whether JavaScript treats it as true.
  package var isTrue: Bool { shown != nil }
}

/// One entry of a mapping.
package struct YAMLEntry: Hashable, Sendable {
  package var key: String
  package var value: YAMLValue

  package init(key: String, value: YAMLValue) {
    self.key = key
    self.value = value
  }
}
