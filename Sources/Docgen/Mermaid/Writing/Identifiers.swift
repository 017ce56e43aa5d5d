/// The names that a diagram's language cannot spell, and their aliases.
///
///     "my-state"  ->  "my_state", declared as `state "my-state" as my_state`
struct Identifiers {
  private var aliases: [String: String] = [:]
  private var taken: Set<String>

  /// All names of the diagram, those that a label replaces, and names that an alias must not have.
  ///
  /// `isPlain` is whether the language can spell a name. A parsed name is shown as by Mermaid. A
  /// name that was built by code is shown unchanged, by an alias if necessary: `*x*` is not
  /// emphasis.
  init(
    _ names: [Name], labelled: Set<String>, reserved: Set<String> = [],
    shownBy escaper: LabelEscaper, isPlain: (String) -> Bool
  ) {
    taken = reserved.union(names.map(\.text))
    var checked: Set<String> = [StateDiagram.edge.text, ""]
    for name in names where checked.insert(name.text).inserted {
      let text = name.text
      let isShown = name.range != nil || labelled.contains(text) || escaper.escape(text) == text
      if !isShown || !isPlain(text) || C4Words.occur(in: text) {
        aliases[text] = fresh(for: text, isPlain)
      }
    }
  }

  /// The name itself or its alias.
  func written(_ name: String) -> String { aliases[name] ?? name }

  func isAliased(_ name: String) -> Bool { aliases[name] != nil }

  var isEmpty: Bool { aliases.isEmpty }

  /// Whether an alias is read unchanged in every line: `direction` at the end of a line and `LR` at
  /// the start of the next are a direction.
  private func isSafe(_ alias: String, _ isPlain: (String) -> Bool) -> Bool {
    isPlain(alias) && !Direction.startsValue(alias) && !Direction.endsWord(alias)
      && !C4Words.occur(in: alias)
  }

  /// Letters and digits of the name with `_` in place of all others, with a number if the result is
  /// taken. `element` is used for a name without letters, and `n_` precedes a name that would be a
  /// digit or a keyword.
  private mutating func fresh(for name: String, _ isPlain: (String) -> Bool) -> String {
    var base = ""
    for scalar in name.unicodeScalars {
      let isPart = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      if isPart, scalar.value < 0x10000 {
        base.unicodeScalars.append(scalar)
      } else if !base.hasSuffix("_"), !base.isEmpty {
        base += "_"
      }
    }
    while base.hasSuffix("_") { base.removeLast() }
    if C4Words.occur(in: base) { base = base.replacing(signs: "C4", with: "C4_") }
    if base.isEmpty { base = "element" }
    if base.first?.isNumber == true || !isSafe(base, isPlain) { base = "n_" + base }
    if !isSafe(base, isPlain) { base = "element" }
    var candidate = base
    var number = 2
    while taken.contains(candidate) {
      candidate = "\(base)_\(number)"
      number += 1
    }
    taken.insert(candidate)
    return candidate
  }
}
