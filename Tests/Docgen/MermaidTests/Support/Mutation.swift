/// Random changes to lines of the corpus: removes, inserts and splits lines.
struct Mutation {
  private var random: DiagramGenerator
  private let texts: [[String]]
  private let pool: [String]

  init(seed: UInt64, entries: [Corpus.Entry]) {
    random = DiagramGenerator(seed: seed)
    texts = entries.filter { !$0.text.hasPrefix("---") }.map { entry in
      entry.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    pool = texts.flatMap { $0.dropFirst() }
  }

  private static let pieces = [
    ":", ";", "#", "%", "{", "}", "\"", "`", "~", "<", ">", "-", "=", "(", ")", "[", "]", "/", "|",
    "\\", "+", "*", ".", ",", "@", " ", "\t", "\n", "%%", "::", ":::", "-->", "--", "->>", "end",
    "()", "as ", "state ", "class ", "note ", "direction LR", "#35;", "é", "🚀", "\u{A0}", "o ",
    "<<", ">>", "..",
  ]

  mutating func next() -> String {
    var lines = random.pick(texts)
    for _ in 0..<random.number(1..<4) {
      let index = random.number(0..<lines.count)
      switch random.number(0..<5) {
      case 0 where lines.count > 1: lines.remove(at: index)
      case 1: lines.insert(random.pick(pool), at: index + 1)
      case 2: lines.swapAt(index, lines.count - 1)
      case 3:
        var characters = Array(lines[index])
        if !characters.isEmpty { characters.remove(at: random.number(0..<characters.count)) }
        lines[index] = String(characters)
      default:
        var characters = Array(lines[index])
        characters.insert(
          contentsOf: random.pick(Self.pieces), at: random.number(0..<(characters.count + 1)))
        lines[index] = String(characters)
      }
    }
    return lines.joined(separator: "\n")
  }
}
