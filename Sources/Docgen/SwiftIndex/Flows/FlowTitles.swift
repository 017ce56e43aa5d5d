/// Titles of branches and loops: short forms of their conditions.
///
/// Conditions of code are too long for the frame of a diagram, and read badly when negated. The
/// rules are textual: a condition that no rule fits is shown as written, cut to 40 characters.
package enum FlowTitles {
  private static let longest = 40
  private static let opposites = [
    (" == ", " != "), (" != ", " == "), (" is not ", " is "), (" is ", " is not "),
    (" <= ", " > "), (" >= ", " < "), (" < ", " >= "), (" > ", " <= "),
  ]

  /// `let user = cache[id], isOnline` -> `user is set and isOnline`; `!(isOnline)` -> `not isOnline`
  static func title(_ condition: String) -> String {
    let positive = condition.negatedCondition
    if condition.hasPrefix("!("), positive.count < condition.count { return negated(positive) }
    return shortened(parts(condition).joined(separator: " and "))
  }

  /// The title for a false condition: `no user`, `not isOnline`, `unless a and b`.
  static func negated(_ condition: String) -> String {
    let parts = parts(condition)
    return parts.count == 1 ? shortened(opposite(of: parts[0])) : "unless " + title(condition)
  }

  /// `not isOnline` for `isOnline`, and back.
  package static func opposite(of title: String) -> String {
    if title.hasPrefix("not ") { return String(title.dropFirst(4)) }
    if title.hasPrefix("unless ") { return String(title.dropFirst(7)) }
    if title.hasPrefix("fails") { return title == "fails" ? "succeeds" : "otherwise" }
    if title.hasPrefix("no ") { return title.dropFirst(3) + " is set" }
    if title.hasSuffix(" is set") { return "no " + title.dropLast(7) }
    let isCombined = title.contains(" and ") || title.contains(" or ")
    for (one, other) in opposites where title.contains(one) && !isCombined {
      return title.replacing(one, with: other, maxReplacements: 1)
    }
    return (isCombined ? "unless " : "not ") + title
  }

  /// The conditions joined by a comma or `&&`, each in words.
  private static func parts(_ condition: String) -> [String] {
    var parts: [String] = []
    var (current, depth) = ("", 0)
    var rest = condition[...]
    while let character = rest.popFirst() {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      let isJoint = character == "," || (character == "&" && rest.first == "&")
      if depth == 0, isJoint {
        if character == "&" { rest.removeFirst() }
        parts.append(current)
        current = ""
      } else {
        current.append(character)
      }
    }
    let all = (parts + [current]).map(phrase)
    let telling = all.filter { $0 != "self is set" }
    return telling.isEmpty ? ["self is set"] : telling
  }

  private static func phrase(_ condition: String) -> String {
    var text = plain(condition).replacing(" || ", with: " or ").replacing(" && ", with: " and ")
    text = String(text.drop(while: \.isWhitespace))
    while text.last == " " { text.removeLast() }
    let sides = text.split(separator: " = ", maxSplits: 1).map(String.init)
    for prefix in ["let ", "var "] where text.hasPrefix(prefix) {
      let name = sides[0].dropFirst(prefix.count).prefix { $0 != ":" }
      return "\(name == "strongSelf" ? "self" : name) is set"
    }
    if text.hasPrefix("case "), sides.count == 2 {
      let name = sides[0].dropFirst(5).replacing("let ", with: "").prefix { $0 != "(" }
      return "\(sides[1]) is \(name.drop { $0 == "." })"
    }
    if text.hasSuffix(" == nil") { return "no " + text.dropLast(7) }
    if text.hasSuffix(" != nil") { return text.dropLast(7) + " is set" }
    if text.hasPrefix("!") {
      let isWhole = text.hasPrefix("!(") && text.hasSuffix(")")
      return "not " + (isWhole ? text.negatedCondition : String(text.dropFirst()))
    }
    return text
  }

  /// The text without words that readers of a diagram do not need.
  private static func plain(_ text: some StringProtocol) -> String {
    ["self.", "try? ", "try! ", "try ", "await ", "`"].reduce(String(text)) {
      $0.replacing($1, with: "")
    }
  }

  /// `for batch in try await batches()` -> `each batch in batches()`
  static func loop(_ condition: String?) -> String {
    guard let condition, condition != "true" else { return "repeatedly" }
    if condition.hasPrefix("for ") {
      return shortened("each " + plain(condition.dropFirst(4)))
    }
    return shortened("while " + title(condition))
  }

  /// `HTTPError.offline` -> `fails: HTTPError.offline`, `let error as HTTPError` -> `fails: HTTPError`
  ///
  /// An empty pattern and `catch let error` give `fails`.
  static func handler(_ pattern: String) -> String {
    if let cast = pattern.firstRange(of: " as ") {
      return shortened("fails: " + pattern[cast.upperBound...])
    }
    if pattern.isEmpty || pattern.hasPrefix("let ") { return "fails" }
    return shortened("fails: " + (pattern.hasPrefix("is ") ? pattern.dropFirst(3) : pattern[...]))
  }

  package static func shortened(_ text: some StringProtocol) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > longest ? line.prefix(longest - 1) + "…" : line
  }
}
