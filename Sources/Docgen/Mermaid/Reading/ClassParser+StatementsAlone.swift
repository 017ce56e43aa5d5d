/// Class diagrams without `classDiagram`.
///
/// The grammar is `statements | CLASS_DIAGRAM NEWLINE statements EOF`, and Mermaid takes any text for
/// a class diagram whose first word begins with `classDiagram`. The lexer gives an `EOF` at the end,
/// which statements alone cannot have behind them; but not where the text ends in a mode of its own,
/// whose last token may be empty: in a string (`link A "url`), behind `call`, or behind `accTitle:`,
/// `accDescr:` and `accDescr {`. So `classDiagrams` begins a diagram of which it is the first name.
extension ClassParser {
  /// The diagram that a text without a header says; nothing for one that Mermaid refuses.
  mutating func statementsAlone() -> ClassDiagram? {
    let map = PositionMap(context.map.source, context.prepared)
    var parser = ClassParser(context.prepared, map, at: 0, hasHeader: false)
    parser.token = parser.lexer.next()
    var statements = parser.statements()
    guard parser.errors.isEmpty, parser.token.kind == .beyond else { return nil }
    // The text for screen readers at the end is empty and says nothing.
    if case .metadata(let metadata)? = statements.last, metadata.text.isEmpty {
      statements.removeLast()
    }
    var header = parser.context.header(0..<0)
    header.keyword = "classDiagram"
    context = parser.context
    return ClassDiagram(header: header, statements: statements)
  }
}
