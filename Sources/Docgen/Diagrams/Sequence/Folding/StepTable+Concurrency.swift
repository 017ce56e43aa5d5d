extension StepTable {
  /// A node of concurrent strands, each with its steps; `turns` has the strand of each message, in
  /// the order of the messages.
  ///
  /// `turns` is part of the node, because the messages of a trace must remain reproducible; it is
  /// silent, so different turns do not make different letters.
  package mutating func concurrent(_ strands: [[Int32]], turns: [Int32]) -> Int32 {
    var body = [node(.turns(turns))]
    for strand in strands { body.append(node(.strand, body: strand)) }
    return node(.concurrent, body: body)
  }

  /// The strands of a concurrent node's body, as numbers of sequences, and their turns.
  func strands(of body: Int32) -> (sequences: [Int32], turns: [Int32]) {
    var strands: [Int32] = []
    var turns: [Int32] = []
    for node in sequences[Int(body)] {
      switch symbol(of: node) {
      case .strand: strands.append(nodes[Int(node)].body)
      case .turns(let order): turns = order
      default: continue
      }
    }
    return (strands, turns)
  }

  /// The steps within a node; for strands, their messages in the order in which they happened.
  mutating func steps(within node: Int32) -> [Int32] {
    let body = nodes[Int(node)].body
    guard body != Self.noBody else { return [] }
    guard case .concurrent = symbol(of: node) else { return sequences[Int(body)] }
    let whole = sequence([node])
    return messageSymbols(of: whole).map { self.node($0) }
  }
}

// MARK: - Messages

extension StepTable {
  /// The symbols of the messages of a sequence, in order.
  func messageSymbols(of sequence: Int32) -> [Int32] {
    let kinds = symbols.map { symbol -> MessageKind in
      switch symbol {
      case .message: .message
      case .concurrent: .concurrent
      default: .other
      }
    }
    var messages: [Int32] = []
    collect(sequence, kinds, messages: &messages)
    return messages
  }

  private enum MessageKind {
    case message, concurrent, other
  }

  private func collect(_ sequence: Int32, _ kinds: [MessageKind], messages: inout [Int32]) {
    for number in sequences[Int(sequence)] {
      let node = nodes[Int(number)]
      switch kinds[Int(node.symbol)] {
      case .message:
        messages.append(node.symbol)
        if node.body >= 0 { collect(node.body, kinds, messages: &messages) }
      case .concurrent: interleave(node.body, kinds, messages: &messages)
      case .other: if node.body >= 0 { collect(node.body, kinds, messages: &messages) }
      }
    }
  }

  private func interleave(_ body: Int32, _ kinds: [MessageKind], messages: inout [Int32]) {
    let (strands, turns) = strands(of: body)
    let parts = strands.map { strand in
      var part: [Int32] = []
      collect(strand, kinds, messages: &part)
      return part
    }
    var taken = Array(repeating: 0, count: parts.count)
    for turn in turns {
      messages.append(parts[Int(turn)][taken[Int(turn)]])
      taken[Int(turn)] += 1
    }
  }
}
