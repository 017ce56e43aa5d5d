/// The lines of a Swift block that the author calls wrong.
///
/// A comment with such a word marks the code after it, up to an empty line or a comment with the
/// opposite. A comment after code marks its own line.
///
///     // WRONG: two tasks, one session
///     session.respond(to: a)             <- wrong
///
///     session.respond(to: b)
///     session.close(now: true)  // ❌    <- wrong
enum CounterExample {
  private static let wrong = [
    "wrong", "bad", "don't", "don\u{2019}t", "do not", "avoid", "incorrect", "never do", "❌", "🚫",
    "⛔", "🛑",
    "✗", "✘",
  ]
  private static let right = ["right", "good", "do:", "correct", "instead", "✅", "✓", "✔"]

  /// From 1.
  static func lines(of text: String) -> Set<Int> {
    guard text.contains("//") else { return [] }
    var found: Set<Int> = []
    var isWrong = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let code = line.drop { $0 == " " || $0 == "\t" }
      if code.isEmpty {
        isWrong = false
      } else if code.hasPrefix("//") {
        if begins(code, with: wrong) {
          isWrong = true
        } else if begins(code, with: right) {
          isWrong = false
        }
      } else if isWrong || comment(after: code).map({ begins($0, with: wrong) }) == true {
        found.insert(index + 1)
      }
    }
    return found
  }

  /// The comment after code on its line.
  private static func comment(after code: Substring) -> Substring? {
    code.lastRange(of: " //").map { code[$0.lowerBound...] }
  }

  /// Whether a comment begins with one of the words, slashes and spaces left out.
  private static func begins(_ comment: Substring, with words: [String]) -> Bool {
    let text = comment.drop { $0 == "/" || $0 == " " }.lowercased()
    return words.contains { word in
      guard text.hasPrefix(word) else { return false }
      let next = text.dropFirst(word.count).first
      return next?.isLetter != true || word.last?.isLetter != true
    }
  }
}

extension Substring {
  fileprivate func lastRange(of text: String) -> Range<Index>? { ranges(of: text).last }
}
