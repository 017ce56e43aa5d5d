/// Reads one document of YAML as front matter has it: block and flow collections, every kind of
/// scalar, comments, anchors and the tags of the core.
///
///     title: Sync            ->  map [title: "Sync", config: map [theme: "dark"]]
///     config: {theme: dark}
package struct YAMLParser {
  static let maximumDepth = 64

  let bytes: [UInt8]
  var index = 0
  /// Where the line of `index` begins.
  var lineStart = 0
  /// Only what JSON allows.
  let isJSON: Bool
  var depth = 0
  var anchors: [String: YAMLValue] = [:]
  private var lineHasTab = false

  private init(_ bytes: [UInt8], isJSON: Bool) {
    self.bytes = bytes
    self.isJSON = isJSON
  }

  package static func parse(_ text: String) throws(YAMLError) -> YAMLValue {
    var parser = YAMLParser(Array(text.utf8), isJSON: false)
    return try parser.document()
  }

  /// A flow collection of one text: `{"type": "database"}`.
  static func parseFlow(_ text: String, isJSON: Bool) throws(YAMLError) -> YAMLValue {
    var parser = YAMLParser(Array(text.utf8), isJSON: isJSON)
    parser.skipBlank()
    guard parser.byte == UInt8(ascii: "{") else { throw parser.error("`{` is missing") }
    let value = try parser.flow()
    parser.skipBlank()
    if !parser.isAtEnd { throw parser.error("the mapping has ended already") }
    return value
  }

  private mutating func document() throws(YAMLError) -> YAMLValue {
    skipBlank()
    if byte == UInt8(ascii: "%") { throw error("a `%` line needs `---` behind it") }
    if isMarker("---") {
      index += 3
      skipBlank()
    }
    let value = try isAtEnd || isMarker("...") ? .null : node(above: -1, isFirst: true)
    skipBlank()
    if isMarker("...") {
      index += 3
      skipBlank()
    }
    if !isAtEnd { throw misplaced() }
    return value
  }
}

// MARK: - Places

extension YAMLParser {
  var isAtEnd: Bool { index >= bytes.count }
  /// 0 behind the end.
  var byte: UInt8 { byte(at: index) }
  func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
  var column: Int { index - lineStart }

  func isBlank(at index: Int) -> Bool {
    guard index < bytes.count else { return true }
    switch bytes[index] {
    case 0x20, 0x09, 0x0A, 0x0D: return true
    default: return false
    }
  }

  /// Whether only white space stands before on the line.
  private var isFirstInLine: Bool {
    bytes[lineStart..<index].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// `---` or `...` at the start of a line.
  func isMarker(_ word: StaticString) -> Bool {
    column == 0 && byte == word.utf8Start[0] && ByteScanner(bytes).starts(word, at: index)
      && isBlank(at: index + 3)
  }

  func error(_ message: String, at offset: Int? = nil, expected: [String] = []) -> YAMLError {
    YAMLError(offset: offset ?? index, message: message, expected: expected)
  }

  /// Something behind a complete value.
  func misplaced() -> YAMLError {
    error("this cannot stand here", expected: ["`key: value`", "a value in quotes"])
  }

  /// Goes over white space, line ends and comments.
  mutating func skipBlank() {
    while !isAtEnd {
      switch byte {
      case 0x0A, 0x0D:
        index += 1
        lineStart = index
        lineHasTab = false
      case 0x09:
        if isFirstInLine { lineHasTab = true }
        index += 1
      case 0x20: index += 1
      // Mermaid's reader asks for no blank before a comment, where no plain text goes on.
      case UInt8(ascii: "#"):
        while !isAtEnd, byte != 0x0A, byte != 0x0D { index += 1 }
      default: return
      }
    }
  }
}

// MARK: - Block collections

extension YAMLParser {
  /// A node within a collection at column `parent`; `isFirst` where a block collection may begin.
  mutating func node(above parent: Int, isFirst: Bool) throws(YAMLError) -> YAMLValue {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.maximumDepth else { throw error("the front matter is nested too deep") }
    let properties = try properties()
    if let value = try alias() { return value }
    // Behind properties a collection begins on the next line only.
    let isFirst = properties.isEmpty ? isFirst : properties.crossedLine && isFirstInLine
    var value: YAMLValue
    if isAtEnd || (isFirstInLine && column <= parent) {
      value = .null
    } else if isFirst, byte == UInt8(ascii: "-"), isBlank(at: index + 1) {
      value = try sequence(column)
    } else if isFirst, let mapping = try mapping() {
      value = mapping
    } else {
      value = try scalar(above: parent, tag: properties.tag)
    }
    if properties.tag == "!!str", case .number = value {
      value = .text(String(decoding: bytes[properties.end..<index], as: UTF8.self))
    }
    if let anchor = properties.anchor { anchors[anchor] = value }
    return value
  }

