/// A place in one source line with its column: tabs extend to multiples of four.
///
/// Follows CommonMark's rules for removing container prefixes (`> `, list indentation) from a line,
/// including a partly consumed tab.
struct LineCursor: Hashable, Sendable {
  /// Byte offset in the text.
  var offset: Int
  /// Columns from 0.
  var column: Int
  /// Offset of the line's end, without its line ending.
  let end: Int
  /// Whether the prefix has consumed some columns of a tab at `offset`.
  var insideTab = false

  init(line: Range<Int>) {
    offset = line.lowerBound
    column = 0
    end = line.upperBound
  }

  /// The next byte; `nil` at the end of the line.
  func peek(_ bytes: [UInt8]) -> UInt8? {
    offset < end ? bytes[offset] : nil
  }

  /// The end of the white space ahead, and its number of columns. Examines at most `most` columns,
  /// and the tab that extends beyond them.
  func whiteSpace(_ bytes: [UInt8], upTo most: Int = .max) -> (end: Int, columns: Int) {
    var index = offset
    var reached = column
    while index < end, reached - column < most {
      if bytes[index] == .space {
        reached += 1
      } else if bytes[index] == .tab {
        reached += 4 - reached % 4
      } else {
        break
      }
      index += 1
    }
    return (index, reached - column)
  }

  /// Whether only white space is left.
  func isBlank(_ bytes: [UInt8]) -> Bool { whiteSpace(bytes).end == end }

  /// Every byte other than a tab counts as one column, also those of a character with several
  /// bytes: CommonMark needs columns only for white space.
  mutating func advance(bytes count: Int, _ bytes: [UInt8]) {
    for _ in 0..<max(count, 0) where offset < end {
      column += bytes[offset] == .tab ? 4 - column % 4 : 1
      offset += 1
      insideTab = false
    }
  }

  /// Leaves the cursor inside of a tab if the columns end there; `column` then counts the consumed
  /// part.
  mutating func advance(columns count: Int, _ bytes: [UInt8]) {
    var left = count
    while left > 0, offset < end {
      guard bytes[offset] == .tab else {
        insideTab = false
        offset += 1
        column += 1
        left -= 1
        continue
      }
      let width = 4 - column % 4
      insideTab = width > left
      let taken = min(left, width)
      column += taken
      left -= taken
      if !insideTab { offset += 1 }
    }
  }

  /// The rest of the line; a partly consumed tab becomes its remaining spaces.
  func rest(_ bytes: [UInt8]) -> [UInt8] {
    guard insideTab, offset < end else { return Array(bytes[offset..<end]) }
    return Array(repeating: .space, count: 4 - column % 4) + bytes[(offset + 1)..<end]
  }
}

extension UInt8 {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let backtick: UInt8 = 0x60

  var isBlank: Bool { self == .space || self == .tab }
  var isWhiteSpace: Bool { isBlank || (0x0A...0x0D).contains(self) }
}
