package import Diagnostics
package import Mermaid

/// Walks a diagram along a run, and returns the messages on it.
///
/// This is the check of a run that is independent of the folding: it reads the finished diagram and
/// the numbers of the run (see `TraceFolding`), and must return the messages of the trace. It needs
/// no search, so it also works if parallel parts have too many orders for an automaton.
package struct DiagramWalk {
  /// The reason why a run does not belong to a diagram.
  package enum Failure: Error, Hashable, Sendable {
    /// The run ends before the diagram.
    case tooShort
    /// The diagram ends before the run.
    case tooLong
    /// The diagram has no such branch.
    case noSuchWay(Int32)
  }

  private let names: ParticipantNames
  private let run: [Int32]
  private var place = 0
  private var taken: Set<SourceRange> = []

  /// Throws if the run is shorter or longer than a path of the diagram, or names a branch that the
  /// diagram does not have.
  package static func messages(
    of diagram: SequenceDiagram, run: [Int32]
  ) throws(Failure) -> [DrawnMessage] {
    var walk = DiagramWalk(names: ParticipantNames(diagram), run: run)
    var messages: [DrawnMessage] = []
    _ = try walk.follow(diagram.statements, &messages)
    guard walk.place == run.count else { throw .tooLong }
    return messages
  }

  /// The titles of the branches that a run takes in a parsed diagram.
  package static func branches(
    of diagram: SequenceDiagram, run: [Int32]
  ) throws(Failure) -> Set<SourceRange> {
    var walk = DiagramWalk(names: ParticipantNames(diagram), run: run)
    var messages: [DrawnMessage] = []
    _ = try walk.follow(diagram.statements, &messages)
    guard walk.place == run.count else { throw .tooLong }
    return walk.taken
  }

  private init(names: ParticipantNames, run: [Int32]) {
    self.names = names
    self.run = run
  }

  private mutating func next() throws(Failure) -> Int {
    guard place < run.count else { throw .tooShort }
    guard run[place] >= 0 else { throw .noSuchWay(run[place]) }
    place += 1
    return Int(run[place - 1])
  }

  /// Returns whether a `break` left the statements before their end.
  private mutating func follow(
    _ statements: [SequenceStatement], _ messages: inout [DrawnMessage]
  ) throws(Failure) -> Bool {
    for statement in statements {
      switch statement {
      case .message(let message): messages.append(DrawnMessage(message, names))
      case .block(let block): if try follow(block, &messages) { return true }
      default: continue
      }
    }
    return false
  }

  private mutating func follow(
    _ branch: SequenceBranch, _ messages: inout [DrawnMessage]
  ) throws(Failure) -> Bool {
    if let range = branch.label.range ?? branch.range { taken.insert(range) }
    return try follow(branch.statements, &messages)
  }

  /// Returns whether a `break` was taken.
  private mutating func follow(
    _ block: SequenceBlock, _ messages: inout [DrawnMessage]
  ) throws(Failure) -> Bool {
    switch block.kind {
    case .loop:
      for _ in 0..<(try next()) { _ = try follow(block.branches[0], &messages) }
    case .alt where block.branches.count > 1:
      _ = try follow(try branch(of: block), &messages)
    case .opt, .alt, .breaking:
      guard try next() > 0 else { return false }
      _ = try follow(block.branches[0], &messages)
      return block.kind == .breaking
    case .par, .parOver: try parallel(block, &messages)
    case .critical, .rect:
      for branch in block.branches { _ = try follow(branch, &messages) }
    }
    return false
  }

  private mutating func branch(of block: SequenceBlock) throws(Failure) -> SequenceBranch {
    let way = try next()
    guard way < block.branches.count else { throw .noSuchWay(Int32(clamping: way)) }
    return block.branches[way]
  }

  /// The numbers are the count of all messages, then the part of each message, then the runs of the
  /// parts. The parts are walked first, and their messages then interleaved in the given turns.
  private mutating func parallel(
    _ block: SequenceBlock, _ messages: inout [DrawnMessage]
  ) throws(Failure) {
    let count = try next()
    var turns: [Int] = []
    for _ in 0..<count { turns.append(try next()) }
    var parts: [[DrawnMessage]] = []
    for branch in block.branches {
      var part: [DrawnMessage] = []
      _ = try follow(branch, &part)
      parts.append(part)
    }
    var taken = Array(repeating: 0, count: parts.count)
    for turn in turns {
      guard turn < parts.count, taken[turn] < parts[turn].count else {
        throw .noSuchWay(Int32(clamping: turn))
      }
      messages.append(parts[turn][taken[turn]])
      taken[turn] += 1
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
