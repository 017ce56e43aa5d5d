/// How the name of a class is written: plainly, or in backticks.
enum ClassNameSpelling {
  /// Nothing when neither would read as the name, or show it where it `isShown`.
  static func spelling(_ name: String, isShown: Bool = true) -> String? {
    if isShown, mayOpenTag(name) { return nil }
    if isPlain(name) { return name }
    // A name may have parts: d`irection LR` is none of the directions.
    let plain = name.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    let word = name.firstRange(of: "direction").map { name[...$0.lowerBound] }
    let heads = [name.prefix(1), plain.dropLast()] + (word.map { [$0] } ?? [])
    let spellings = ["`\(name)`"] + heads.map { "\($0)`\(name[$0.endIndex...])`" }
    return spellings.first { reads($0, as: name, isShown: isShown) }
  }

  /// A name that is spelled already with its generic parameters; those that begin as something else
  /// stand in backticks with it.
  static func spelling(_ name: String, generic: String) -> String {
    let plain = "\(name)~\(generic)~"
    let quoted = "`\(name.replacing(signs: "`", with: ""))~\(generic)`"
    if generic.utf8.allSatisfy({ ByteClasses.isWord($0) }), !isKeyword(generic) { return plain }
    // At the start of a statement a line that holds `direction LR` is a direction.
    if DirectionFinder.isDirection("~\(generic)~") { return quoted }
    let document = MermaidParser.parse("classDiagram\nclass \(plain)")
    guard case .classes(let diagram) = document.diagram, document.errors.isEmpty,
      case .declaration(let declaration)? = diagram.statements.first,
      declaration.generic?.source == generic, diagram.statements.count == 1
    else { return quoted }
    return plain
  }

  /// The words that begin a statement behind a generic parameter or within backticks too.
  static let reserved: Set = ["cssClass", "callback", "link", "click", "note", "href"]

  private static func isKeyword(_ text: String) -> Bool {
    reserved.contains(text)
  }

  /// Letters, digits and underscores, with single dots between: what nobody needs to look up.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first != ".", first != "-" else { return false }
    return reads(name, as: name)
  }

  /// Whether a text is read as one class of this name, wherever it may stand. A name that is not
  /// shown by a class is that of an interface or of a note's class.
  private static func reads(_ text: String, as name: String, isShown: Bool = true) -> Bool {
    if name.utf8.contains(0x0D) { return false }
    // The name of an interface has a tilde only before a generic parameter.
    let generic = !isShown && name.utf8.contains(UInt8(ascii: "~")) ? "~T~" : ""
    let places =
      isShown ? [("", " --> B"), ("class ", ""), ("A --> ", " : x")] : [("A --() ", generic)]
    for (before, after) in places {
      let statement = PreparedText.guarded("\(before)\(text)\(after)")
      let document = MermaidParser.parse("classDiagram\n\(statement)")
      guard case .classes(let diagram) = document.diagram, document.errors.isEmpty,
        diagram.statements.count == 1,
        diagram.statements[0].classNames.contains(where: { $0.text == name }),
        diagram.statements[0].generics.isEmpty == generic.isEmpty
      else { return false }
    }
    return true
  }

  /// Whether HTML would read a tag: `<b`, `</b`, `<!`, `<?`, or a `<` that something may follow.
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
