/// Converts source text to the text that Mermaid shows: decodes entity codes and line breaks.
///
/// Mermaid's codes have no `&`: `#quot;` and `#9829;` in place of `&quot;` and `&#9829;`. Unknown
/// names are shown as they are written.
enum Entities {
  /// The displayed text of a piece of prepared text: entity codes decoded, `<br/>` as `\n`.
  ///
  /// The bytes 0xFE and 0xFF mark the codes (see `PreparedText`), so a `#` that belongs to no code
  /// is an ordinary character.
  static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == PreparedText.entityStart,
        let end = bytes[index...].firstIndex(of: PreparedText.entityEnd)
      {
        if let character = decode(bytes[(index + 1)..<end]) {
          result.append(contentsOf: character.utf8)
        } else {
          result.append(UInt8(ascii: "#"))
          result.append(contentsOf: bytes[(index + 1)..<end])
          result.append(UInt8(ascii: ";"))
        }
        index = end + 1
      } else if byte == UInt8(ascii: "<"), let end = lineBreakEnd(bytes, index) {
        result.append(0x0A)
        index = end
      } else {
        result.append(byte)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The displayed text of a source text.
  static func shown(written: String) -> String {
    guard written.utf8.contains(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "<") })
    else { return written }
    var bytes = Array(written.utf8)
    PreparedText.markEntities(&bytes)
    return shown(bytes[...])
  }

  /// The source text of a piece of prepared text.
  static func written(_ bytes: ArraySlice<UInt8>) -> String {
    var plain = true
    for byte in bytes where byte >= PreparedText.entityStart { plain = false }
    if plain { return String(decoding: bytes, as: UTF8.self) }
    return String(
      decoding: bytes.map { byte in
        switch byte {
        case PreparedText.entityStart: UInt8(ascii: "#")
        case PreparedText.entityEnd: UInt8(ascii: ";")
        default: byte
        }
      }, as: UTF8.self)
  }

  /// Whether `shown` and `written` would differ.
  static func needsDecoding(_ bytes: ArraySlice<UInt8>) -> Bool {
    for byte in bytes where byte == PreparedText.entityStart || byte == UInt8(ascii: "<") {
      return true
    }
    return false
  }

  /// `<br>`, `<br/>`, `<BR />`: returns the offset after it.
  private static func lineBreakEnd(_ bytes: ArraySlice<UInt8>, _ start: Int) -> Int? {
    guard start + 3 < bytes.endIndex,
      ByteClasses.lowercased(bytes[start + 1]) == UInt8(ascii: "b"),
      ByteClasses.lowercased(bytes[start + 2]) == UInt8(ascii: "r")
    else { return nil }
    var index = start + 3
    while index < bytes.endIndex, bytes[index] == 0x20 || (0x09...0x0D).contains(bytes[index]) {
      index += 1
    }
    if index < bytes.endIndex, bytes[index] == UInt8(ascii: "/") { index += 1 }
    return index < bytes.endIndex && bytes[index] == UInt8(ascii: ">") ? index + 1 : nil
  }

  private static func decode(_ name: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: name, as: UTF8.self)
    if let number = UInt32(text) {
      guard number != 0, let scalar = Unicode.Scalar(number) else { return nil }
      return String(Character(scalar))
    }
    return named[text]
  }

  private static let named: [String: String] = [
    "quot": "\"", "amp": "&", "lt": "<", "gt": ">", "apos": "'", "nbsp": "\u{A0}", "num": "#",
    "semi": ";", "colon": ":", "comma": ",", "period": ".", "excl": "!", "quest": "?",
    "lpar": "(", "rpar": ")", "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]",
    "lsqb": "[", "rsqb": "]", "lcub": "{", "rcub": "}", "percnt": "%", "dollar": "$", "ast": "*",
    "plus": "+", "equals": "=", "commat": "@", "bsol": "\\", "sol": "/", "lowbar": "_",
    "grave": "`", "vert": "|", "verbar": "|", "hyphen": "‐", "dash": "‐", "ndash": "–",
    "mdash": "—", "hellip": "…", "copy": "©", "reg": "®", "trade": "™", "deg": "°", "times": "×",
    "larr": "←", "rarr": "→", "uarr": "↑", "darr": "↓", "harr": "↔", "le": "≤", "ge": "≥",
    "ne": "≠", "infin": "∞", "check": "✓", "cross": "✗", "hearts": "♥", "bull": "•",
    "middot": "·", "laquo": "«", "raquo": "»", "para": "¶", "sect": "§", "micro": "µ",
    "euro": "€", "pound": "£", "yen": "¥", "cent": "¢", "lsquo": "‘", "rsquo": "’",
    "ldquo": "“", "rdquo": "”", "szlig": "ß", "auml": "ä", "ouml": "ö", "uuml": "ü",
    "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "eacute": "é", "egrave": "è", "agrave": "à",
  ]
}
