import Mermaid

extension DiagramLanguage {
  /// Statements, and what follows them.
  mutating func sequence(
    _ statements: ArraySlice<SequenceStatement>, then end: Int, _ names: ParticipantNames
  ) -> Int {
    var rest = end
    for statement in statements.reversed() {
      switch statement {
      case .message(let message):
        let letter = letter(DrawnMessage(message, names))
        siteCount += 1
        rest = number(.message(letter, site: siteCount, then: rest))
      case .block(let block): rest = read(block, then: rest, end: end, names)
      default: continue
      }
    }
    return rest
  }

  private mutating func letter(_ message: DrawnMessage) -> Int {
    let known = letters[message] ?? letters.count
    letters[message] = known
    return known
  }

  /// `end` is what follows the block around this one: a `break` leads there.
  private mutating func read(
    _ block: SequenceBlock, then rest: Int, end: Int, _ names: ParticipantNames
  ) -> Int {
    let nothing = number(.nothing)
    if block.kind == .breaking {
      let way = sequence(block.branches.flatMap(\.statements)[...], then: end, names)
      return number(.either([way, rest], then: nothing))
    }
    let parts = block.branches.map { sequence($0.statements[...], then: nothing, names) }
    switch block.kind {
    case .loop: return number(.loop(body: parts[0], then: rest))
    case .opt: return number(.either([parts[0], nothing], then: rest))
    case .alt: return number(.either(parts.count == 1 ? parts + [nothing] : parts, then: rest))
    case .par, .parOver: return shuffle(parts, then: rest)
    case .critical:
      let options = number(.either(Array(parts.dropFirst()) + [nothing], then: rest))
      return followed(parts[0], by: parts.count == 1 ? rest : options)
    case .rect, .breaking: return followed(parts[0], by: rest)
    }
  }
}

extension DrawnMessage {
  init(_ message: Message, _ names: ParticipantNames) {
    let isFailure = message.arrow == .solidCross || message.arrow == .dottedCross
    let isSend = message.arrow == .solidPoint
    let kind: Kind =
      isFailure ? .failure : message.arrow.isDotted ? .answer : isSend ? .send : .call
    self.init(
      from: names.name(of: message.from), to: names.name(of: message.to),
      label: message.text.text, kind: kind)
  }
}
