/// A place in one source line with the column it stands for: tabs reach to multiples of four.
///
/// Follows the rules by which CommonMark takes container prefixes (`> `, list indentation) off a
/// line, a tab that is only partly used up included.
struct LineCursor: Hashable, Sendable {
  /// Byte offset in the text.
  var offset: Int
  /// Columns from 0.
  var column: Int
  /// Offset where the line ends, its line ending excluded.
  let end: Int
  /// A tab at `offset` of which some columns belong to the prefix already.
  var insideTab = false

  init(line: Range<Int>) {
    offset = line.lowerBound
    column = 0
    end = line.upperBound
  }

  /// The next byte; nothing at the end of the line.
  func peek(_ bytes: [UInt8]) -> UInt8? {
    offset < end ? bytes[offset] : nil
  }

  /// Where the white space ahead ends, and how many columns it takes; no more than so many columns are
  /// looked at, and the tab that reaches beyond them.
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

  /// Nothing but white space is left.
  func isBlank(_ bytes: [UInt8]) -> Bool { whiteSpace(bytes).end == end }

  mutating func advance(bytes count: Int, _ bytes: [UInt8]) {
    for _ in 0..<max(count, 0) where offset < end {
      column += bytes[offset] == .tab ? 4 - column % 4 : 1
      offset += 1
      insideTab = false
    }
  }

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

  /// What is left of the line; a tab used up in part becomes the spaces that remain of it.
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
