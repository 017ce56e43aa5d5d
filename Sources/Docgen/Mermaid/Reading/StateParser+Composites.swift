import Diagnostics

extension StateParser {
  /// `state A {`; without a brace `state A` has no effect, whatever follows on its line.
  mutating func composite(
    _ start: Int, depth: Int
  ) throws(MermaidError) -> StateStatement {
    var name = token
    advance()
    while token.kind == .compositeName, !isLineBreak(between: lastEnd, token.range.lowerBound) {
      name = token
      advance()
    }
    guard token.kind == .structStart else { return inert(start) }
    let regions = try regions(depth: depth)
    return .state(
      StateDeclaration(
        context.name(name.value), regions: regions, range: place(from: start)))
  }

  func isLineBreak(between start: Int, _ end: Int) -> Bool {
    context.bytes[start..<max(start, end)].contains(0x0A)
  }

  mutating func regions(depth: Int) throws(MermaidError) -> [StateRegion] {
    let brace = token.range
    guard depth < MermaidParser.maximumDepth else {
      throw context.error(
        "composite states are nested more than \(MermaidParser.maximumDepth) deep", at: brace)
    }
    advance()
    let regions = body(depth: depth + 1)
    guard token.kind == .structStop else {
      if context.isExhausted { return regions }
      throw context.error("this composite state is never closed", at: brace, expected: ["`}`"])
    }
    advance()
    return regions
  }

  /// `state "text" as A`, with a body or without; `state "text" as A : more` has two descriptions.
  mutating func describedState(
    _ start: Int, depth: Int
  ) throws(MermaidError) -> StateStatement {
    let description = token.range
    if description.upperBound >= context.bytes.count {
      throw StateParserMessages.unclosedText(at: description.lowerBound - 1, &context)
    }
    let label = context.label(ByteScanner(context.bytes).trimmed(description))
    advance()
    _ = try take(.asWord, "`as`")
    let id = try take(.id, "the name of the state").value
    if token.kind == .structStart {
      let name = context.name(id)
      let regions = try regions(depth: depth)
      return .state(
        StateDeclaration(
          name, label: label, regions: regions, range: place(from: start)))
    }
    let place = place(from: start)
    let scanner = ByteScanner(context.bytes)
    guard let colon = context.bytes[id].firstIndex(of: UInt8(ascii: ":")) else {
      if id.isEmpty { return nameless(description, place) }
      return .state(
        StateDeclaration(context.name(id), label: label, isLabelQuoted: true, range: place))
    }
    let name = context.name(scanner.trimmed(id.lowerBound..<colon))
    // Mermaid draws no state without a name.
    if name.text.isEmpty { return nameless(description, place) }
    let rest = context.bytes[(colon + 1)..<id.upperBound]
    let end = rest.firstIndex(of: UInt8(ascii: ":")) ?? id.upperBound
    let more = context.label(scanner.trimmed((colon + 1)..<end))
    secondDescription = .state(StateDeclaration(name, label: more, range: place))
    return .state(StateDeclaration(name, label: label, isLabelQuoted: true, range: place))
  }

  private func nameless(_ description: Range<Int>, _ place: SourceRange) -> StateStatement {
    .inert(IgnoredStatement("state \"\(context.text(description))\" as :", range: place))
  }
}
