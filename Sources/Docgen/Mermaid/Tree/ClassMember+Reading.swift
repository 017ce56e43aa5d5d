import Diagnostics

extension ClassMember {
  /// A member from its text, by Mermaid's rules: a `)` after the first character makes a method.
  ///
  /// Returns `nil` for a method without a name or parentheses, on which Mermaid itself fails.
  init?(written: String, range: SourceRange? = nil) {
    let parts = MemberParts(written)
    guard let parts else { return nil }
    self.init(
      parts.visibility, ClassMember.shown(parts.name),
      parameters: parts.parameters.map(ClassMember.shown),
      returnType: ClassMember.shown(parts.returnType), modifier: parts.modifier, range: range)
    self.written = written
  }

  private static func shown(_ written: String) -> String {
    Entities.shown(written: Generics.shown(written))
  }
}

extension MemberParts {
  /// Whether Mermaid, which removes HTML from members first, finds no method in the rest, and
  /// fails.
  ///
  ///     max(a<b)   ->  max(a    `<b)` would be a tag that is never closed
  static func losesParentheses(_ text: String) -> Bool {
    guard let parts = MemberParts(text), parts.parameters != nil else { return false }
    let bytes = Array(text.utf8)
    return bytes.contains(UInt8(ascii: "<")) && MemberParts(method: withoutTags(bytes)) == nil
  }

  static func withoutTags(_ text: String) -> String {
    String(decoding: withoutTags(Array(text.utf8)), as: UTF8.self)
  }

  /// `<b`, `</b`, `<!` and `<?` begin a tag or a comment, up to the next `>` or the end. A tag of
  /// one word is kept, as most of HTML does.
  private static func withoutTags(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch (bytes[index], next) {
      case (UInt8(ascii: "<"), UInt8(ascii: "a")...UInt8(ascii: "z")),
        (UInt8(ascii: "<"), UInt8(ascii: "A")...UInt8(ascii: "Z")),
        (UInt8(ascii: "<"), UInt8(ascii: "/")), (UInt8(ascii: "<"), UInt8(ascii: "!")),
        (UInt8(ascii: "<"), UInt8(ascii: "?")):
        let end = bytes[index...].firstIndex(of: UInt8(ascii: ">"))
        if let end, bytes[(index + 1)..<end].allSatisfy(ByteClasses.isWord) {
          result += bytes[index...end]
        }
        index = (end ?? bytes.count - 1) + 1
      default:
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}

/// The parts of a member as written.
///
///     +load(id: String) Row$   ->  visibility +, name load, parameters id: String, result Row, static
///     -count: Int              ->  visibility -, name count: Int
struct MemberParts {
  var visibility: ClassMember.Visibility?
  var name: String
  var parameters: String?
  var returnType = ""
  var modifier: ClassMember.Modifier?

  init?(_ text: String) {
    var bytes = Array(text.utf8)
    // The `#` of an entity code is not a visibility.
    if bytes.first == UInt8(ascii: "#") { PreparedText.markEntities(&bytes) }
    let isMethod = (bytes.firstIndex(of: UInt8(ascii: ")")) ?? 0) > 0
    if isMethod {
      self.init(method: bytes)
    } else {
      self.init(property: bytes)
    }
  }

  private init(property bytes: [UInt8]) {
    var rest = bytes[...]
    visibility = Self.visibility(rest.first)
    if visibility != nil { rest.removeFirst() }
    if !rest.isEmpty, let sign = Self.modifier(rest.last) {
      modifier = sign
      rest.removeLast()
    }
    name = Self.trimmed(rest)
  }

  /// `([#+~-])?(.+)\((.*)\)([\s$*])?(.*)`
  private init?(method bytes: [UInt8]) {
    guard let close = bytes.lastIndex(of: UInt8(ascii: ")")),
      let open = bytes[..<close].lastIndex(of: UInt8(ascii: "(")), open > 0
    else { return nil }
    var head = bytes[..<open]
    if head.count > 1, let sign = Self.visibility(head.first) {
      visibility = sign
      head.removeFirst()
    }
    name = Self.trimmed(head)
    parameters = Self.trimmed(bytes[(open + 1)..<close])
    var tail = bytes[(close + 1)...]
    if let sign = Self.modifier(tail.first) {
      modifier = sign
      tail.removeFirst()
    }
    returnType = Self.trimmed(tail)
    if modifier == nil, let sign = Self.modifier(returnType.utf8.last) {
      modifier = sign
      returnType.removeLast()
    }
  }

  private static func visibility(_ byte: UInt8?) -> ClassMember.Visibility? {
    byte.flatMap { ClassMember.Visibility(rawValue: String(UnicodeScalar($0))) }
  }

  private static func modifier(_ byte: UInt8?) -> ClassMember.Modifier? {
    switch byte {
    case UInt8(ascii: "$"): .static
    case UInt8(ascii: "*"): .abstract
    default: nil
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let scanner = ByteScanner(Array(bytes))
    return Entities.written(scanner.bytes[scanner.trimmed(0..<scanner.bytes.count)])
  }
}
