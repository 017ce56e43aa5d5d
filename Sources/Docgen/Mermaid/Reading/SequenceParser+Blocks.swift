import Diagnostics

extension SequenceParser {
  mutating func block(
    _ kind: SequenceBlock.Kind, _ start: Int, depth: Int
  ) throws(MermaidError) -> SequenceBlock {
    let opening = token.range
    guard depth < MermaidParser.maximumDepth else {
      throw context.error(
        "blocks are nested more than \(MermaidParser.maximumDepth) deep", at: opening)
    }
    var branches: [SequenceBranch] = []
    var header = start
    repeat {
      advance()
      let label = context.label(try take(.restOfLine, "a text").value)
      let range = place(from: header)
      branches.append(SequenceBranch(label, body(depth: depth + 1), range: range))
      header = token.range.lowerBound
      while isForeignSeparator(of: kind), !context.isExhausted {
        context.record(SequenceParserMessages.foreign(token, kind, in: &context))
        lexer.recover(from: token.range.lowerBound)
        advance()
        branches[branches.count - 1].statements += body(depth: depth + 1)
        header = token.range.lowerBound
      }
    } while token.kind == kind.separatorToken
    guard token.kind == .end else {
      if !context.isExhausted {
        context.record(
          context.error(
            "this `\(kind.rawValue)` is never closed", at: opening, expected: ["`end`"]))
      }
      return SequenceBlock(kind, branches: branches, range: place(from: start))
    }
    let end = context.map.range(token.range)
    advance()
    return SequenceBlock(kind, branches: branches, range: place(from: start), endRange: end)
  }

  func isForeignSeparator(of kind: SequenceBlock.Kind) -> Bool {
    switch token.kind {
    case .elseWord, .and, .option: token.kind != kind.separatorToken
    default: false
    }
  }
}
