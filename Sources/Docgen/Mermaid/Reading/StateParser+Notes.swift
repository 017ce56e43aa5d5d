import Diagnostics

extension StateParser {
  mutating func note(_ start: Int) throws(MermaidError) -> StateStatement {
    advance()
    if token.kind == .noteText {
      advance()
      _ = try take(.asWord, "`as`")
      _ = try take(.id, "a name")
      return inert(start)
    }
    guard token.kind == .leftOf || token.kind == .rightOf else {
      throw unexpected(["`left of`", "`right of`"])
    }
    let position: StateNote.Position = token.kind == .leftOf ? .left : .right
    advance()
    let state = context.name(try take(.id, "a state").value)
    guard token.kind == .noteText else {
      throw StateParserMessages.noNoteText(token, &context)
    }
    let text = try take(.noteText)
    // `note left of %%` has a comment in place of a state; Mermaid shows no note without a state.
    if state.text.isEmpty { return inert(start) }
    return .note(
      StateNote(
        position, of: state, context.block(text.value),
        range: place(from: start)))
  }

  mutating func style(_ start: Int) throws(MermaidError) -> StyleStatement {
    let kind: StyleStatement.Kind
    let ids: StateToken
    let value: StateToken
    switch token.kind {
    case .classDef:
      kind = .definition
      advance()
      guard token.kind == .classDefName else {
        throw StateParserMessages.noStyleClass(token, &context)
      }
      ids = try take(.classDefName)
      value = try take(.classDefStyles, "styles")
    case .classWord:
      kind = .assignment
      advance()
      ids = try take(.classIDs, "states")
      value = try take(.className, "the name of a style class")
    default:
      kind = .direct
      advance()
      ids = try take(.styleIDs, "states")
      value = try take(.styleValue, "styles")
    }
    return StyleStatement(
      kind, targets: names(ids.value), value: context.label(value.value),
      range: context.map.range(range(from: start)))
  }

  /// The names of a list with commas.
  mutating func names(_ list: Range<Int>) -> [Name] {
    let scanner = ByteScanner(context.bytes)
    return context.bytes[list].split(separator: UInt8(ascii: ",")).map { piece in
      context.name(scanner.trimmed(piece.startIndex..<piece.endIndex))
    }
  }

  /// `click A "url" "tip"`, `click A href "url"`; the line ends directly after it.
  mutating func click(_ start: Int) throws(MermaidError) -> StateClick {
    advance()
    let (state, _) = try reference()
    var tooltip: Label?
    let url: Label
    if token.kind == .href {
      let word = token.range
      advance()
      let address = try take(.string, "a quoted address")
      url = quoted(address)
      if token.kind == .string {
        throw StateParserMessages.tooltip(token.range, after: address.range, word, in: &context)
      }
    } else {
      url = quoted(try take(.string, "a quoted address", "`href`"))
      tooltip = quoted(try take(.string, "a quoted tooltip"))
    }
    let place = place(from: start)
    _ = try take(.newline, "the end of the line")
    return StateClick(state, url: url, tooltip: tooltip, range: place)
  }

  mutating func quoted(_ token: StateToken) -> Label {
    context.label(
      (token.range.lowerBound + 1)..<max(token.range.upperBound - 1, token.range.lowerBound + 1))
  }
}
