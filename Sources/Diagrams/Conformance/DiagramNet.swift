package import Diagnostics
import Mermaid

/// A sequence diagram as a safe Petri net: its runs are the message sequences that the diagram
/// allows.
///
/// A marking is the sorted list of marked places. Without `par` there is one mark, and the net is
/// a finite automaton.
struct DiagramNet {
  struct Transition {
    var inputs: [Int]
    var outputs: [Int]
    /// Index into `messages`; nothing for a silent step.
    var message: Int?
  }

  private(set) var transitions: [Transition] = []
  /// Transitions by one of their input places.
  private(set) var leaving: [[Int]] = []
  private(set) var messages: [DrawnLetter] = []
  private(set) var start = 0
  private(set) var end = 0

  init(_ diagram: SequenceDiagram) {
    let names = ParticipantNames(diagram)
    start = place()
    end = place()
    sequence(diagram.statements, from: start, to: end, exit: end, names)
  }

  private mutating func place() -> Int {
    leaving.append([])
    return leaving.count - 1
  }

  private mutating func step(_ inputs: [Int], _ outputs: [Int], message: Int? = nil) {
    for input in inputs { leaving[input].append(transitions.count) }
    transitions.append(Transition(inputs: inputs, outputs: outputs, message: message))
  }

  /// Statements one after another; `exit` is where a `break` leads.
  private mutating func sequence(
    _ statements: [SequenceStatement], from start: Int, to end: Int, exit: Int,
    _ names: ParticipantNames
  ) {
    var current = start
    for statement in statements {
      switch statement {
      case .message(let message):
        let next = place()
        step([current], [next], message: messages.count)
        messages.append(DrawnLetter(message, names))
        current = next
      case .block(let block):
        let next = place()
        add(block, from: current, to: next, exit: end, names)
        current = next
      case .participant, .box, .destroy, .activate, .deactivate, .note, .autonumber, .link,
        .metadata, .comment, .inert:
        continue
      }
    }
    step([current], [end])
  }

  private mutating func add(
    _ block: SequenceBlock, from start: Int, to end: Int, exit: Int, _ names: ParticipantNames
  ) {
    switch block.kind {
    case .loop:
      let (first, last) = (place(), place())
      step([start], [first])
      body(block.branches[...], from: first, to: last, names)
      step([last], [first])
      step([last], [end])
      step([start], [end])
    case .opt:
      body(block.branches[...], from: start, to: end, names)
      step([start], [end])
    case .alt:
      for index in block.branches.indices {
        body(block.branches[index...index], from: start, to: end, names)
      }
      if block.branches.count < 2 { step([start], [end]) }
    case .par, .parOver: parallel(block.branches, from: start, to: end, names)
    case .critical:
      let middle = place()
      body(block.branches.prefix(1), from: start, to: middle, names)
      for index in block.branches.indices.dropFirst() {
        body(block.branches[index...index], from: middle, to: end, names)
      }
      step([middle], [end])
    case .breaking:
      body(block.branches[...], from: start, to: exit, names)
      step([start], [end])
    case .rect: body(block.branches[...], from: start, to: end, names)
    }
  }

  private mutating func body(
    _ branches: ArraySlice<SequenceBranch>, from start: Int, to end: Int,
    _ names: ParticipantNames
  ) {
    let (first, last) = (place(), place())
    step([start], [first])
    sequence(branches.flatMap(\.statements), from: first, to: last, exit: last, names)
    step([last], [end])
  }

  private mutating func parallel(
    _ branches: [SequenceBranch], from start: Int, to end: Int, _ names: ParticipantNames
  ) {
    let ends = branches.map { _ in (place(), place()) }
    step([start], ends.map(\.0))
    for (branch, (first, last)) in zip(branches, ends) {
      sequence(branch.statements, from: first, to: last, exit: last, names)
    }
    step(ends.map(\.1), [end])
  }
}

/// What a diagram calls its participants.
struct ParticipantNames {
  private var labels: [String: String] = [:]
  /// In the order of their first appearance.
  private(set) var all: [String] = []

  init(_ diagram: SequenceDiagram) {
    collect(diagram.statements)
  }

  /// The name that is shown for an identifier.
  func name(of id: Name) -> String { labels[id.text] ?? id.text }

  private mutating func collect(_ statements: [SequenceStatement]) {
    for statement in statements {
      switch statement {
      case .participant(let participant):
        labels[participant.id.text] = participant.label?.text ?? participant.id.text
        add(participant.id)
      case .box(let box): collect(box.statements)
      case .block(let block): for branch in block.branches { collect(branch.statements) }
      case .message(let message):
        add(message.from)
        add(message.to)
      case .destroy, .activate, .deactivate, .note, .autonumber, .link, .metadata, .comment,
        .inert:
        continue
      }
    }
  }

  private mutating func add(_ id: Name) {
    let name = name(of: id)
    if !all.contains(name) { all.append(name) }
  }
}

/// A drawn message as a letter that a trace may match.
package struct DrawnLetter: Hashable, Sendable {
  package var from: String
  package var to: String
  package var text: String
  /// A dotted or crossed arrow answers; a solid one calls.
  package var isAnswer: Bool
  package var isCrossed: Bool
  /// Within the diagram's text; nothing for a diagram that was built by code.
  package var range: SourceRange?

  init(_ message: Message, _ names: ParticipantNames) {
    from = names.name(of: message.from)
    to = names.name(of: message.to)
    text = message.text.text
    isCrossed = message.arrow == .solidCross || message.arrow == .dottedCross
    isAnswer = message.arrow.isDotted || isCrossed
    range = message.text.range ?? message.range
  }

  package var description: String { "\(from) \(isAnswer ? "-->>" : "->>") \(to): \(text)" }
}
