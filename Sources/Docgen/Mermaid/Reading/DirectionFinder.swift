/// Finds `^.*direction\s+(TB|BT|RL|LR)[^\n]*`, which takes the complete line wherever the words
/// occur; flowcharts also know `TD`.
///
/// A line is searched once, whatever the number of its tokens.
struct DirectionFinder {
  private let ignoresCase: Bool
  private let takesTopDown: Bool
  private var lineEnd = -1
  /// The last place of each direction on the line, or -1 if it does not occur.
  private var last = [-1, -1, -1, -1, -1]
  private var isPresent = false

  init(ignoresCase: Bool, takesTopDown: Bool = false) {
    self.ignoresCase = ignoresCase
    self.takesTopDown = takesTopDown
  }

  /// The direction on the line at or after `start`, the first in the grammar's order.
  ///
  /// `end` is the end of the line: Mermaid's rule takes everything on it. Returns `nil` if no
  /// direction follows on the line.
  mutating func match(_ scanner: ByteScanner, at start: Int) -> (Direction, end: Int)? {
    if start > lineEnd { searchLine(scanner, from: start) }
    guard isPresent else { return nil }
    let order: [Direction] = [
      .topToBottom, .bottomToTop, .rightToLeft, .leftToRight, .topToBottom,
    ]
    for (direction, place) in zip(order, last) where place >= start {
      return (direction, scanner.endOfLine(scanner.skippingWhitespace(place + 9)))
    }
    return nil
  }

  /// Whether the first line of a text is a direction in the middle of a diagram.
  static func isDirection(_ text: String, ignoresCase: Bool = true) -> Bool {
    var finder = DirectionFinder(ignoresCase: ignoresCase)
    return finder.match(ByteScanner(Array(text.utf8)), at: 0) != nil
  }

  private mutating func searchLine(_ scanner: ByteScanner, from start: Int) {
    if isPresent { last = [-1, -1, -1, -1, -1] }
    isPresent = false
    var index = start
    let bytes = scanner.bytes
    while index < bytes.count, bytes[index] != 0x0A {
      if bytes[index] | 0x20 == UInt8(ascii: "d"),
        ignoresCase
          ? scanner.startsIgnoringCase("direction", at: index)
          : scanner.starts("direction", at: index)
      {
        record(scanner, index)
      }
      index += 1
    }
    lineEnd = index
  }

  private mutating func record(_ scanner: ByteScanner, _ start: Int) {
    let value = scanner.skippingWhitespace(start + 9)
    guard value > start + 9, value + 2 <= scanner.bytes.count else { return }
    let mask: UInt8 = ignoresCase ? 0xDF : 0xFF
    let kind: Int
    switch (scanner.bytes[value] & mask, scanner.bytes[value + 1] & mask) {
    case (UInt8(ascii: "T"), UInt8(ascii: "B")): kind = 0
    case (UInt8(ascii: "B"), UInt8(ascii: "T")): kind = 1
    case (UInt8(ascii: "R"), UInt8(ascii: "L")): kind = 2
    case (UInt8(ascii: "L"), UInt8(ascii: "R")): kind = 3
    case (UInt8(ascii: "T"), UInt8(ascii: "D")) where takesTopDown: kind = 4
    default: return
    }
    last[kind] = start
    isPresent = true
  }
}
