/// The names that a diagram's language cannot spell, and what stands for them.
///
///     "my-state"  ->  "my_state", declared as `state "my-state" as my_state`
struct Identifiers {
  private var aliases: [String: String] = [:]
  private var taken: Set<String>

  /// Every name of the diagram, those that a label is shown for, those that no alias may have besides,
  /// and whether the language can spell one.
  ///
  /// A name that was read is shown as Mermaid shows it. One that was built by code is shown as it
  /// is, if need be by an alias: `*x*` is no emphasis.
  init(
    _ names: [Name], labelled: Set<String>, reserved: Set<String> = [],
    shownBy spelling: LabelSpelling,
    isPlain: (String) -> Bool
  ) {
    taken = reserved.union(names.map(\.text))
    var checked: Set<String> = []
    var read: Set<String> = []
    for name in names where name.range != nil { read.insert(name.text) }
    // A name that was read as nothing can only be written so.
    for name in names where checked.insert(name.text).inserted && !name.text.isEmpty {
      let text = name.text
      let isShown =
        read.contains(text) || labelled.contains(text) || text == StateDiagram.edge.text
        || spelling.spell(text) == text
      if !isShown || !isPlain(text) || C4Words.occur(in: text) {
        aliases[text] = fresh(for: text, isPlain)
      }
    }
  }

  /// How a name is spelled.
  func spelling(_ name: String) -> String { aliases[name] ?? name }

  /// Whether something else stands for the name.
  func isAliased(_ name: String) -> Bool { aliases[name] != nil }

  var isEmpty: Bool { aliases.isEmpty }

  /// Whether an alias reads as itself whatever stands before and behind it: `direction` at the end
  /// of a line and `LR` at the start of the next are a direction.
  private func isSafe(_ alias: String, _ isPlain: (String) -> Bool) -> Bool {
    isPlain(alias) && !Direction.startsValue(alias) && !Direction.endsWord(alias)
      && !C4Words.occur(in: alias)
  }

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
    if C4Words.occur(in: base) { base = C4Words.parted(base, by: "_") }
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
