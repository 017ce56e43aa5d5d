/// The path of a DocC link, split into components.
///
///     House/Door/push(_:)-9xk2f#Overview  ->  House, Door, push(_:), anchor Overview
struct DocCPath: Hashable, Sendable {
  struct Component: Hashable, Sendable {
    /// As written.
    let full: String
    /// Without the suffix that distinguishes symbols of one name: `-swift.struct`, `-9xk2f`,
    /// `-(Int)`, `->String`.
    let name: String

    /// Without parameters: `push` of `push(_:)`.
    let base: String
    var hasParameters: Bool { name.hasSuffix(")") }
    /// The name as the key of the history.
    var key: NameRemoval.Key {
      guard hasParameters else { return .name(base) }
      let labels = name.dropFirst(base.count + 1).dropLast().split(separator: ":")
      return .function(base, labels: labels.map(String.init))
    }

    init(_ full: String) {
      self.full = full
      let start = full.first
      if let open = full.firstIndex(of: "("), let close = full[open...].firstIndex(of: ")") {
        name = String(full[...close])
      } else if let start, start.isLetter || start == "_",
        let dash = full.firstIndex(of: "-"), dash != full.startIndex
      {
        name = String(full[..<dash])
      } else {
        name = full
      }
      base = String(name.prefix { $0 != "(" })
    }
  }

  let components: [Component]
  let isAbsolute: Bool
  let anchor: String?

  init(_ text: String) {
    var rest = text[...]
    var anchor: String?
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
      anchor = String(rest[rest.utf8.index(after: hash)...])
      rest = rest[..<hash]
    }
    self.anchor = anchor.map { LinkTarget.decoded($0[...]) }
    isAbsolute = rest.hasPrefix("/") && Self.operatorEnd(rest) == nil
    if isAbsolute { rest = rest.dropFirst() }
    if rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    var components: [Component] = []
    while !rest.isEmpty {
      let start = Self.operatorEnd(rest) ?? rest.startIndex
      let end = rest[start...].firstIndex(of: "/") ?? rest.endIndex
      if rest.startIndex < end { components.append(Component(String(rest[..<end]))) }
      rest = end == rest.endIndex ? "" : rest[rest.index(after: end)...]
    }
    self.components = components
  }

  init(components: some Sequence<Component>) {
    self.components = Array(components)
    isAbsolute = false
    anchor = nil
  }

  /// The end of an operator with its parameters, in which `/` does not separate: `/=(_:_:)`.
  private static func operatorEnd(_ text: Substring) -> String.Index? {
    guard let open = text.firstIndex(of: "("), open > text.startIndex,
      text[..<open].allSatisfy({ "!%&*+-./<=>?^|~".contains($0) })
    else { return nil }
    return text[open...].firstIndex(of: ")")
  }

  /// Whether a text between double backticks can be a link to a symbol: some authors write code or
  /// Markdown there.
  static func isPossible(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || "_/!%&*+-<=>?^|~".contains(first) else {
      return false
    }
    if "<>&".contains(first), !text.hasSuffix(":)") { return false }
    let head = text.prefix { $0 != "(" }
    let isOperator = head.contains { "!%&*+<=>?^|~".contains($0) }
    return !text.contains { $0.isWhitespace || "\"'@[]{};\\`$,".contains($0) }
      && (!isOperator || text.contains("(_:_:)") || text.contains("(_:)"))
      && text.count { $0 == "(" } == text.count { $0 == ")" }
      && !text.contains("://")
  }
}
