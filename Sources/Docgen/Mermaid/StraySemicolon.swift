package import Diagnostics

/// A `;` of a state diagram that Mermaid accepts and draws as a state, or as a part of a state's
/// name.
///
///     idle --> busy: start; then wait    ->  states `;`, `then` and `wait`
///     idle --> busy;                     ->  a state `busy;`
///
/// Authors who know Java or C end lines with `;`. Flowcharts and sequence diagrams accept that;
/// state diagrams draw an additional state without an error.
package struct StraySemicolon: Hashable, Sendable {
  package var range: SourceRange
  /// One sentence without a full stop.
  package var message: String
  /// `nil` if the intended text is not obvious.
  package var fix: FixIt?
}

extension MermaidDocument {
  /// In the order of the text; after a label, only the first on its line. Empty for a text with
  /// errors.
  package var straySemicolons: [StraySemicolon] {
    guard errors.isEmpty, case .state(let diagram) = diagram, source.bytes.contains(.semicolon)
    else { return [] }
    var result: [StraySemicolon] = []
    var statements = diagram.allStatements.filter { !$0.isComment }[...]
    var previous: StateStatement?
    while let statement = statements.popFirst() {
      defer { previous = statement }
      let names = statement.names.filter { $0.text.hasPlainSemicolon }
      guard let range = names.first?.range else { continue }
      let line = range.start.line
      let isLast = statements.first?.range?.start.line != line
      let isBehindLabel =
        range.start == statement.range?.start && previous?.labelEnd?.line == line
      let isAlone = isLast && statement.isWord && names[0].text.isSemicolons
      guard isBehindLabel, !isAlone else {
        result += names.compactMap { inName($0, isLast: isLast, isAlone: isAlone) }
        continue
      }
      var rest = [statement]
      while let next = statements.first, next.range?.start.line == line {
        rest.append(statements.removeFirst())
      }
      result.append(behindLabel(range, rest))
    }
    return result
  }

  /// The finding for a `;` in a name. The fix keeps the name without the `;` at its end; a name of
  /// `;` alone is removed.
  private func inName(_ name: Name, isLast: Bool, isAlone: Bool) -> StraySemicolon? {
    guard let range = name.range else { return nil }
    let bytes = name.text.markedBytes
    let bare = bytes.prefix((bytes.lastIndex { $0 != .semicolon } ?? -1) + 1)
    let isPlain = isAlone || (isLast && !bare.isEmpty && !bare.contains(.semicolon))
    return StraySemicolon(
      range: range,
      message: "`;` does not end a statement of a state diagram: Mermaid draws a state `\(name)`",
      fix: isPlain
        ? FixIt(range: range, replacement: Entities.written(bare), title: "remove `;`") : nil)
  }

  /// Words after the `;` were meant as part of the label; anything else may be a statement.
  private func behindLabel(
    _ range: SourceRange, _ statements: [StateStatement]
  ) -> StraySemicolon {
    var fix: FixIt?
    if let end = statements.last?.range?.end, statements.allSatisfy(\.isWord) {
      let range = SourceRange(start: range.start, end: end)
      fix = FixIt(
        range: range, replacement: source.text(in: range).codingPlainSemicolons,
        title: "write `#59;` for the `;`")
    }
    return StraySemicolon(
      range: range,
      message: "a label ends at `;`: Mermaid draws the words after it as states", fix: fix)
  }
}

extension StateStatement {
  fileprivate var isComment: Bool {
    if case .comment = self { true } else { false }
  }

  /// A name alone.
  fileprivate var isWord: Bool {
    guard case .state(let state) = self else { return false }
    return state == StateDeclaration(state.id)
  }

  /// The end of a label without quotation marks.
  fileprivate var labelEnd: SourcePosition? {
    switch self {
    case .transition(let transition): transition.label?.range?.end
    case .state(let state): state.isLabelQuoted ? nil : state.label?.range?.end
    case .note(let note): note.text.range?.end
    default: nil
    }
  }
}

extension String {
  /// Consists of `;` only.
  fileprivate var isSemicolons: Bool { utf8.allSatisfy { $0 == .semicolon } }

  /// Contains a `;` that is not the end of an entity code.
  fileprivate var hasPlainSemicolon: Bool { markedBytes.contains(.semicolon) }

  /// `a; b#59;`  ->  `a#59; b#59;`
  fileprivate var codingPlainSemicolons: String {
    Entities.written(markedBytes.flatMap { $0 == .semicolon ? Array("#59;".utf8) : [$0] }[...])
  }

  /// With marks in place of entity codes: any remaining `;` is plain.
  fileprivate var markedBytes: [UInt8] {
    var bytes = Array(utf8)
    PreparedText.markEntities(&bytes)
    return bytes
  }
}

extension UInt8 {
  fileprivate static let semicolon = UInt8(ascii: ";")
}
