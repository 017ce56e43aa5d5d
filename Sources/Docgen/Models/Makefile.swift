/// The targets and variables that a Makefile spells out, with those of the files that it includes.
///
///     LEVEL ?= 1
///     test: build ## run the tests       target `test`, variable `LEVEL`
package struct Makefile: Hashable, Sendable {
  /// A target of the file itself that a reader calls.
  package struct Target: Hashable, Sendable {
    package var name: String
    /// The text after `##`, by which many Makefiles print their help.
    package var help: String?
    package var line: Int
  }

  /// Relative to the project's root.
  package let path: String
  /// Every target, also files, patterns, and those of included files.
  package private(set) var targets: Set<String> = []
  /// Those with `%`.
  private var patterns: [String] = []
  /// The targets of the file itself without files and patterns, in its order.
  package private(set) var callable: [Target] = []
  /// Whether all targets are known: not true if functions or generated files make some.
  package private(set) var isComplete = true
  private var called: Set<String> = []
  private var texts: [String] = []
  private var variables: [Substring: Substring] = [:]

  /// The names that `make` itself searches for.
  package static let names = ["GNUmakefile", "makefile", "Makefile"]

  // Read once, because Swift reads a regular expression again at each use of its literal.
  nonisolated(unsafe) private static let assignment = /([A-Za-z_]\w*)\s*[:?]?:?=\s*(.*)/
  nonisolated(unsafe) private static let name = /^[A-Za-z][A-Za-z0-9_-]*$/
  nonisolated(unsafe) private static let reference = /\$[({](\w+)[)}]/

  /// The maximum number of included files.
  private static let limit = 16

  /// `read` returns the text of a file that the Makefile includes; `nil` if it cannot be read.
  package init(path: String, _ text: String, read: (String) -> String? = { _ in nil }) {
    self.path = path
    var queue = [text]
    while let next = queue.popLast(), texts.count < Self.limit {
      texts.append(next)
      let lines = next.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        guard let files = Self.included(line) else {
          add(line, number: texts.count == 1 ? index + 1 : nil)
          continue
        }
        let found = files.map { $0.contains { "$*%".contains($0) } ? nil : read(String($0)) }
        isComplete = isComplete && !found.contains(nil)
        queue += found.compactMap(\.self)
      }
    }
    isComplete = isComplete && queue.isEmpty && !targets.isEmpty
  }

  /// `include a.mk b.mk` -> `a.mk`, `b.mk`
  private static func included(_ line: Substring) -> [Substring]? {
    let words = line.split(separator: " ")
    guard ["include", "-include", "sinclude"].contains(words.first) else { return nil }
    return Array(words.dropFirst())
  }

  /// `number` is the number of a line of the file itself.
  private mutating func add(_ line: Substring, number: Int?) {
    if ["$(eval", "$(foreach", "$(call"].contains(where: line.hasPrefix) { isComplete = false }
    if line.contains("="), let match = line.wholeMatch(of: Self.assignment) {
      variables[match.1] = match.2
      return
    }
    guard let first = line.first, !["\t", " ", "#"].contains(first),
      let colon = line.firstIndex(of: ":"), !line[colon...].hasPrefix(":="),
      !line[colon...].hasPrefix("::=")
    else { return }
    let isPhony = line.hasPrefix(".PHONY")
    let list = isPhony ? line[colon...].dropFirst() : line[..<colon]
    let names = expanded(String(list)).split(separator: " ")
    // `.PHONY: $(shell …)` only repeats targets. A path is not a target that readers call.
    if !isPhony, names.contains(where: { $0.contains("$") && !$0.contains("/") }) {
      isComplete = false
    }
    targets.formUnion(names.map(String.init))
    patterns += names.filter { $0.contains("%") }.map(String.init)
    // `test: export LEVEL = 1` sets a variable of a target.
    guard let number, !isPhony, !line[colon...].contains("=") || line.contains("##") else { return }
    let help = line.firstRange(of: "##").map { line[$0.upperBound...].drop { $0 == " " } }
    for name in names
    where name.contains(Self.name) && called.insert(String(name)).inserted {
      callable.append(Target(name: String(name), help: help.map(String.init), line: number))
    }
  }

  /// Replaces `$(NAME)` by the value of a variable that the file sets before.
  private func expanded(_ text: String) -> String {
    var text = text
    for _ in 0..<4 where text.contains("$") {
      text = text.replacing(Self.reference) { match in
        variables[match.1].map(String.init) ?? String(match.0)
      }
    }
    return text
  }

  /// Whether a rule with a pattern may make a target.
  package func mayMake(_ target: String) -> Bool {
    patterns.contains { pattern in
      guard let percent = pattern.firstIndex(of: "%") else { return false }
      return target.hasPrefix(pattern[..<percent])
        && target.hasSuffix(pattern[pattern.index(after: percent)...])
    }
  }

  /// Whether the text mentions a variable, or passes all of them on to another `make`.
  package func mentions(variable name: String) -> Bool {
    texts.contains { text in
      text.contains("$(MAKE)") || text.contains("${MAKE}")
        || text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == name }
    }
  }
}
