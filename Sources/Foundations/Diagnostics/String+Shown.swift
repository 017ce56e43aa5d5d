extension String {
  /// The text on one line, with tabs as blanks and control characters replaced so that they cannot
  /// affect a terminal or the rows of a table: `a\nb` -> `a␊b`.
  package var visible: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09: result += "    "
      // Unicode's control pictures for these characters.
      case 0..<0x20: result.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? " ")
      case 0x7F..<0xA0: result += "\u{FFFD}"
      default: result += scalar.isReordering ? scalar.spelled : String(scalar)
      }
    }
    return result
  }

  /// The text as one word of a shell command that can be pasted: `a b.md` -> `'a b.md'`.
  package var shellWord: String {
    let hasControls = unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    guard hasControls else {
      return allSatisfy(Self.isPlain) && !isEmpty
        ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
    // This form of quoting, known to bash and zsh, can contain control characters on one line.
    var result = "$'"
    for scalar in unicodeScalars {
      switch scalar {
      case "'", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let octal = String(scalar.value, radix: 8)
        result += "\\" + String(repeating: "0", count: 3 - octal.count) + octal
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }

  /// Whether the character has no meaning to a shell; beyond ASCII, only white space has one.
  private static func isPlain(_ character: Character) -> Bool {
    guard character.isASCII else { return !character.isWhitespace }
    return character.isLetter || character.isNumber || "/._-+,:@%=".contains(character)
  }
}
