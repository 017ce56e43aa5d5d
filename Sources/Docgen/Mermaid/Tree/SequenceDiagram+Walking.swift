package import Diagnostics

extension SequenceDiagram {
  /// Every statement, depth first, a block or box before its contents.
  package var allStatements: [SequenceStatement] {
    var result: [SequenceStatement] = []
    func visit(_ statements: [SequenceStatement]) {
      for statement in statements {
        result.append(statement)
        switch statement {
        case .box(let box): visit(box.statements)
        case .block(let block):
          for branch in block.branches { visit(branch.statements) }
        default: break
        }
      }
    }
    visit(statements)
    return result
  }

  /// The declared participants, boxes included, in the order of the text.
  package var participants: [Participant] {
    allStatements.compactMap { statement in
      if case .participant(let participant) = statement { participant } else { nil }
    }
  }

  /// Every message in the order of the text, including those in blocks.
  package var messages: [Message] {
    allStatements.compactMap { statement in
      if case .message(let message) = statement { message } else { nil }
    }
  }

  /// Every participant, declared or only used, in the order in which they are drawn.
  ///
  /// Mermaid draws lifelines from left to right in this order.
  package var participantNames: [Name] {
    var seen: Set<String> = []
    var result: [Name] = []
    for statement in allStatements {
      for name in statement.participants where seen.insert(name.text).inserted {
        result.append(name)
      }
    }
    return result
  }
}

extension SequenceStatement {
  /// The participants that the statement itself names, without those of nested statements.
  package var participants: [Name] {
    switch self {
    case .participant(let participant): [participant.id]
    case .destroy(let reference), .activate(let reference), .deactivate(let reference):
      [reference.participant]
    case .message(let message): [message.from, message.to]
    case .note(let note): note.participants
    case .link(let link): [link.participant]
    case .box, .block, .autonumber, .metadata, .comment, .inert: []
    }
  }

  /// The place of the statement; `nil` if it was built by code.
  package var range: SourceRange? {
    switch self {
    case .participant(let participant): participant.range
    case .box(let box): box.range
    case .destroy(let reference), .activate(let reference), .deactivate(let reference):
      reference.range
    case .message(let message): message.range
    case .note(let note): note.range
    case .block(let block): block.range
    case .autonumber(let autonumber): autonumber.range
    case .link(let link): link.range
    case .metadata(let metadata): metadata.range
    case .comment(let comment): comment.range
    case .inert(let inert): inert.range
    }
  }

  /// Whether it is a participant or a box, or may precede them at the head of a diagram.
  var isDeclaration: Bool {
    switch self {
    case .participant(let participant): !participant.isCreated
    case .box, .metadata, .autonumber, .comment: true
    default: false
    }
  }
}
