/// Writes the run of a body through the drawn steps of its level and the levels below.
///
/// The run of the miner counts letters of one level; the written run counts branches and messages
/// of the diagram. They differ in three points: nested levels are inserted, a choice that became a
/// `break` is 0 or 1, and turns of parallel parts are repeated for each message within their
/// letters.
struct RunWriter {
  private let table: StepTable
  private let tree: AnnotatedProcessTree
  private let levels: [Int: LevelFolder.Level]
  private let drawing: LevelDrawing
  private var body = LevelReading.Body(number: 0)
  private var run: [Int32] = []
  private var place = 0
  private var written: [Int32] = []
  private var messageCounts: [Int32: Int32] = [:]

  init(
    _ table: StepTable, tree: AnnotatedProcessTree, levels: [Int: LevelFolder.Level],
    drawing: LevelDrawing
  ) {
    self.table = table
    self.tree = tree
    self.levels = levels
    self.drawing = drawing
  }

  /// `run` is that of the miner, for the letters of `body`.
  mutating func run(of body: LevelReading.Body, _ run: [Int32]) -> [Int32] {
    self.body = body
    self.run = run
    place = 0
    written = []
    write(tree.root)
    return written
  }

  private mutating func write(_ node: Int) {
    switch tree.nodes[node] {
    case .letter: letter(node)
    case .sequence(let parts): for part in parts { write(part) }
    case .loop(let inner):
      let rounds = run[place]
      copy()
      for _ in 0..<rounds { write(inner) }
    case .option(let inner):
      let isTaken = run[place] == 1
      copy()
      if isTaken { write(inner) }
    case .choice(let parts):
      let branch = Int(run[place])
      place += 1
      let isBroken = drawing.breaks[node].map { Int32($0 == branch ? 1 : 0) }
      written.append(isBroken ?? Int32(branch))
      write(parts[branch])
    case .parallel(let parts): parallel(parts)
    }
  }

  private mutating func copy() {
    written.append(run[place])
    place += 1
  }

  private mutating func letter(_ node: Int) {
    let index = Int(~run[place])
    place += 1
    let bodies = body.bodies[body.starts[index]..<body.starts[index + 1]]
    guard let level = levels[node] else { return }
    if drawing.isRound(node) { written.append(Int32(bodies.count)) }
    for number in bodies { written += level.runs[number] ?? [] }
  }

  /// Converts the turns of letters into turns of messages.
  private mutating func parallel(_ parts: [Int]) {
    let count = Int(run[place])
    let turns = Array(run[place + 1..<place + 1 + count])
    place += 1 + count
    let whole = written
    written = []
    var lengths: [[Int32]] = []
    for part in parts {
      let start = place
      write(part)
      let letters = run[start..<place].filter { $0 < 0 }.map { Int(~$0) }
      lengths.append(letters.sorted().map { length(of: $0) })
    }
    let inner = written
    written = whole
    var next = Array(repeating: 0, count: parts.count)
    var expanded: [Int32] = []
    for turn in turns {
      let part = Int(turn)
      for _ in 0..<lengths[part][next[part]] { expanded.append(turn) }
      next[part] += 1
    }
    written.append(Int32(expanded.count))
    written += expanded + inner
  }

  /// The number of messages of a letter of the body.
  private mutating func length(of index: Int) -> Int32 {
    let within = body.bodies[body.starts[index]..<body.starts[index + 1]]
      .reduce(Int32(0)) { $0 + messages(in: $1) }
    let symbol = drawing.reading.letters[Int(body.letters[index])].symbol
    if case .message = table.symbols[Int(symbol)] { return 1 + within }
    return within
  }

  private mutating func messages(in sequence: Int32) -> Int32 {
    if let known = messageCounts[sequence] { return known }
    var count: Int32 = 0
    for node in table.sequences[Int(sequence)] {
      if case .message = table.symbol(of: node) { count += 1 }
      let inner = table.nodes[Int(node)].body
      if inner >= 0 { count += messages(in: inner) }
    }
    messageCounts[sequence] = count
    return count
  }
}
