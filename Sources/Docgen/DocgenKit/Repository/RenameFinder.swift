/// Finds the new names that a commit gave to declarations: the same lines, with one word replaced.
///
///     - let queue: EventQueue
///     + let queue: MessageQueue      EventQueue -> MessageQueue
///
/// Git knows renamed files but no renamed names. Lines are compared as sequences of words of the
/// same length that differ only in the old name; similarity of names is not used, so `queue` may
/// become `mailbox`. At least two lines must agree, because a single one is often a coincidence.
///
/// Cost: reading is linear; a question compares the lines that have the name with all added lines
/// of the same length.
struct RenameFinder {
  /// The lines of a diff as numbers of their words; white space is left out.
  private typealias Line = [Int]

  private var numbers: [String: Int] = [:]
  private var words: [String] = []
  /// Removed lines by the words in them.
  private var removed: [Int: [Line]] = [:]
  /// Added lines by the number of their words.
  private var added: [Int: [Line]] = [:]

  /// A larger change moves complete folders or vendors a library: it shows no renames.
  private static let mostLines = 200_000

  init(_ diff: [String]) {
    guard diff.count < Self.mostLines else { return }
    for line in diff where !line.hasPrefix("---") && !line.hasPrefix("+++") {
      let isRemoved = line.utf8.first == UInt8(ascii: "-")
      guard isRemoved || line.utf8.first == UInt8(ascii: "+") else { continue }
      let words = read(line.utf8.dropFirst())
      guard words.count > 1 else { continue }
      if isRemoved {
        for word in Set(words) { removed[word, default: []].append(words) }
      } else {
        added[words.count, default: []].append(words)
      }
    }
  }

  /// `nil` unless at least two different removed lines have a counterpart among the added ones with
  /// the same new name, and no other name has half as many.
  func newName(of name: String) -> String? {
    guard let old = numbers[name], let lines = removed[old] else { return nil }
    var counts: [Int: Set<Line>] = [:]
    for line in Set(lines) {
      for candidate in added[line.count] ?? [] {
        guard let new = replacement(for: old, in: line, by: candidate) else { continue }
        counts[new, default: []].insert(line)
      }
    }
    let names = counts.map { (name: words[$0], count: $1.count) }
      .sorted { ($0.count, $1.name) > ($1.count, $0.name) }
    guard let best = names.first, best.count >= 2 else { return nil }
    if names.count > 1, names[1].count * 2 >= best.count { return nil }
    return best.name
  }

  /// `nil` if the lines differ in more than this word, or if it is replaced by different words.
  private func replacement(for old: Int, in line: Line, by other: Line) -> Int? {
    var found: Int?
    for (word, new) in zip(line, other) where word != new {
      guard word == old, found == nil || found == new else { return nil }
      found = new
    }
    return found.flatMap { isName(words[$0]) ? $0 : nil }
  }

  private func isName(_ text: String) -> Bool {
    text.first.map { $0.isLetter || $0 == "_" } == true
  }

  /// Names, and single bytes of punctuation.
  private mutating func read(_ line: Substring.UTF8View) -> Line {
    var found: Line = []
    var rest = line
    while let first = rest.first {
      if first == 0x20 || first == 0x09 {
        rest = rest.dropFirst()
        continue
      }
      let word =
        DeclarationWords.isWord(first)
        ? rest.prefix(while: DeclarationWords.isWord) : rest.prefix(1)
      found.append(number(of: String(decoding: word, as: UTF8.self)))
      rest = rest[word.endIndex...]
    }
    return found
  }

  private mutating func number(of word: String) -> Int {
    if let known = numbers[word] { return known }
    numbers[word] = words.count
    words.append(word)
    return words.count - 1
  }
}
