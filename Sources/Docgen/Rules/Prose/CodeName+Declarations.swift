/// The name of a declaration in inline code.
///
///     var batchSize: Int                         batchSize
///     public func save(_ item: Item, to: URL)    save(_:to:)
///     case failed(Error)                         .failed
extension CodeName {
  /// Returns `nil` for other texts, for statements such as `let a = b`, and for a variable whose
  /// name is a single word: it may be anything.
  init?(declaration text: String) {
    guard let (keyword, rest) = Self.declaration(text) else { return nil }
    let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    let after = rest.dropFirst(name.count)
    switch keyword {
    case "func":
      guard after.hasPrefix("("), let end = Self.closing(of: after.startIndex, in: after) else {
        return nil
      }
      self.init(name + "()")
      labels = Self.labels(ofParameters: after[after.index(after: after.startIndex)..<end])
    case "case":
      guard after.isEmpty || after.hasPrefix("(") else { return nil }
      self.init("." + name)
    default:
      guard after.hasPrefix(":"), !after.contains("=") else { return nil }
      self.init(name)
    }
  }

  /// The name of the property or function that a text declares, in any form.
  static func declared(in text: String) -> String? {
    declaration(text).map { String($1.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
  }

  private static let modifiers: Set<Substring> = [
    "public", "open", "package", "internal", "static", "mutating", "nonisolated", "final",
    "override", "class", "lazy", "weak",
  ]
  private static let keywords: Set<Substring> = ["func", "var", "let", "case"]

  private static func declaration(_ text: String) -> (keyword: Substring, rest: Substring)? {
    var rest = text[...]
    while let space = rest.firstIndex(of: " ") {
      let word = rest[..<space]
      rest = rest[space...].drop { $0 == " " }
      if keywords.contains(word) { return (word, rest) }
      guard modifiers.contains(word) else { return nil }
    }
    return nil
  }

  /// The bracket that closes the one at a place.
  private static func closing(of open: Substring.Index, in text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text[open...].indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// `_ item: Item, to: URL` has `["_", "to"]`; `nil` for types alone.
  private static func labels(ofParameters text: Substring) -> [String]? {
    var labels: [String] = []
    var (depth, isName, word) = (0, true, "")
    for character in text {
      switch character {
      case "(", "[", "<", "{": depth += 1
      case ")", "]", ">", "}": depth -= 1
      case ":" where depth == 0 && isName:
        guard let label = word.split(separator: " ").first else { return nil }
        labels.append(String(label))
        isName = false
      case "," where depth == 0:
        if isName { return nil }
        (isName, word) = (true, "")
      default: if isName { word.append(character) }
      }
    }
    return isName && !word.allSatisfy(\.isWhitespace) ? nil : labels
  }
}
