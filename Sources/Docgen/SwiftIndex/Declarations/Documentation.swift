package import Diagnostics

/// A documentation comment, without its comment delimiters.
package struct Documentation: Hashable, Sendable {
  /// The complete text, lines joined by newlines, common indentation removed.
  package var text: String
  package var location: SourceLocation

  /// The first sentence of the first paragraph, on one line.
  ///
  ///     "A 429 in a row. It\ncounts.\n\nMore." -> "A 429 in a row."
  package var summary: String {
    let paragraph = firstParagraph
    var previous: Character = " "
    for index in paragraph.indices {
      let character = paragraph[index]
      let next = paragraph.index(after: index)
      let ends = next == paragraph.endIndex || paragraph[next] == " "
      if ends, ".!?".contains(character), !isAbbreviation(paragraph[..<index], last: previous) {
        return String(paragraph[...index])
      }
      previous = character
    }
    return paragraph
  }

  private var firstParagraph: String {
    var words: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let found = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      if found.isEmpty {
        if words.isEmpty { continue }
        break
      }
      words += found
    }
    return words.joined(separator: " ")
  }

  /// `e.g.`, `i.e.` and single letters do not end a sentence.
  private func isAbbreviation(_ head: Substring, last: Character) -> Bool {
    guard last.isLetter else { return false }
    let word = head.split(separator: " ").last.map(String.init) ?? ""
    return word.contains(".") && word.count <= 4 || word == "etc" || word == "vs" || word == "cf"
  }
}
