/// Invisible scalars: zero-width spaces and joiners, byte order marks.
///
/// Some page generators write them into code, where they are syntax errors.
enum InvisibleScalars {
  private static let all: Set<Unicode.Scalar> = [
    "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}",
  ]

  /// The text without invisible scalars, with the same number of bytes: spaces replace them, after
  /// the word if they are inside of one. Joiners between scalars beyond ASCII remain.
  ///
  ///     let a: ZInt  ->  let a:    Int        Z is a zero-width space
  ///     doZor.push() ->  door   .push()
  static func blanked(in text: String) -> String {
    guard text.unicodeScalars.contains(where: all.contains) else { return text }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var spaces = 0
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : "\n"
      if all.contains(scalar), result.last?.isASCII != false || next.isASCII {
        spaces += 3
      } else {
        if !isOfWord(scalar) { pay(&spaces, to: &result) }
        result.append(scalar)
        continue
      }
      if !(result.last.map(isOfWord) ?? false) || !isOfWord(next) && !all.contains(next) {
        pay(&spaces, to: &result)
      }
    }
    pay(&spaces, to: &result)
    return String(result)
  }

  private static func pay(_ spaces: inout Int, to result: inout String.UnicodeScalarView) {
    result.append(contentsOf: repeatElement(" ", count: spaces))
    spaces = 0
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
  }
}

/// Marks that an author writes next to code, and that are not Swift: numbers of alternatives, check
/// marks and crosses, arrows to a note.
enum AuthorMarks {
  /// The text without the marks, with the same number of bytes in each line.
  ///
  ///     (1) open()        ->      open()
  ///     let a = b   ✅    ->  let a = b
  ///     close() ← last    ->  close()
  static func blanked(in text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { blankedLine($0) }.joined(separator: "\n")
  }

  private static func blankedLine(_ line: Substring) -> String {
    var line = String(line)
    guard mayHaveMark(line.utf8) else { return line }
    if let number = line.prefixMatch(of: /\s*(?:\([0-9]{1,2}\)|[0-9]{1,2}[.)]) +(?=\S)/) {
      line = spaces(number.output) + line[number.range.upperBound...]
    }
    if let note = line.firstMatch(of: /\s+(?:←|⟵|⇐|<--).*$/) {
      line.replaceSubrange(note.range, with: spaces(note.output))
    }
    if let sign = line.firstMatch(of: /\s*[✅❌✔✓✗✘🚫⛔🛑🚨💥👍👎]\x{FE0F}?\s*$/) {
      line.replaceSubrange(sign.range, with: spaces(sign.output))
    }
    return line
  }

  /// Whether a search for marks is worth its time.
  private static func mayHaveMark(_ line: String.UTF8View) -> Bool {
    let first = line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return first.map { $0 == UInt8(ascii: "(") || 0x30...0x39 ~= $0 } == true
      || line.contains { $0 >= 0x80 } || line.firstRange(of: "<--".utf8) != nil
  }

  private static func spaces(_ text: Substring) -> String {
    String(repeating: " ", count: text.utf8.count)
  }
}

/// The names of outer types in declarations of references: `enum Queue.State {`.
enum OuterNames {
  /// The text without them, with the same number of bytes in each line.
  static func blanked(in text: String) -> String {
    text.replacing(/(\b(?:enum|struct|class|actor|protocol) +)((?:[A-Z]\w*\.)+)(?=[A-Z])/) {
      match in
      match.1 + String(repeating: " ", count: match.2.utf8.count)
    }
  }
}
