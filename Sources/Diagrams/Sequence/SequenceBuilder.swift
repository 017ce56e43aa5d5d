package import Mermaid
package import Models
import Traces

/// Draws interactions as a sequence diagram.
package enum SequenceBuilder {
  /// One diagram that allows each of the interactions, which are taken in the order given.
  package static func diagram(
    of models: [InteractionModel], options: SequenceOptions = SequenceOptions()
  ) -> SequenceDiagram {
    let projection = InteractionProjection(options: options)
    let variants = models.map { StepFolding.folded(projection.steps(of: $0)) }
    let steps = StepFolding.folded(StepMerging.merged(variants))
    let cast = ParticipantCast(models: models, options: options, steps: steps)
    var writer = SequenceWriter(cast: cast)
    return SequenceDiagram(statements: cast.declarations + writer.statements(steps))
  }
}

/// The participants of a diagram with their short identifiers.
struct ParticipantCast {
  private var members: [TraceParticipant]
  private var ids: [String: String] = [:]

  init(models: [InteractionModel], options: SequenceOptions, steps: [DrawnStep]) {
    let drawn = Set(steps.flatMap(\.participants))
    var known: [TraceParticipant] = []
    for participant in models.flatMap(\.participants)
    where !known.contains(where: { $0.name == participant.name }) {
      known.append(participant)
    }
    for name in drawn.sorted() where !known.contains(where: { $0.name == name }) {
      known.append(TraceParticipant(name))
    }
    let order = options.participants
    let wanted =
      order.isEmpty ? known : order.compactMap { name in known.first { $0.name == name } }
    members = wanted.filter { drawn.contains($0.name) }
    for member in members { ids[member.name] = newID(for: member.name) }
  }

  var declarations: [SequenceStatement] {
    members.map { member in
      let id = id(of: member.name)
      let type = member.kind == .actor ? "actor" : "participant"
      let label = id.text == member.name ? nil : Label(member.name)
      return .participant(Participant(id, label: label, type: type))
    }
  }

  func id(of participant: String) -> Name { Name(ids[participant] ?? participant) }

  /// The capitals of the name; the whole name where they are taken or fewer than two.
  ///
  ///     SyncEngine -> SE, User -> User
  private func newID(for name: String) -> String {
    let capitals = name.filter(\.isUppercase)
    let isTaken = ids.values.contains(capitals)
    if capitals.count > 1, capitals.count < name.count, !isTaken { return capitals }
    return name
  }
}

extension DrawnStep {
  /// Everybody who is drawn in this step.
  var participants: [String] {
    switch self {
    case .message(let message): [message.from, message.to]
    case .exchange(let call, let steps): [call.from, call.to] + steps.flatMap(\.participants)
    case .note(let participant, _): [participant]
    case .loop(let loop): loop.body.flatMap(\.participants)
    case .alternatives(let branches): branches.flatMap { $0.steps.flatMap(\.participants) }
    case .option(let branch): branch.steps.flatMap(\.participants)
    }
  }
}

/// Turns drawn steps into Mermaid statements.
struct SequenceWriter {
  let cast: ParticipantCast

  mutating func statements(_ steps: [DrawnStep]) -> [SequenceStatement] {
    steps.flatMap { statements($0) }
  }

  private mutating func statements(_ step: DrawnStep) -> [SequenceStatement] {
    switch step {
    case .message(let message): return [.message(arrow(message))]
    case .exchange(let call, let steps): return exchange(call, steps)
    case .note(let participant, let text):
      return [.note(SequenceNote(.over, [cast.id(of: participant)], Label(text)))]
    case .loop(let loop):
      return [.block(SequenceBlock(.loop, Label(loop.words), statements(loop.body)))]
    case .alternatives(let branches):
      return [.block(SequenceBlock(.alt, branches: branches.map { branch($0) }))]
    case .option(let option):
      return [.block(SequenceBlock(.opt, branches: [branch(option)]))]
    }
  }

  private mutating func branch(_ branch: DrawnBranch) -> SequenceBranch {
    SequenceBranch(Label(branch.title), statements(branch.steps))
  }

  private func arrow(
    _ message: DrawnMessage, activation: Message.Activation? = nil
  ) -> Message {
    let arrow: MessageArrow =
      switch message.kind {
      case .call: .solidArrow
      case .send: .solidPoint
      case .answer: .dottedArrow
      case .failure: .dottedCross
      }
    return Message(
      from: cast.id(of: message.from), to: cast.id(of: message.to), arrow, Label(message.label),
      activation: activation)
  }

  /// A call with its steps; the callee is active while it has something to do.
  private mutating func exchange(
    _ call: DrawnMessage, _ steps: [DrawnStep]
  ) -> [SequenceStatement] {
    var inner = steps
    var answer: DrawnMessage?
    if case .message(let last)? = steps.last, last.isAnswer(to: call) {
      answer = last
      inner.removeLast()
    }
    let isActive = !inner.isEmpty && call.from != call.to
    var result: [SequenceStatement] = [
      .message(arrow(call, activation: isActive ? .activatesTarget : nil))
    ]
    result += statements(inner)
    if let answer {
      result.append(.message(arrow(answer, activation: isActive ? .deactivatesSource : nil)))
    } else if isActive {
      result.append(.deactivate(ParticipantReference(cast.id(of: call.to))))
    }
    return result
  }
}

extension DrawnMessage {
  fileprivate func isAnswer(to call: DrawnMessage) -> Bool {
    (kind == .answer || kind == .failure) && from == call.to && to == call.from
  }
}