  /// A mapping, where a key begins here.
  private mutating func mapping() throws(YAMLError) -> YAMLValue? {
    let (start, column) = (index, column)
    if isExplicitKey { return try mapping(at: column, key: nil, start) }
    return if let key = simpleKey() { try mapping(at: column, key: key, start) } else { nil }
  }

  /// `? key`
  private var isExplicitKey: Bool { byte == UInt8(ascii: "?") && isBlank(at: index + 1) }

  /// A scalar on one line with a `:` behind it, which is not read; where there is none, nothing is.
  private mutating func simpleKey() -> String? {
    let before = (index, lineStart, lineHasTab, anchors)
    if let key = try? key(), lineStart == before.1, byte == UInt8(ascii: ":"),
      isBlank(at: index + 1)
    {
      return key
    }
    (index, lineStart, lineHasTab, anchors) = before
    return nil
  }

  /// A scalar on one line with what stands before it, or an alias, and the blanks behind it.
  private mutating func key() throws(YAMLError) -> String {
    let properties = try properties()
    var key: YAMLValue
    switch byte {
    case UInt8(ascii: "*"): key = try alias() ?? .null
    case UInt8(ascii: "\""), UInt8(ascii: "'"): key = .text(try quoted())
    default:
      guard let text = try plain(above: Int.max, isFlow: false) else { throw misplaced() }
      key = properties.tag == "!!str" ? .text(text) : YAMLValue(plain: text)
    }
    if let anchor = properties.anchor { anchors[anchor] = key }
    while byte == 0x20 || byte == 0x09 { index += 1 }
    return key.key
  }

  /// Behind its first key, unless that is an explicit one.
  private mutating func mapping(
    at column: Int, key first: String?, _ start: Int
  ) throws(YAMLError) -> YAMLValue {
    var entries: [YAMLEntry] = []
    var (known, start) = (first, start)
    while true {
      if lineHasTab { throw error("a tab cannot indent a key", at: lineStart) }
      let key = if let known { known } else { try nextKey(column) }
      known = nil
      if entries.contains(where: { $0.key == key }) {
        throw error("`\(key)` is given twice", at: start)
      }
      if byte == UInt8(ascii: ":"), isBlank(at: index + 1) {
        index += 1
        entries.append(YAMLEntry(key: key, value: try value(inMapping: column)))
      } else {
        entries.append(YAMLEntry(key: key, value: .null))
      }
      if try isOver(column) { return .map(entries) }
      start = index
    }
  }

  private mutating func nextKey(_ column: Int) throws(YAMLError) -> String {
    if isExplicitKey {
      index += 1
      skipBlank()
      let key = try node(above: column, isFirst: true).key
      skipBlank()
      return key
    }
    guard let key = simpleKey() else {
      throw error("this is no key of the front matter", expected: ["`key: value`"])
    }
    return key
  }

  private mutating func value(inMapping column: Int) throws(YAMLError) -> YAMLValue {
    let line = lineStart
    skipBlank()
    if isAtEnd { return .null }
    if lineStart == line { return try node(above: column, isFirst: false) }
    if self.column > column { return try node(above: column, isFirst: true) }
    let isSequence =
      self.column == column && byte == UInt8(ascii: "-") && isBlank(at: index + 1)
      && !isMarker("---")
    return isSequence ? try sequence(column) : .null
  }

  private mutating func sequence(_ column: Int) throws(YAMLError) -> YAMLValue {
    var values: [YAMLValue] = []
    while byte == UInt8(ascii: "-"), isBlank(at: index + 1) {
      if lineHasTab { throw error("a tab cannot indent an entry", at: lineStart) }
      index += 1
      let line = lineStart
      skipBlank()
      if lineStart == line || self.column > column, !isAtEnd {
        values.append(try node(above: column, isFirst: true))
      } else {
        values.append(.null)
      }
      if try isOver(column) { break }
    }
    return .list(values)
  }

  /// Whether a collection at a column ends; its next entry must begin a line there.
  private mutating func isOver(_ column: Int) throws(YAMLError) -> Bool {
    skipBlank()
    if isAtEnd || isMarker("...") || isMarker("---") { return true }
    guard isFirstInLine, self.column <= column else { throw misplaced() }
    return self.column < column
  }
}
