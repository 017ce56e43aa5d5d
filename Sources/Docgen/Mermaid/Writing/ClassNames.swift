/// Writes the names of classes plainly, or in backticks.
enum ClassNames {
  /// The words that begin a statement even in backticks.
  static let reserved: Set = ["cssClass", "callback", "link", "click", "note", "href"]

  /// Returns `nil` if neither form would be read and shown as the name.
  static func written(_ name: String) -> String? {
    if mayOpenTag(name) || name.utf8.contains(0x0D) { return nil }
    let isPlain = name.unicodeScalars.first.map { $0 != "." && $0 != "-" } ?? false
    return (isPlain ? [name, "`\(name)`"] : ["`\(name)`"]).first { reads($0, as: name) }
  }

  /// Whether a text is read as one class of this name, in every place of a name.
  ///
  /// The parser is asked in place of a rule about allowed characters, which would have to repeat
  /// the lexer. The caller remembers the answers, since each costs a parsing run of three lines.
  private static func reads(_ text: String, as name: String) -> Bool {
    let lines = ["\(text) --> B", "class \(text)", "A --> \(text) : x"].map(PreparedText.guarded)
    let document = MermaidParser.parse("classDiagram\n\(lines.joined(separator: "\n"))")
    guard case .classes(let diagram) = document.diagram, document.errors.isEmpty,
      diagram.statements.count == lines.count
    else { return false }
    return diagram.statements.allSatisfy { statement in
      statement.generics.isEmpty && statement.classNames.contains { $0.text == name }
    }
  }

  /// Whether HTML would read a tag: `<b`, `</b`, `<!`, `<?`, or a `<` at the end.
  private static func mayOpenTag(_ name: String) -> Bool {
    var previous: Character = " "
    for character in name + "!" {
      if previous == "<", character.isLetter || character.isNumber || "_/!?".contains(character) {
        return true
      }
      previous = character
    }
    return false
  }
}
