import Diagnostics

/// The plain properties at the top of a type's body, as most types begin:
///
///     struct Batch {
///       /// How many events it takes.
///       static let most = 50
///       private(set) var events: [Event]
///
///       func send() { … }
///
/// The parser takes some 40 µs for each such line, so those before the first other one are read by
/// their bytes and blanked for the parser. What they give is exactly what the parser would have
/// given; whatever looks different in the least is left to it.
struct PropertyTable {
  /// Offset of the `{` before the first line.
  let brace: Int
  /// Each with the comment above it.
  let properties: [(property: PlainProperty, comment: CommentBlock)]

  /// Nothing where the first line is none.
  private init?(_ text: SourceText, behind brace: Int) {
    var properties: [(PlainProperty, CommentBlock)] = []
    var comment = CommentBlock()
    var line = text.position(of: brace).line + 1
    while line <= text.lineCount {
      switch PropertyLine(text, line) {
      case .blank: break
      case .comment: comment = CommentBlock()
      case .documentation(let range):
        let words = String(decoding: text.bytes[range], as: UTF8.self)
        comment.append(line: String(words.dropFirst(3)), at: range)
      case .other(let range):
        guard let property = PlainProperty(text.bytes, in: range),
          Self.isEnded(text, before: line + 1)
        else {
          line = text.lineCount
          break
        }
        properties.append((property, comment))
        comment = CommentBlock()
      }
      comment.newlines += 1
      line += 1
    }
    guard !properties.isEmpty else { return nil }
    self.brace = brace
    self.properties = properties
  }

  /// From behind the brace to behind the last property.
  var range: Range<Int> {
    let start = brace + 1
    return start..<max(start, properties.last?.property.range.upperBound ?? start)
  }

  /// The tables behind braces with which types seem to begin: it is for the tree to say whether they
  /// do.
  static func tables(in text: SourceText, behind braces: [Int]) -> [PropertyTable] {
    braces.compactMap { PropertyTable(text, behind: $0) }
  }

  /// Blanks the tables; everything else keeps its place.
  static func blank(_ tables: [PropertyTable], in bytes: inout [UInt8]) {
    for table in tables {
      for index in table.range where bytes[index] != 0x0A && bytes[index] != 0x0D {
        bytes[index] = 0x20
      }
    }
  }

  /// Whether the next line that is no comment goes on with nothing that stands before it.
  private static func isEnded(_ text: SourceText, before first: Int) -> Bool {
    for line in first..<max(first, text.lineCount + 1) {
      guard case .other(let range) = PropertyLine(text, line) else { continue }
      var reader = PlainLine(text.bytes, in: range)
      if reader.skip(UInt8(ascii: "}")) || reader.skip(UInt8(ascii: "@")) { return true }
      guard let word = reader.word() else { return false }
      return beginnings.contains { reader.is(word, $0) }
    }
    return false
  }

  /// Words with which a declaration begins, and nothing goes on.
  private static let beginnings: [StaticString] = [
    "let", "var", "static", "private", "package", "public", "func", "init", "internal", "mutating",
    "fileprivate", "case", "struct", "enum", "class", "actor", "typealias", "subscript", "deinit",
    "override", "final", "lazy", "weak", "nonisolated",
  ]
}

/// What a line within a type is, as far as its first bytes say.
private enum PropertyLine {
  case blank
  case comment
  /// `/// …`, without the spaces before it.
  case documentation(Range<Int>)
  case other(Range<Int>)

  init(_ text: SourceText, _ number: Int) {
    let line = text.lineRange(number)
    let slash = UInt8(ascii: "/")
    guard let start = line.first(where: { text.bytes[$0] != 0x20 }) else {
      self = .blank
      return
    }
    let range = start..<line.upperBound
    guard text.bytes[range].starts(with: [slash, slash]),
      text.bytes[range].allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else {
      self = .other(range)
      return
    }
    let signs = text.bytes[range].prefix { $0 == slash }.count
    self = signs == 3 ? .documentation(range) : signs == 2 ? .comment : .other(range)
  }
}
