/// The number of rounds of a loop, as stated by its title.
///
///     3 times, exactly 3 times, (3 times) -> 3
///     1 to 4 times, 1–4 times, between 1 and 4 times -> 1 to 4
///     at least 2 times, 2 or more times -> 2 or more
///     up to 5 times, at most 5 times -> 0 to 5
///     each batch -> any number
///
/// The words must end the title, and may follow other words; `once` and `twice` are 1 and 2.
package struct LoopBounds: Hashable, Sendable {
  package var least: Int
  /// `nil` without an upper bound.
  package var most: Int?

  package static let any = LoopBounds(least: 0, most: nil)

  package init(least: Int, most: Int?) {
    self.least = least
    self.most = most
  }

  /// Reads a title.
  ///
  /// A title without a number at its end is unbounded, so that `each batch` and `while connected`
  /// never cause a finding. Numbers must be digits: `three times` makes no claim.
  package init(title: String) {
    let separators: Set<Character> = [" ", ",", ";", ":", "(", ")", "\n", "\t"]
    let spaced = title.lowercased()
      .replacing("–", with: " to ").replacing("×", with: " times").replacing("...", with: " to ")
    var words = spaced.split(whereSeparator: separators.contains).map(String.init)
    self = Self.read(&words) ?? .any
  }

  private static func read(_ words: inout [String]) -> LoopBounds? {
    guard let last = words.popLast() else { return nil }
    switch last {
    case "once": return qualified(1, &words)
    case "twice": return qualified(2, &words)
    case "times", "time": break
    default: return nil
    }
    if words.count > 2, words.suffix(2) == ["or", "more"], let least = Int(words[words.count - 3]) {
      return LoopBounds(least: least, most: nil)
    }
    guard let number = words.popLast().flatMap(Int.init), number >= 0 else { return nil }
    if let joint = words.last, ["to", "or", "and"].contains(joint), words.count > 1,
      let least = Int(words[words.count - 2]), least <= number
    {
      return LoopBounds(least: least, most: number)
    }
    return qualified(number, &words)
  }

  private static func qualified(_ number: Int, _ words: inout [String]) -> LoopBounds {
    switch words.suffix(2) {
    case ["at", "least"]: LoopBounds(least: number, most: nil)
    case ["at", "most"], ["up", "to"]: LoopBounds(least: 0, most: number)
    default:
      words.last == "≤"
        ? LoopBounds(least: 0, most: number) : LoopBounds(least: number, most: number)
    }
  }

  package func contains(_ count: Int) -> Bool { count >= least && count <= most ?? .max }
}
