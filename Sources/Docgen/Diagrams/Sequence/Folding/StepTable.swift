/// Steps with their nested steps, as small numbers: equal trees have equal numbers.
///
/// A node is a symbol with a body, which is a sequence of nodes; a message without nested steps has
/// no body.
///
/// This is hash consing: each tree is stored once, equality is a comparison of numbers, and a trace
/// of a million records needs memory for its different steps only. Numbers are valid within one
/// table and never change.
package struct StepTable: Sendable {
  package struct Node: Hashable, Sendable {
    package var symbol: Int32
    /// The number of a sequence, or `noBody`.
    package var body: Int32
  }

  package static let noBody: Int32 = -1
  /// The sequence without steps.
  package static let empty: Int32 = 0

  package private(set) var symbols: [StepSymbol] = []
  package private(set) var nodes: [Node] = []
  package private(set) var sequences: [[Int32]] = [[]]
  private var symbolNumbers: [StepSymbol: Int32] = [:]
  private var nodeNumbers: [Node: Int32] = [:]
  private var sequenceNumbers = StretchTable()
  private(set) var isSilent: [Bool] = []

  package init() {
    _ = sequenceNumbers.index(of: [], in: [])
  }

  package mutating func symbol(_ symbol: StepSymbol) -> Int32 {
    if let number = symbolNumbers[symbol] { return number }
    let number = Int32(symbols.count)
    symbolNumbers[symbol] = number
    symbols.append(symbol)
    isSilent.append(symbol.isSilent)
    return number
  }

  package mutating func node(_ symbol: Int32, body: Int32 = noBody) -> Int32 {
    let node = Node(symbol: symbol, body: body)
    if let number = nodeNumbers[node] { return number }
    let number = Int32(nodes.count)
    nodeNumbers[node] = number
    nodes.append(node)
    return number
  }

  package mutating func node(_ symbol: StepSymbol, body: [Int32]? = nil) -> Int32 {
    let number = self.symbol(symbol)
    let body = body.map { sequence($0) }
    return node(number, body: body ?? Self.noBody)
  }

  package mutating func sequence(_ nodes: [Int32]) -> Int32 {
    let (number, isNew) = sequenceNumbers.index(of: nodes[...], in: sequences)
    if isNew { sequences.append(nodes) }
    return Int32(number)
  }

  func symbol(of node: Int32) -> StepSymbol { symbols[Int(nodes[Int(node)].symbol)] }
  func isSilent(_ node: Int32) -> Bool { isSilent[Int(nodes[Int(node)].symbol)] }
}

extension StepTable {
  /// The same steps under numbers that depend only on the content, independent of the order of
  /// insertion. The sequences have such an order, too; `order` has their old places.
  ///
  /// Folding breaks ties by numbers (the first candidate wins), and numbers depend on the order of
  /// insertion. Renumbering first makes the diagram independent of the order in which files are
  /// read.
  package func canonical(_ roots: [Int32]) -> (table: StepTable, roots: [Int32], order: [Int]) {
    var digests = StepDigests(self)
    let keys = roots.map { digests.digest(of: $0) }
    let order = roots.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    var copy = StepCopy(source: self)
    let sorted = order.map { copy.sequence(roots[$0]) }
    return (copy.table, sorted, order)
  }
}

/// The digests of sequences, each computed once.
private struct StepDigests {
  private let table: StepTable
  private let symbols: [UInt64]
  private var known: [UInt64?]

  init(_ table: StepTable) {
    self.table = table
    symbols = table.symbols.map(\.digest)
    known = Array(repeating: nil, count: table.sequences.count)
  }

  mutating func digest(of sequence: Int32) -> UInt64 {
    if let digest = known[Int(sequence)] { return digest }
    var digest = Digest()
    for number in table.sequences[Int(sequence)] {
      let node = table.nodes[Int(number)]
      digest.add(symbols[Int(node.symbol)])
      digest.add(node.body == StepTable.noBody ? 1 : self.digest(of: node.body))
    }
    known[Int(sequence)] = digest.value
    return digest.value
  }
}

/// A copy in which everything is numbered in the order of traversal.
private struct StepCopy {
  let source: StepTable
  var table = StepTable()
  private var symbols: [Int32: Int32] = [:]
  private var nodes: [Int32: Int32] = [:]
  private var sequences: [Int32: Int32] = [:]

  init(source: StepTable) { self.source = source }

  mutating func sequence(_ number: Int32) -> Int32 {
    if let known = sequences[number] { return known }
    let copied = source.sequences[Int(number)].map { node($0) }
    let result = table.sequence(copied)
    sequences[number] = result
    return result
  }

  private mutating func node(_ number: Int32) -> Int32 {
    if let known = nodes[number] { return known }
    let node = source.nodes[Int(number)]
    let symbol = symbols[node.symbol] ?? table.symbol(source.symbols[Int(node.symbol)])
    symbols[node.symbol] = symbol
    let body = node.body == StepTable.noBody ? node.body : sequence(node.body)
    let result = table.node(symbol, body: body)
    nodes[number] = result
    return result
  }
}
