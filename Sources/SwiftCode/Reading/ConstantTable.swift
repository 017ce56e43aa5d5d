import Diagnostics

/// A body of nothing but plain constants, as generators write them by the hundred:
///
///     enum Codes {
///       static let tooMany = 429
///       static let unavailable = 503
///     }
///
/// The parser takes some 40 µs for each such line, so a long one is read by its bytes and blanked
/// for the parser. What it gives is exactly what the parser would have given; whatever looks
/// different in the least is left to it.
struct ConstantTable {
  /// Offset of the `{` before the first line.
  let brace: Int
  let constants: [PlainConstant]

  /// Shorter ones are not worth it.
  private static let leastLines = 12

  /// From the first constant to behind the last.
  var range: Range<Int> {
    (constants.first?.range.lowerBound ?? 0)..<(constants.last?.range.upperBound ?? 0)
  }

  /// The tables that seem to stand in a file. One in a comment or a string is none: it is for the
  /// tree to say whether a type's body begins at its brace.
  static func tables(in text: SourceText) -> [ConstantTable] {
    var tables: [ConstantTable] = []
    var line = 1
    while line + leastLines < text.lineCount {
      let head = text.lineRange(line)
      line += 1
      guard let last = head.last, text.bytes[last] == UInt8(ascii: "{"),
        PlainLine(text.bytes, in: head).opensType
      else { continue }
      var constants: [PlainConstant] = []
      while let constant = PlainConstant(text.bytes, in: text.lineRange(line)) {
        constants.append(constant)
        line += 1
      }
      let end = text.lineRange(line)
      guard constants.count >= leastLines,
        text.bytes[end].first(where: { $0 != 0x20 }) == UInt8(ascii: "}")
      else { continue }
      tables.append(ConstantTable(brace: last, constants: constants))
    }
    return tables
  }

  /// The bytes of a file without its tables; everything else keeps its place.
  static func blanking(_ tables: [ConstantTable], in bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for table in tables {
      for index in table.range where bytes[index] != 0x0A && bytes[index] != 0x0D {
        bytes[index] = 0x20
      }
    }
    return bytes
  }
}

/// `static let tooMany: Int = 429`, and where its parts stand.
struct PlainConstant {
  enum Literal {
    case integer, double, boolean, string
  }

  /// Without the white space around it.
  let range: Range<Int>
  let modifiers: [Range<Int>]
  let name: Range<Int>
  let type: Range<Int>?
  let literal: Literal
  let value: Range<Int>

  /// Nothing where a line is anything else, or anything more.
  init?(_ bytes: [UInt8], in line: Range<Int>) {
    var reader = PlainLine(bytes, in: line)
    reader.skipSpaces()
    let start = reader.place
    var modifiers: [Range<Int>] = []
    var word = reader.word()
    while let current = word, !reader.is(current, "let") {
      let isKnown = PlainLine.modifiers.contains { reader.is(current, $0) }
      // Two of them, and what is wrong with that, are for the parser.
      guard isKnown, modifiers.count < 2, reader.skipSpaces() else { return nil }
      modifiers.append(current)
      word = reader.word()
    }
    let access = modifiers.filter { !reader.is($0, "static") }
    guard word != nil, access.count < 2, modifiers.count - access.count < 2,
      reader.skipSpaces(), let name = reader.name()
    else { return nil }
    var type: Range<Int>?
    if reader.skip(UInt8(ascii: ":")) {
      guard reader.skipSpaces(), let name = reader.name() else { return nil }
      type = name
    }
    guard reader.skipSpaces(), reader.skip(UInt8(ascii: "=")), reader.skipSpaces(),
      let (literal, value) = reader.literal(), reader.isAtEnd
    else { return nil }
    self.range = start..<value.upperBound
    self.modifiers = modifiers
    self.name = name
    self.type = type
    self.literal = literal
    self.value = value
  }
}
