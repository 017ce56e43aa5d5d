/// The steps of one level of several bodies: letters to fold, and the remarks between them.
///
///     note, A->>B: x() {…}, A->>B: y()   ->  letters [x y], gaps [[note] [] []], bodies [{…}]
///
/// Folding sees only the letters, so remarks never influence the structure. They return when the
/// level is drawn.
struct LevelReading {
  /// The letters of one body.
  struct Body {
    /// The number of its sequence.
    var number: Int32
    var letters: [Int32] = []
    /// The remarks before each letter, and last those at the end: numbers of sequences.
    var gaps: [Int32] = []
    /// The index in `bodies` of each letter's first body, and last the end.
    var starts: [Int] = [0]
    /// The nested steps of the letters: one body of a call or phase, one for each round of a loop.
    var bodies: [Int32] = []
  }

  /// The meaning of a letter.
  struct Letter: Hashable {
    var symbol: Int32
    /// Bodies that have nothing in common are different letters.
    var cluster: Int32
    /// So are two different ones, if no flow has more than two.
    var isSecond = false
  }

  private(set) var letters: [Letter] = []
  private(set) var weights: [Double] = []
  private(set) var bodies: [Body] = []
  private var numbers: [Letter: Int32] = [:]
  /// Calls that have nested steps at least once.
  private var framed: Set<Int32> = []

  init(_ sequences: [Int32], _ table: inout StepTable) {
    for sequence in sequences {
      for node in table.sequences[Int(sequence)] where table.nodes[Int(node)].body >= 0 {
        framed.insert(table.nodes[Int(node)].symbol)
      }
    }
    let raw = sequences.map { read($0, &table) }
    let clusters = BodyClusters(raw, table)
    for (number, tokens) in zip(sequences, raw) {
      var body = Body(number: number)
      let seconds = clusters.seconds(in: tokens, table)
      for (place, token) in tokens.enumerated() where token.symbol >= 0 {
        var letter = Letter(symbol: token.symbol, cluster: 0)
        if let first = token.bodies.first {
          letter.cluster = clusters.cluster(of: first, in: token.symbol)
          letter.isSecond = seconds.contains(place)
        }
        body.letters.append(self.letter(letter, token, in: table))
        body.gaps.append(token.gap)
        body.bodies += token.bodies
        body.starts.append(body.bodies.count)
      }
      body.gaps.append(tokens.last?.gap ?? StepTable.empty)
      bodies.append(body)
    }
  }

  private mutating func letter(_ letter: Letter, _ token: Token, in table: StepTable) -> Int32 {
    if let number = numbers[letter] { return number }
    let number = Int32(letters.count)
    numbers[letter] = number
    letters.append(letter)
    let within = token.bodies.first.map { table.weight(of: $0) } ?? 0
    let isMessage =
      if case .message = table.symbols[Int(letter.symbol)] { true } else { false }
    weights.append((isMessage ? 1 : 2) + within)
    return number
  }

  // MARK: - Tokens

  /// A letter before its number is known; the last of a body has no symbol.
  struct Token {
    var symbol: Int32
    var gap: Int32
    var bodies: [Int32]
  }

  private func read(_ sequence: Int32, _ table: inout StepTable) -> [Token] {
    let nodes = table.sequences[Int(sequence)]
    var tokens: [Token] = []
    tokens.reserveCapacity(nodes.count + 1)
    var gap: [Int32] = []
    var index = 0
    while index < nodes.count {
      let number = nodes[index]
      index += 1
      if table.isSilent(number) {
        gap.append(number)
        continue
      }
      let node = table.nodes[Int(number)]
      var token = Token(
        symbol: node.symbol, gap: gap.isEmpty ? StepTable.empty : table.sequence(gap), bodies: [])
      gap.removeAll(keepingCapacity: true)
      if case .round = table.symbols[Int(node.symbol)] {
        token.bodies = rounds(of: node, nodes, &index, in: &table)
      } else if node.body >= 0 {
        token.bodies = [node.body]
      } else if framed.contains(node.symbol) {
        token.bodies = [answer(to: node.symbol, nodes, &index, in: &table)]
      }
      tokens.append(token)
    }
    tokens.append(
      Token(symbol: -1, gap: gap.isEmpty ? StepTable.empty : table.sequence(gap), bodies: []))
    return tokens
  }

  /// The rounds of a loop that the program named; remarks between two belong to the first.
  private func rounds(
    of node: StepTable.Node, _ nodes: [Int32], _ index: inout Int, in table: inout StepTable
  ) -> [Int32] {
    var bodies = [node.body]
    while let next = nodes[index...].firstIndex(where: { !table.isSilent($0) }),
      table.nodes[Int(nodes[next])].symbol == node.symbol
    {
      if next > index {
        let last = table.sequences[Int(bodies[bodies.count - 1])]
        bodies[bodies.count - 1] = table.sequence(last + nodes[index..<next])
      }
      bodies.append(table.nodes[Int(nodes[next])].body)
      index = next + 1
    }
    return bodies
  }

  /// A call without nested steps, among calls that have some: its answer is inside of it.
  ///
  /// Without this, `fetch()` with nested steps and `fetch()` without would differ in where their
  /// answer is, and could not be one letter.
  private func answer(
    to symbol: Int32, _ nodes: [Int32], _ index: inout Int, in table: inout StepTable
  ) -> Int32 {
    guard index < nodes.count, case .message(let call) = table.symbols[Int(symbol)],
      case .message(let next) = table.symbol(of: nodes[index]), next.isReply(to: call)
    else { return StepTable.empty }
    index += 1
    return table.sequence([nodes[index - 1]])
  }
}
