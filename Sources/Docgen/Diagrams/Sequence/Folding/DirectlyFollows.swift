/// The directly-follows relation of a log, and its connected parts.
///
/// The graph has an edge from a to b if b comes directly after a in some sequence. It forgets the
/// lengths and numbers of the sequences, so the cuts that it shows hold for all of them, and its
/// size depends on the number of different letters only.
struct DirectlyFollows {
  /// Letters of the log by small numbers, in order of their first appearance.
  private(set) var letters: [Int32] = []
  private var numbers: LetterNumbers
  /// By letter number, without repeats.
  private(set) var followers: [[Int]] = []
  private(set) var edgeCount = 0
  /// Whether a letter ever follows itself directly.
  private(set) var repeats: [Bool] = []

  init(_ log: FoldLog, letterCount: Int) {
    numbers = LetterNumbers(letterCount)
    var seen: [BitRow] = []
    for sequence in log.sequences {
      var previous = -1
      for letter in sequence {
        let number = add(letter)
        if previous >= 0 {
          if seen.count <= previous {
            seen += Array(repeating: BitRow(64), count: previous + 1 - seen.count)
          }
          if seen[previous].insertNew(number) {
            followers[previous].append(number)
            edgeCount += 1
            if previous == number { repeats[number] = true }
          }
        }
        previous = number
      }
    }
  }

  private mutating func add(_ letter: Int32) -> Int {
    if let number = numbers[letter] { return number }
    numbers.set(letter, letters.count)
    letters.append(letter)
    followers.append([])
    repeats.append(false)
    return letters.count - 1
  }

  /// Only for letters of the log.
  func number(of letter: Int32) -> Int { numbers[letter] ?? 0 }

  /// Whether nearly every letter follows nearly every other one: then no order can be found.
  var isDense: Bool {
    letters.count > 6 && Double(edgeCount) > 0.6 * Double(letters.count * letters.count)
  }
}

/// A number for each letter; a table if there are few letters.
private struct LetterNumbers {
  private var table: [Int32]
  private var sparse: [Int32: Int] = [:]

  init(_ letterCount: Int) {
    table = Array(repeating: -1, count: letterCount <= 1_024 ? letterCount : 0)
  }

  subscript(letter: Int32) -> Int? {
    if table.isEmpty { return sparse[letter] }
    let number = table[Int(letter)]
    return number < 0 ? nil : Int(number)
  }

  mutating func set(_ letter: Int32, _ number: Int) {
    if table.isEmpty { sparse[letter] = number } else { table[Int(letter)] = Int32(number) }
  }
}
