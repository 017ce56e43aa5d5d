import TestTools

/// A document of random lines whose pieces carry unique numbers, so that the place of each piece
/// can be found by a search.
///
///     > - text [l7](d8) `k9
///     >   x10` <!-- c11 -->
struct RandomDocument {
  private var generator: SeededRandom
  private var number = 0
  private(set) var text = ""

  private static let prefixes = [
    "", "", "", "", "> ", "> ", ">", "- ", "* ", "1. ", "10) ", "  ", "   ", "    ", "\t", " ",
    ">\t",
    "-\t", "     ", "-     ",
  ]
  private static let words = [
    "word", "ü", "*a*", "_b", "\\*", "&amp;", "<i>", "</i>", "\\`", "a\\", "**", "]", "[", "!", "|",
    "a  ", "a  b", "\\", "&", "``", "`", "<", "-", "é̂",
  ]

  init(seed: UInt64) {
    generator = SeededRandom(seed)
    let endings = ["\n", "\n", "\r\n", "\r"]
    let ending = endings[Int.random(in: 0..<endings.count, using: &generator)]
    if chance(8) { text = "\u{FEFF}" }
    let count = Int.random(in: 1...14, using: &generator)
    var prefix = ""
    for index in 0..<count {
      if !chance(2) { prefix = newPrefix() }
      text += prefix + line()
      if index + 1 < count || !chance(4) { text += ending }
      if chance(3) { prefix = continued(prefix) }
    }
  }

  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &generator) == 0 }

  private mutating func pick(_ choices: [String]) -> String {
    choices[Int.random(in: 0..<choices.count, using: &generator)]
  }

  private mutating func newPrefix() -> String {
    var prefix = pick(Self.prefixes)
    if chance(2) { prefix += pick(Self.prefixes) }
    if chance(5) { prefix += pick(Self.prefixes) }
    return prefix
  }

  /// The prefix of another line in the same containers.
  private func continued(_ prefix: String) -> String {
    String(prefix.map { "-*10.)".contains($0) ? " " : $0 })
  }

  private mutating func unique(_ letter: Character) -> String {
    number += 1
    return "\(letter)\(number)z"
  }

  private mutating func line() -> String {
    switch Int.random(in: 0..<24, using: &generator) {
    case 0: return ""
    case 1:
      return pick(["```", "~~~", "````", "``` \(unique("i"))", "~~~\(unique("i")) x", "   ```"])
    case 2: return pick(["```", "~~~"])
    case 3: return "\(pick(["#", "##", "#  "])) \(unique("h")) \(piece()) #"
    case 4: return pick(["===", "---", "***", "=", "-"])
    case 5: return "[\(unique("r"))]: \(unique("d"))\(pick(["", " 't'", " \"", "x y"]))"
    case 6: return pick(["<div>", "</div>", "<script>", "<details>\(piece())", "<pre>"])
    case 7: return "<!-- \(unique("c")) -->\(pick(["", " x", " <!-- \(unique("c")) -->"]))"
    case 8: return "<!-- \(unique("c"))"
    case 9: return "\(unique("t")) -->"
    default: break
    }
    var line = piece()
    while !chance(3) { line += pick([" ", "", " "]) + piece() }
    return line
  }

  private mutating func piece() -> String {
    switch Int.random(in: 0..<16, using: &generator) {
    case 0, 1: return "`\(unique("k"))`"
    case 2: return "`` \(unique("k")) ` x ``"
    case 3: return "`\(unique("k"))"
    case 4: return "\(unique("t"))`"
    case 5, 6: return "<!-- \(unique("c")) -->"
    case 7: return "[\(unique("l"))](\(unique("d")))"
    case 8: return "![\(unique("l"))](<\(unique("d"))> 't')"
    case 9: return "[\(unique("l"))]("
    case 10: return "\(unique("d")))"
    case 11: return "<http://\(unique("a"))>"
    case 12: return "<a href=\""
    default: return pick(Self.words) + unique("t")
    }
  }
}
