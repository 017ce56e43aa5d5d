/// The keys and values between `@{` and `}` of a participant: a YAML mapping.
///
///     "type": "database", alias: Store   ->  type = database, alias = Store
struct ParticipantConfiguration {
  private let value: YAMLValue
  private let hasCodes: Bool

  /// Nothing when the text is no YAML. Without the white space around it, a text of one line is a
  /// flow mapping, one of several lines a block mapping. Entity codes are letters to it: their `#`
  /// begins no comment.
  init?(_ text: String) {
    var text = ModelText.trimmed(text)
    hasCodes = text.utf8.contains { $0 == UInt8(ascii: "#") || $0 >= 0x80 }
    if hasCodes { text = Self.encoded(text) }
    let isBlock = text.utf8.contains(0x0A)
    guard let value = try? YAMLParser.parse(isBlock ? text + "\n" : "{\n\(text)\n}") else {
      return nil
    }
    self.value = value
  }

  /// A text as it stands in double quotes: a brace would end the configuration.
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

  subscript(key: String) -> String? {
    guard let text = value[key]?.shown, hasCodes else { return value[key]?.shown }
    return text.replacing(Self.start, with: "#").replacing(Self.end, with: ";")
  }

  /// What Mermaid writes for the `#` and `;` of an entity code.
  static let start = "ﬂ°"
  static let end = "¶ß"

  static func encoded(_ text: String) -> String {
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

  /// Whether it says more than a type and an alias.
  var hasMore: Bool {
    guard case .map(let entries) = value else { return true }
    return entries.contains { $0.key != "type" && $0.key != "alias" }
  }
}
