/// Inline code that looks like a name of the code.
///
///     SyncEngine · SyncEngine.batchSize · Queue.Item.id · performSync() · apply(_:) · .rateLimited
///     batchSize · Box<Int>.sum · Hooks.monitor?.lastSummary
///
/// Other inline code does not look like a name: several words, `lower`, `Capital`, `kebab-case`,
/// `snake_case`, numbers, commands, paths.
struct CodeName: Sendable {
  /// The parts between the dots, without parentheses.
  var parts: [String]
  /// Begins with a dot.
  var isMember = false
  /// Ends with parentheses.
  var isCall = false
  /// `apply(_:for:)` has `["_", "for"]`; `nil` if the parentheses contain anything but labels.
  var labels: [String]?
  /// Whether a closure follows the parentheses.
  var hasTrailingClosure = false
  /// Whether the labels are those of a call with arguments in inline code: it may be the reader's own.
  var hasArguments = false
  /// The generic arguments, and the number of parts up to and including the one with them: `Int`
  /// and 1 for `Box<Int>.sum`.
  var arguments: (text: String, parts: Int)?

  init?(_ text: String) {
    // `store?.items` names the members of `store`.
    var text = text.contains("?.") ? text.replacing("?.", with: ".") : text
    // `Store().save(_:)` names a member of `Store`.
    if text.first?.isUppercase == true, text.contains("().") {
      text = text.replacing("().", with: ".")
    }
    guard let (plain, brackets) = Self.split(text) else { return nil }
    arguments = brackets
    var rest = plain[...]
    if let closure = rest.firstRange(of: ") {"), rest.hasSuffix("}") {
      hasTrailingClosure = true
      rest = rest[..<rest.index(after: closure.lowerBound)]
    }
    if rest.hasPrefix(".") {
      isMember = true
      rest = rest.dropFirst()
    }
    if rest.hasSuffix(")") {
      guard let open = rest.firstIndex(of: "(") else { return nil }
      isCall = true
      let inside = rest[rest.index(after: open)...].dropLast()
      labels = Self.labels(inside)
      if labels == nil {
        labels = CallLabels(inside)?.labels
        hasArguments = labels != nil
      }
      rest = rest[..<open]
    }
    parts = rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    // Members are followed one by one, recursively.
    guard parts.count <= Self.mostParts, parts.allSatisfy(Self.isIdentifier) else { return nil }
    guard isMember || isCall || parts.count > 1 || Self.isCamelCase(parts[0]) else { return nil }
  }

  /// A type's name of any form: `Mood`. Returns `nil` for a name that does not begin with a
  /// capital.
  init?(ofType text: String) {
    guard Self.isIdentifier(text), text.first?.isUppercase == true else { return nil }
    parts = [text]
  }

  private static let mostParts = 64

  /// The name without a leading dot and parentheses.
  var path: String { parts.joined(separator: ".") }
  var last: String { parts[parts.count - 1] }

  /// The name in the form of `CodeModel.symbol`: without arguments that are not labels.
  var lookup: String {
    var text = (isMember ? "." : "") + path
    if isCall { text += "(" + (labels.map { $0.map { $0 + ":" }.joined() } ?? "") + ")" }
    return text
  }

  /// Removes the last list of generic arguments from a name, and those before it. Returns `nil` if
  /// one is not closed, or is followed by anything but a member or a call.
  ///
  ///     Box<Int>.sum  ->  Box.sum, Int
  private static func split(_ text: String) -> (String, (text: String, parts: Int)?)? {
    let end = text.firstIndex(of: "(") ?? text.endIndex
    guard let open = text.firstIndex(of: "<"), open < end else { return (text, nil) }
    guard open != text.startIndex, isIdentifier(String(text[text.index(before: open)])),
      let close = closing(of: open, in: text)
    else { return nil }
    let before = text[..<open]
    let after = text[text.index(after: close)...]
    guard after.first.map({ $0 == "." || $0 == "(" }) ?? true,
      let (rest, others) = split(String(before + after))
    else { return nil }
    let parts = before.count { $0 == "." } + (before.hasPrefix(".") ? 0 : 1)
    let own = (String(text[text.index(after: open)..<close]), parts)
    return (rest, others ?? own)
  }

  /// The bracket that closes one; `->` is not a bracket.
  private static func closing(of open: String.Index, in text: String) -> String.Index? {
    var depth = 0
    var last: Character = " "
    for index in text.indices[open...] {
      let character = text[index]
      if character == "<" { depth += 1 }
      if character == ">", last != "-" { depth -= 1 }
      if depth == 0 { return text.index(after: open) == index ? nil : index }
      last = character
    }
    return nil
  }

  private static func labels(_ inside: Substring) -> [String]? {
    guard inside.hasSuffix(":") else { return nil }
    let parts = inside.dropLast().split(separator: ":", omittingEmptySubsequences: false)
    // `save(_:, to:)`
    let labels = parts.prefix(1) + parts.dropFirst().map { $0.trimmingPrefix(", ") }
    // `save(:)` lacks the name of its parameter.
    return labels.allSatisfy { $0.isEmpty || isIdentifier(String($0)) }
      ? labels.map(String.init) : nil
  }

  private static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isAlphabetic
    else { return false }
    return text.unicodeScalars.allSatisfy {
      $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
    }
  }

  /// A capital after a lowercase letter: `batchSize`, `SyncEngine`; or two capitals and a lowercase
  /// letter, as in `APIClient`.
  static func isCamelCase(_ text: String) -> Bool {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return isASCIICamelCase(text.utf8) }
    let letters = Array(text.unicodeScalars)
    guard !text.contains("_") else { return false }
    return letters.indices.dropFirst().contains { index in
      let (before, letter) = (letters[index - 1].properties, letters[index].properties)
      if before.isLowercase && letter.isUppercase { return true }
      return index > 1 && before.isUppercase && letter.isLowercase
        && letters[index - 2].properties.isUppercase
    }
  }

  private static func isASCIICamelCase(_ text: String.UTF8View) -> Bool {
    var capitals = 0
    var isSmall = false
    var isFound = false
    for byte in text {
      if byte == UInt8(ascii: "_") { return false }
      let isCapital = byte &- UInt8(ascii: "A") < 26
      let wasSmall = isSmall
      isSmall = byte &- UInt8(ascii: "a") < 26
      isFound = isFound || isCapital && wasSmall || isSmall && capitals > 1
      capitals = isCapital ? capitals + 1 : 0
    }
    return isFound
  }
}
