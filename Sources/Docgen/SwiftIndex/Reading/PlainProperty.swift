/// `private static let tooMany: Int = 429`, and where its parts stand.
struct PlainProperty {
  enum Literal {
    case integer, double, boolean, string
    /// `.zero`.
    case member
    /// `nil`, `[]` and `[:]`, which are no constants.
    case empty
  }

  /// Without the white space around it.
  let range: Range<Int>
  /// Without those of access.
  let isStatic: Bool
  let access: Range<Int>?
  /// That of `private(set)`.
  let setterAccess: Range<Int>?
  let isLet: Bool
  let name: Range<Int>
  let type: PlainType?
  let value: (literal: Literal, range: Range<Int>)?

  /// Nothing where a line is anything else, or anything more.
  init?(_ bytes: [UInt8], in line: Range<Int>) {
    var reader = PlainLine(bytes, in: line)
    reader.skipSpaces()
    let start = reader.place
    guard let modifiers = Modifiers(&reader), reader.skipSpaces(), let name = reader.name() else {
      return nil
    }
    type = reader.skip(UInt8(ascii: ":")) && reader.skipSpaces() ? reader.type() : nil
    var end = type?.range.upperBound ?? start
    if reader.isAtEnd {
      guard type != nil else { return nil }
      value = nil
    } else {
      guard reader.skipSpaces(), reader.skip(UInt8(ascii: "=")), reader.skipSpaces(),
        let found = reader.literal(), reader.isAtEnd
      else { return nil }
      value = found
      end = found.1.upperBound
    }
    range = start..<end
    isStatic = modifiers.isStatic
    access = modifiers.access
    setterAccess = modifiers.setterAccess
    isLet = modifiers.isLet
    self.name = name
  }
}

/// The words before a name: each kind once. Two of them, and what is wrong with that, are for the
/// parser.
private struct Modifiers {
  var isStatic = false
  var access: Range<Int>?
  var setterAccess: Range<Int>?
  var isLet = false

  /// Up to `let` or `var`.
  init?(_ reader: inout PlainLine) {
    while let word = reader.word() {
      isLet = reader.is(word, "let")
      if isLet || reader.is(word, "var") { return }
      if reader.is(word, "static"), !isStatic {
        isStatic = true
      } else if PlainLine.accessWords.contains(where: { reader.is(word, $0) }) {
        if reader.skip(UInt8(ascii: "(")) {
          guard setterAccess == nil, let detail = reader.word(), reader.is(detail, "set"),
            reader.skip(UInt8(ascii: ")"))
          else { return nil }
          setterAccess = word
        } else if access == nil {
          access = word
        } else {
          return nil
        }
      } else {
        return nil
      }
      guard reader.skipSpaces() else { return nil }
    }
    return nil
  }
}

/// `Kit.Name`, `Name?`, `[Name]`, `[Key: Value]`, and where it stands.
indirect enum PlainType {
  case named(Range<Int>)
  case optional(PlainType, Range<Int>)
  case array(PlainType, Range<Int>)
  case dictionary(PlainType, PlainType, Range<Int>)

  var range: Range<Int> {
    switch self {
    case .named(let range), .optional(_, let range), .array(_, let range),
      .dictionary(_, _, let range):
      range
    }
  }
}

extension PlainLine {
  /// Brackets within brackets are for the parser.
  mutating func type(inBrackets: Bool = false) -> PlainType? {
    let start = place
    guard let found = unwrappedType(inBrackets: inBrackets) else { return nil }
    return skip(UInt8(ascii: "?")) ? .optional(found, start..<place) : found
  }

  private mutating func unwrappedType(inBrackets: Bool) -> PlainType? {
    let start = place
    guard skip(UInt8(ascii: "[")) else {
      guard name() != nil else { return nil }
      while skip(UInt8(ascii: ".")) {
        guard name() != nil else { return nil }
      }
      return .named(start..<place)
    }
    guard !inBrackets, let first = type(inBrackets: true) else { return nil }
    if skip(UInt8(ascii: "]")) { return .array(first, start..<place) }
    guard skip(UInt8(ascii: ":")), skipSpaces(), let second = type(inBrackets: true),
      skip(UInt8(ascii: "]"))
    else { return nil }
    return .dictionary(first, second, start..<place)
  }
}
