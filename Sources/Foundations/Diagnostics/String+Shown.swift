extension String {
  /// The text on one line, with tabs as blanks and control characters so that they can do nothing to
  /// a terminal or to the rows of a table: `a\nb` -> `a␊b`.
  package var visible: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09: result += "    "
      // The pictures of these characters.
      case 0..<0x20: result.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? " ")
      case 0x7F..<0xA0: result += "\u{FFFD}"
      default: result += scalar.isReordering ? scalar.spelled : String(scalar)
      }
    }
    return result
  }

  /// The text as one word of a command that a person can paste into a shell: `a b.md` -> `'a b.md'`.
  package var shellWord: String {
    let hasControls = unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    guard hasControls else {
      return allSatisfy(Self.isPlain) && !isEmpty
        ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
    // This form, which bash and zsh know, holds them and stays on its line.
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

  /// Whether it means nothing to a shell; no other sign beyond ASCII than a blank does.
  private static func isPlain(_ character: Character) -> Bool {
    guard character.isASCII else { return !character.isWhitespace }
    return character.isLetter || character.isNumber || "/._-+,:@%=".contains(character)
  }
}
