/// The condition of one `#if` branch.
package struct CompilationCondition: Hashable, Sendable {
  /// The text after `#if` or `#elseif`; empty for `#else`.
  package var text: String
  /// Conditions of the earlier branches, which must all be false.
  package var excluded: [String]

  /// The complete condition: `!(os(Linux)) && canImport(UIKit)`.
  package var description: String {
    let negated = excluded.map { "!(\($0))" }
    return (negated + (text.isEmpty ? [] : [text])).joined(separator: " && ")
  }

  /// Whether the branch is compiled on a platform; `nil` if the platform's name and flags do not
  /// decide it (`swift(>=6)`, an unknown flag).
  package func isActive(on platform: BuildPlatform) -> Bool? {
    var result: Bool? = true
    for condition in excluded {
      result = both(result, platform.evaluates(condition).map { !$0 })
    }
    return text.isEmpty ? result : both(result, platform.evaluates(text))
  }
}

/// A platform on which `#if` conditions are evaluated.
package struct BuildPlatform: Hashable, Sendable {
  /// `Linux`, `iOS`, `macOS`.
  package var os: String
  /// The names that Swift has for systems.
  package static let systems = [
    "iOS", "macOS", "tvOS", "watchOS", "visionOS", "Linux", "Windows", "Android", "FreeBSD",
    "OpenBSD", "WASI",
  ]

  /// `arm64`, `x86_64`; `nil` if it does not matter.
  package var architecture: String?
  /// Flags that are set: `DEBUG`.
  package var flags: Set<String>
  /// Modules that can be imported; others are unknown.
  package var modules: Set<String>

  package init(
    os: String, architecture: String? = nil, flags: Set<String> = [], modules: Set<String> = []
  ) {
    self.os = os
    self.architecture = architecture
    self.flags = flags
    self.modules = modules
  }

  /// The value of a condition; `nil` if it is unknown.
  func evaluates(_ condition: String) -> Bool? {
    var evaluator = ConditionEvaluator(condition, platform: self)
    return evaluator.value()
  }

  fileprivate func holds(_ name: String, _ argument: String?) -> Bool? {
    switch (name, argument) {
    case ("true", nil): true
    case ("false", nil): false
    case ("os", let system?): system == os || (system == "OSX" && os == "macOS")
    case ("arch", let wanted?): architecture.map { $0 == wanted }
    case ("targetEnvironment", "simulator"), ("targetEnvironment", "macCatalyst"):
      os == "Linux" ? false : nil
    case ("canImport", let module?): modules.contains(module) ? true : nil
    case (_, nil): flags.contains(name) ? true : nil
    default: nil
    }
  }
}

/// `&&` of values that may be unknown.
private func both(_ left: Bool?, _ right: Bool?) -> Bool? {
  if left == false || right == false { return false }
  return left == true && right == true ? true : nil
}

/// `||` of values that may be unknown.
private func either(_ left: Bool?, _ right: Bool?) -> Bool? {
  if left == true || right == true { return true }
  return left == false && right == false ? false : nil
}

/// Reads a condition.
///
///     condition := and ("||" and)*
///     and       := not ("&&" not)*
///     not       := "!" not | "(" condition ")" | name [ "(" argument ")" ]
private struct ConditionEvaluator {
  private let characters: [Character]
  private let platform: BuildPlatform
  private var index = 0
  private var depth = 0

  init(_ text: String, platform: BuildPlatform) {
    self.characters = Array(text)
    self.platform = platform
  }

  mutating func value() -> Bool? {
    let result = condition()
    skipSpaces()
    return index == characters.count ? result : nil
  }

  private mutating func condition() -> Bool? {
    var result = and()
    while take("||") { result = either(result, and()) }
    return result
  }

  private mutating func and() -> Bool? {
    var result = not()
    while take("&&") { result = both(result, not()) }
    return result
  }

  private mutating func not() -> Bool? {
    guard depth < structureDepthLimit else { return nil }
    depth += 1
    defer { depth -= 1 }
    if take("!") { return not().map { !$0 } }
    if take("(") {
      let result = condition()
      return take(")") ? result : nil
    }
    return term()
  }

  private mutating func term() -> Bool? {
    skipSpaces()
    let start = index
    while index < characters.count,
      characters[index].isLetter || characters[index].isNumber
        || characters[index] == "_"
    {
      index += 1
    }
    guard index > start else { return nil }
    let name = String(characters[start..<index])
    guard take("(") else { return platform.holds(name, nil) }
    let inside = index
    while index < characters.count, characters[index] != ")" { index += 1 }
    let argument = String(characters[inside..<index]).filter { $0 != " " }
    return take(")") ? platform.holds(name, argument) : nil
  }

  private mutating func take(_ token: String) -> Bool {
    skipSpaces()
    let end = index + token.count
    guard end <= characters.count, String(characters[index..<end]) == token else { return false }
    index = end
    return true
  }

  private mutating func skipSpaces() {
    while index < characters.count, characters[index].isWhitespace { index += 1 }
  }
}
