/// Class diagrams without `classDiagram`.
///
/// The grammar is `statements | CLASS_DIAGRAM NEWLINE statements EOF`, and Mermaid reads any text
/// as a class diagram whose first word begins with `classDiagram`. The lexer emits an `EOF` at the
/// end, which must not follow statements alone. The lexer emits none if the text ends in a mode of
/// its own, whose last token may be empty: in a string (`link A "url`), after `call`, or after
/// `accTitle:`, `accDescr:` and `accDescr {`. So `classDiagrams` begins a diagram whose first name
/// it is.
extension ClassParser {
  /// The diagram of a text without a header; `nil` if Mermaid refuses the text.
  mutating func statementsAlone() -> ClassDiagram? {
    let map = PositionMap(context.map.source, context.prepared)
    var parser = ClassParser(context.prepared, map, at: 0, hasHeader: false)
    parser.token = parser.lexer.next()
    var statements = parser.statements()
    guard parser.errors.isEmpty, parser.token.kind == .beyond else { return nil }
    // The text for screen readers at the end is empty and has no meaning.
    if case .metadata(let metadata)? = statements.last, metadata.text.isEmpty {
      statements.removeLast()
    }
    var header = parser.context.header(0..<0)
    header.keyword = "classDiagram"
    context = parser.context
    return ClassDiagram(header: header, statements: statements)
  }
}
