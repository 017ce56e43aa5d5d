/// The words of a drawn member before its parentheses or its colon.
///
///     static let shared       shared
///     String title            title, of the type `String`
///     title String            title, of the type `String`
///     handles all errors      prose
///
/// Hand-drawn classes come from authors of several languages: the type may follow a colon (Swift),
/// precede the name (Java, C#) or follow it (Go). The words alone decide, so this is a heuristic:
/// in doubt a line is prose, which makes no claim.
struct MemberWords {
  let name: String
  /// The type before the name, if it is the only other word.
  let leadingType: String?
  /// Whether the words are a name with at most a type and modifiers.
  let isPlain: Bool

  /// `hasType` states that a type or parentheses follow.
  init(_ text: Substring, hasType: Bool) {
    let head = text.prefix { $0 != "=" && $0 != "{" }
    let words = head.split(separator: " ").drop { Self.keywords.contains($0) }
    let last = words.last ?? head.split(separator: " ").last ?? ""
    // `title String`: a type after the name.
    let isTypeLast =
      !hasType && words.count == 2 && Self.startsLikeType(last)
      && words.first?.first?.isLowercase == true
    let named = isTypeLast ? words.first ?? last : last
    name = String(named.prefix { $0 != "<" && $0 != "~" && $0 != "?" && $0 != "!" })
    leadingType = words.count == 2 && !isTypeLast ? words.first.map(String.init) : nil
    let isName =
      name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      && name.first.map { $0.isLowercase || $0 == "_" } == true
    let isTyped = leadingType.map { Self.startsLikeType($0[...]) || Self.simple.contains($0) }
    isPlain = isName && words.count <= 2 && isTyped ?? true
  }

  /// A type of two words, a generic or array type, or one of the simple ones of other languages.
  static func isTypeLike(_ word: Substring) -> Bool {
    let humps = zip(word, word.dropFirst()).count { !$0.isUppercase && $1.isUppercase }
    return humps > 0 || word.contains { "[<~?".contains($0) } || simple.contains(String(word))
  }

  static func startsLikeType(_ word: Substring) -> Bool {
    word.first.map { $0.isUppercase || $0 == "[" || $0 == "(" } == true
  }

  private static let simple: Set<String> = [
    "int", "string", "bool", "boolean", "float", "double", "void", "date", "array", "list", "map",
  ]
  private static let keywords: Set<Substring> = [
    "func", "var", "let", "case", "static", "class", "private", "public", "internal", "fileprivate",
    "open", "package", "lazy", "weak", "unowned", "override", "final", "mutating", "nonisolated",
    "indirect", "async", "required", "convenience", "private(set)", "public(set)", "any", "some",
    "isolated", "dynamic",
  ]
}
