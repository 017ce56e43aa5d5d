import Diagnostics

/// Finds errors that the grammar of sequence diagrams accepts and Mermaid then refuses: activations
/// that do not match, participants in two boxes, creations and destructions without their message.
///
/// These errors are raised while Mermaid enters statements into its data base, so they depend on
/// the order of statements. They are checked only if the grammar accepts the text: after a syntax
/// error, the state of activations would be a guess.
struct SequenceChecks {
  private var errors: [MermaidError] = []
  private var activations: [String: Int] = [:]
  /// The existing participants, each with its box.
  private var boxes: [String: Int?] = [:]
  private var boxCount = 0
  private var created: Name?
  private var destroyed: Name?

  static func errors(_ diagram: SequenceDiagram) -> [MermaidError] {
    guard mayBeWrong(diagram.statements) else { return [] }
    var checks = SequenceChecks()
    checks.visit(diagram.statements, box: nil)
    return checks.errors
  }

  /// Whether anything is activated, created, destroyed or boxed, as in few diagrams.
  private static func mayBeWrong(_ statements: [SequenceStatement]) -> Bool {
    statements.contains { statement in
      switch statement {
      case .participant(let participant): participant.isCreated
      case .message(let message): message.activation != nil
      case .box, .destroy, .activate, .deactivate: true
      case .block(let block): block.branches.contains { mayBeWrong($0.statements) }
      case .note, .link, .autonumber, .metadata, .comment, .inert: false
      }
    }
  }

  private mutating func visit(_ statements: [SequenceStatement], box: Int?) {
    for statement in statements {
      switch statement {
      case .participant(let participant): declare(participant, box)
      case .box(let inner):
        boxCount += 1
        visit(inner.statements, box: boxCount)
      case .destroy(let reference): destroyed = reference.participant
      case .message(let message): self.message(message)
      case .activate(let reference): activations[reference.participant.text, default: 0] += 1
      case .deactivate(let reference): deactivate(reference.participant, reference.range)
      case .note(let note):
        for name in note.participants { exists(name) }
      case .link(let link): exists(link.participant)
      case .block(let block):
        for branch in block.branches { visit(branch.statements, box: nil) }
      case .autonumber, .metadata, .comment, .inert: break
      }
    }
  }

  private mutating func exists(_ name: Name) {
    if boxes[name.text] == nil { boxes[name.text] = .some(nil) }
  }

  private mutating func declare(_ participant: Participant, _ box: Int?) {
    let name = participant.id
    if participant.isCreated {
      if boxes[name.text] != nil {
        report(
          "`\(name)` exists already and cannot be created again", name,
          expected: ["another name with `as \(participant.label?.text ?? name.text)`"])
      }
      created = name
    }
    if let known = boxes[name.text], let other = known, let box, other != box {
      report("`\(name)` is already in another box", name)
    }
    boxes[name.text] = .some((boxes[name.text] ?? nil) ?? box)
  }

  private mutating func message(_ message: Message) {
    exists(message.from)
    exists(message.to)
    if let name = created {
      if message.to.text != name.text {
        report(
          "the first message after `create \(name)` must lead to `\(name)`", message.to,
          expected: ["`\(name)`"])
      }
      created = nil
    } else if let name = destroyed {
      if message.to.text != name.text, message.from.text != name.text {
        report(
          "the first message after `destroy \(name)` must come from `\(name)` or lead to it",
          message.to, expected: ["`\(name)`"])
      }
      destroyed = nil
    }
    switch message.activation {
    case .activatesTarget: activations[message.to.text, default: 0] += 1
    case .deactivatesSource: deactivate(message.from, message.range)
    case nil: break
    }
  }

  private mutating func deactivate(_ name: Name, _ range: SourceRange?) {
    let count = activations[name.text, default: 0]
    if count < 1 {
      report("`\(name)` is not active here", name, expected: ["`activate \(name)` before it"])
    } else {
      activations[name.text] = count - 1
    }
  }

  private mutating func report(_ message: String, _ name: Name, expected: [String] = []) {
    let range = name.range ?? SourceRange(line: 1, column: 1, length: 0)
    errors.append(MermaidError(message, at: range, token: name.text, expected: expected))
  }
}

/// Finds errors that the grammar of state diagrams accepts and Mermaid then refuses.
enum StateChecks {
  static func errors(_ diagram: StateDiagram) -> [MermaidError] {
    let isNested = diagram.statements.contains { statement in
      if case .state(let state) = statement { !state.regions.isEmpty } else { false }
    }
    guard isNested else { return [] }
    var counts: [String: Int] = [:]
    let statements = diagram.allStatements
    for case .state(let state) in statements where state.label != nil {
      counts[state.id.text, default: 0] += 1
    }
    guard counts.values.contains(where: { $0 > 1 }) else { return [] }
    return StateModel(diagram).states.filter { $0.type == .composite }.compactMap { state in
      state.descriptions.first.map { label in
        MermaidError(
          "the composite state `\(state.id)` can have at most one description",
          at: label.range ?? SourceRange(line: 1, column: 1, length: 0), token: label.source)
      }
    }
  }
}

/// Finds errors that the grammar of class diagrams accepts and Mermaid then refuses.
enum ClassChecks {
  static func errors(_ diagram: ClassDiagram) -> [MermaidError] {
    guard diagram.statements.contains(where: { if case .annotation = $0 { true } else { false } })
    else { return [] }
    return ClassModel(diagram).strayAnnotations.map { annotation in
      MermaidError(
        "no class `\(annotation.target)` before its annotation",
        at: annotation.target.range ?? SourceRange(line: 1, column: 1, length: 0),
        token: annotation.target.text, expected: ["`class \(annotation.target)` before it"])
    }
  }
}
