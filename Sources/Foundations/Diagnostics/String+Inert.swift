extension Unicode.Scalar {
  /// Whether the scalar changes the order or the lines in which a terminal or an editor shows other
  /// characters: bidirectional controls (Unicode Standard Annex 9) and the line separators of
  /// Unicode.
  var isReordering: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// `U+202E` between braces.
  var spelled: String { "{U+" + String(value, radix: 16, uppercase: true) + "}" }
}

extension String {
  /// The text in a form that is safe for a terminal and the log of a GitHub workflow. Names in it
  /// may come from an untrusted repository: controls and bidirectional controls become visible, and
  /// no line is a workflow command.
  ///
  /// Line feeds and tabs are kept, as is a carriage return before a line feed. With `isStyled`,
  /// escape characters are kept too, for a text that was made of visible parts.
  ///
  /// The threat: a file name or a heading of a pull request from a stranger is printed in the log
  /// of a workflow. Without this, it could set environment variables of later steps, hide lines, or
  /// show text in another order.
  package func inert(isStyled: Bool = false) -> String {
    if utf8.allSatisfy({ $0 == 0x0A || (0x20..<0x7F).contains($0) && $0 != 0x3A && $0 != 0x5B }) {
      return self
    }
    var result = ""
    var isLineStart = true
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let next = rest.first
      switch scalar.value {
      case 0x0A, 0x09, 0x20: result.unicodeScalars.append(scalar)
      case 0x0D where next == "\n": result.unicodeScalars.append(scalar)
      case 0x1B where isStyled: result.unicodeScalars.append(scalar)
      // GitHub reads `::error::` at the start of a line, and `##[error]` anywhere in it.
      case 0x3A where isLineStart && next == ":": result += "{U+3A}"
      case 0x5B where result.utf8.suffix(2).elementsEqual("##".utf8): result += "{U+5B}"
      default: result += String(scalar).visible
      }
      isLineStart = scalar == "\n" || isLineStart && scalar.properties.isWhitespace
    }
    return result
  }

  /// A JSON text with these characters escaped in its strings.
  package var inertJSON: String {
    var result = ""
    for scalar in unicodeScalars {
      let isBracket = scalar == "[" && result.utf8.suffix(2).elementsEqual("##".utf8)
      if isBracket || scalar.isReordering || (0x7F..<0xA0).contains(scalar.value) {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
