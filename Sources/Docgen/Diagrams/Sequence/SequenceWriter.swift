import Mermaid
import Models

/// Converts drawn steps into Mermaid statements.
struct SequenceWriter {
  /// A tint that is visible on white and on black.
  private static let tint = Label("rgba(128, 128, 128, 0.12)")

  let cast: ParticipantCast
  /// The number of runs, if titles of branches show frequencies.
  var total: Int?

  /// Frames are `rect` blocks with a note: Mermaid has no block for a titled section. The result
  /// has no declarations of participants (see `ParticipantCast`).
  func statements(_ steps: [DrawnStep]) -> [SequenceStatement] {
    steps.flatMap { statements($0) }
  }

  private func statements(_ step: DrawnStep) -> [SequenceStatement] {
    switch step {
    case .message(let message): return [.message(arrow(message))]
    case .exchange(let call, let steps): return exchange(call, steps)
    case .frame(let by, let title, let steps):
      return [
        .block(SequenceBlock(.rect, Self.tint, statements: [note(by, title)] + statements(steps)))
      ]
    case .note(let participant, let text): return [note(participant, text)]
    case .loop(let loop):
      return [.block(SequenceBlock(.loop, Label(loop.label), statements: statements(loop.body)))]
    case .alternatives(let branches):
      return [.block(SequenceBlock(.alt, branches: branches.map(branch)))]
    case .option(let option): return [.block(SequenceBlock(.opt, branches: [branch(option)]))]
    case .parallel(let branches):
      return [.block(SequenceBlock(.par, branches: branches.map(branch)))]
    case .breaking(let way): return [.block(SequenceBlock(.breaking, branches: [branch(way)]))]
    }
  }

  private func note(_ participant: String, _ text: String) -> SequenceStatement {
    .note(SequenceNote(.over, [cast.id(of: participant)], text: Label(text)))
  }

  private func branch(_ branch: DrawnBranch) -> SequenceBranch {
    var title = branch.title
    if let total {
      let frequency = Frequency(branch.count, of: max(total, branch.count)).text
      title = title.isEmpty ? frequency : "\(title) (\(frequency))"
    }
    return SequenceBranch(Label(title), statements(branch.steps))
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

  /// A call with its steps; the callee is active during its steps.
  ///
  /// Activation needs steps of the callee between call and answer; a bar for an empty call would
  /// only be clutter. If the answer is missing, a `deactivate` ends the bar after the steps.
  private func exchange(_ call: DrawnMessage, _ steps: [DrawnStep]) -> [SequenceStatement] {
    var inner = steps
    var answer: DrawnMessage?
    if case .message(let last)? = steps.last, last.isReply(to: call) {
      answer = last
      inner.removeLast()
    }
    let isActive = call.from != call.to && !inner.allSatisfy { $0.isOnlyReply(to: call) }
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

extension DrawnStep {
  /// Whether only answers to a call are drawn.
  fileprivate func isOnlyReply(to call: DrawnMessage) -> Bool {
    switch self {
    case .message(let message): message.isReply(to: call)
    case .exchange: false
    case .note: true
    default: parts.allSatisfy { $0.allSatisfy { $0.isOnlyReply(to: call) } }
    }
  }
}
