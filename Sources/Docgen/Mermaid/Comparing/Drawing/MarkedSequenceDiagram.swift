import Diagnostics
import Facts

/// A sequence diagram with marks: prefixes on labels, notes for activations, and colored areas around
/// messages.
struct MarkedSequenceDiagram {
  private let diagram: SequenceDiagram
  private let marks: MarkIndex

  init(_ diagram: SequenceDiagram, _ marks: MarkIndex) {
    self.diagram = diagram
    self.marks = marks
  }

  func drawn() -> SequenceDiagram {
    var result = diagram
    let head =
      diagram.statements.firstIndex { !$0.isDeclaration } ?? diagram.statements.count
    result.statements =
      marked(Array(diagram.statements[..<head])) + undeclared(after: head)
      + marked(Array(diagram.statements[head...]))
    result.statements = MessageTint.tinted(result.statements)
    return result
  }

  /// Declarations of marked participants that have no statement of their own to show their marks,
  /// and of those that precede them.
  private func undeclared(after head: Int) -> [SequenceStatement] {
    let known = Set(diagram.participants.map(\.id.text))
    let isDeclaredLater =
      diagram.participants.count
      > SequenceDiagram(
        statements: Array(diagram.statements[..<head])
      ).participants.count
    let names = diagram.participantNames.filter { !known.contains($0.text) }
    let changed = names.map { name in
      marks.named(name.text).filter(\.isDeclared)
    }
    guard !isDeclaredLater, let last = changed.lastIndex(where: { !$0.isEmpty }) else { return [] }
    return (0...last).map { index in
      let name = names[index]
      let label =
        changed[index].isEmpty ? nil : Label(name.text).prefixed(by: changed[index].labelPrefix)
      return .participant(Participant(Name(name.text), label: label))
    }
  }

  private func marked(_ statements: [SequenceStatement]) -> [SequenceStatement] {
    statements.flatMap(marked)
  }

  private func marked(_ statement: SequenceStatement) -> [SequenceStatement] {
    switch statement {
    case .participant(var participant):
      let prefix = marks.all(.participant, at: participant.range).labelPrefix
      if !prefix.isEmpty {
        participant.label = (participant.label ?? Label(participant.id.text)).prefixed(by: prefix)
      }
      return [.participant(participant)]
    case .box(var box):
      box.statements = marked(box.statements)
      return [.box(box)]
    case .message(var message):
      let prefix = marks.all(.message, at: message.range).labelPrefix
      if !prefix.isEmpty { message.text = message.text.prefixed(by: prefix) }
      return [.message(message)] + activations(marks.all(.activation, at: message.range))
    case .note(var note):
      let prefix = marks.all(.note, at: note.range).labelPrefix
      if !prefix.isEmpty { note.text = note.text.prefixed(by: prefix) }
      return [.note(note)]
    case .block(let block): return [.block(marked(block))]
    case .activate(let reference), .deactivate(let reference):
      return [statement] + activations(marks.all(.activation, at: reference.range))
    default: return [statement]
    }
  }

  private func marked(_ block: SequenceBlock) -> SequenceBlock {
    var block = block
    for index in block.branches.indices {
      let branch = block.branches[index]
      var changes = marks.all(.branch, at: branch.range)
      if index == 0 {
        changes += marks.all(.block, at: branch.range) + marks.all(.block, at: block.range)
      }
      let prefix = block.kind == .rect ? "" : changes.labelPrefix
      if !prefix.isEmpty { block.branches[index].label = branch.label.prefixed(by: prefix) }
      block.branches[index].statements = marked(branch.statements)
    }
    return block
  }

  /// Activations have no text of their own: a note shows their change.
  private func activations(_ marks: [ElementMark]) -> [SequenceStatement] {
    marks.map { mark in
      let text = Label([mark].labelPrefix + mark.fact[.form])
      return .note(SequenceNote(.over, [Name(mark.fact[.owner])], text: text))
    }
  }
}
