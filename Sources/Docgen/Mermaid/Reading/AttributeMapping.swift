import YAML

/// The keys and values between `@{` and `}` of a participant or a node: a YAML mapping.
///
///     "type": "database", alias: Store   ->  type = database, alias = Store
package struct AttributeMapping: Hashable, Sendable {
  let value: YAMLValue
  private let hasCodes: Bool

  /// Reads a flow mapping if the text has one line, and a block mapping if it has several. Throws
  /// `YAMLError` if the text is not YAML. Entity codes are letters to it: their `#` does not begin
  /// a comment.
  init(_ source: String) throws(YAMLError) {
    hasCodes = source.utf8.contains { $0 == UInt8(ascii: "#") || $0 >= 0x80 }
    let text = hasCodes ? Self.encoded(source) : source
    let isBlock = text.utf8.contains(0x0A)
    if isBlock, text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x0A }) {
      value = .map([])
    } else {
      value = try YAMLValue(yaml: isBlock ? text + "\n" : "{\n\(text)\n}")
    }
  }

  /// A text in the form for double quotes: a brace would end the configuration.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\0"..<" ", "{", "}", "#", ";", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// A value as text with entity codes as written; `nil` if JavaScript counts it as false.
  ///
  /// Numbers and truth values are converted to text as in JavaScript. A key without a value,
  /// `false` and `0` give `nil`.
  subscript(key: String) -> String? {
    guard let text = value[key]?.shown, hasCodes else { return value[key]?.shown }
    return text.replacing(Self.start, with: "#").replacing(Self.end, with: ";")
  }

  /// Mermaid's replacements for the `#` and `;` of an entity code.
  private static let start = "ﬂ°"
  private static let end = "¶ß"

  private static func encoded(_ text: String) -> String {
    var bytes = Array(text.utf8)
    PreparedText.markEntities(&bytes)
    var result: [UInt8] = []
    for byte in bytes {
      switch byte {
      case PreparedText.entityStart: result += start.utf8
      case PreparedText.entityEnd: result += end.utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether it has keys other than a type and an alias.
  var hasMore: Bool {
    guard case .map(let entries) = value else { return true }
    return entries.contains { $0.key != "type" && $0.key != "alias" }
  }
}
