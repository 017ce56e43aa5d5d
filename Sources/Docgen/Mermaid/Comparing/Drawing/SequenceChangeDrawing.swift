import Diagnostics
import Facts

/// A sequence diagram with its changes drawn in, each at its place in the flow.
///
/// Here the order has a meaning, so removed steps cannot follow at the end. Both lists of
/// statements are aligned, and a removed step is drawn between the two steps that surrounded it.
struct SequenceChangeDrawing {
  private let old: SequenceDiagram
  private let new: SequenceDiagram
  private let marks: ChangeMarks
  /// The new ids of old participants.
  private let ids: [String: String]

  init(old: SequenceDiagram, new: SequenceDiagram, marks: ChangeMarks) {
    self.old = old
    self.new = new
    self.marks = marks
    ids = Dictionary(
      FactComparison(old.facts, new.facts).names.pairs.map { ($0.old, $0.new) },
      uniquingKeysWith: { first, _ in first })
  }

  func diagram() -> SequenceDiagram {
    var result = new
    let head = new.statements.firstIndex { !$0.isDeclaration } ?? new.statements.count
    result.statements =
      marked(Array(new.statements[..<head])) + undeclared(behind: head) + goneParticipants
      + merged(old.statements.filter { !$0.isDeclaration }, Array(new.statements[head...]))
    result.statements = MessageTint.tinted(result.statements)
    return result
  }

  private var goneParticipants: [SequenceStatement] {
    old.participants.compactMap { participant in
      guard !marks.removals(of: .participant, at: participant.range).isEmpty else { return nil }
      let label = (participant.label ?? Label(participant.id.text)).behind(ChangeMarks.removed)
      return .participant(
        Participant(name(participant.id), label: label, type: participant.type))
    }
  }

  /// Declarations of marked participants that have no statement of their own to show their marks,
  /// and of those that precede them.
  private func undeclared(behind head: Int) -> [SequenceStatement] {
    let known = Set(new.participants.map(\.id.text))
    let isDeclaredLater =
      new.participants.count
      > SequenceDiagram(
        statements: Array(new.statements[..<head])
      ).participants.count
    let names = new.participantNames.filter { !known.contains($0.text) }
    let changed = names.map { name in
      marks.named(name.text).filter(\.isDeclared)
    }
    guard !isDeclaredLater, let last = changed.lastIndex(where: { !$0.isEmpty }) else { return [] }
    return (0...last).map { index in
      let name = names[index]
      let label =
        changed[index].isEmpty ? nil : Label(name.text).behind(changed[index].labelPrefix)
      return .participant(Participant(Name(name.text), label: label))
    }
  }

  private func name(_ name: Name) -> Name { Name(ids[name.text] ?? name.text) }

  // MARK: - Additions

  private func marked(_ statements: [SequenceStatement]) -> [SequenceStatement] {
    statements.flatMap(marked)
  }

  private func marked(_ statement: SequenceStatement) -> [SequenceStatement] {
    switch statement {
    case .participant(var participant):
      let prefix = marks.new(.participant, at: participant.range).labelPrefix
      if !prefix.isEmpty {
        participant.label = (participant.label ?? Label(participant.id.text)).behind(prefix)
      }
      return [.participant(participant)]
    case .box(var box):
      box.statements = marked(box.statements)
      return [.box(box)]
    case .message(var message):
      let prefix = marks.new(.message, at: message.range).labelPrefix
      if !prefix.isEmpty { message.text = message.text.behind(prefix) }
      return [.message(message)] + activations(marks.new(.activation, at: message.range))
    case .note(var note):
      let prefix = marks.new(.note, at: note.range).labelPrefix
      if !prefix.isEmpty { note.text = note.text.behind(prefix) }
      return [.note(note)]
    case .block(let block): return [.block(marked(block) { marked($1) })]
    case .activate(let reference), .deactivate(let reference):
      return [statement] + activations(marks.new(.activation, at: reference.range))
    default: return [statement]
    }
  }

  /// A block with its own marks; its branches' statements come from elsewhere.
  private func marked(
    _ block: SequenceBlock, statements: (Int, [SequenceStatement]) -> [SequenceStatement]
  ) -> SequenceBlock {
    var block = block
    for index in block.branches.indices {
      let branch = block.branches[index]
      var changes = marks.new(.branch, at: branch.range)
      if index == 0 {
        changes += marks.new(.block, at: branch.range) + marks.new(.block, at: block.range)
      }
      let prefix = block.kind == .rect ? "" : changes.labelPrefix
      if !prefix.isEmpty { block.branches[index].label = branch.label.behind(prefix) }
      block.branches[index].statements = statements(index, branch.statements)
    }
    return block
  }

  /// Activations have no text of their own: a note shows their change.
  private func activations(_ marks: [ElementMark]) -> [SequenceStatement] {
    marks.map { mark in
      let text = Label([mark].labelPrefix + mark.fact[.form])
      return .note(SequenceNote(.over, [name(Name(mark.fact[.owner]))], text: text))
    }
  }

  private func removedActivations(at range: SourceRange?) -> [SequenceStatement] {
    activations(marks.removals(of: .activation, at: range).map(ElementMark.init))
  }

  // MARK: - Removals, in their places

  /// Statements of the new diagram have numbers by equality. An old statement has the number of an
  /// equal one, otherwise that of the statement that replaces it according to the comparison,
  /// otherwise -1.
  ///
  /// The alignment works on these numbers and not on statements, so that a changed message and its
  /// new version count as equal and are drawn once. Cost: that of `Alignment`, which bounds its
  /// work.
  private func merged(
    _ left: [SequenceStatement], _ right: [SequenceStatement]
  ) -> [SequenceStatement] {
    var numbers: [SequenceStatement: Int] = [:]
    let news = right.map { statement in
      let number = numbers[statement] ?? numbers.count
      numbers[statement] = number
      return number
    }
    let olds = left.map { numbers[renamed($0)] ?? partner(of: $0, among: right, news) ?? -1 }
    var result = SequenceFlow()
    var (nextLeft, nextRight) = (0, 0)
    for pair in Alignment.pairs(olds, news) + [(left.count, right.count)] {
      for statement in left[nextLeft..<pair.old] { result.hold(removed(statement)) }
      for statement in right[nextRight..<pair.new] { result.add(marked(statement)) }
      if pair.old < left.count { result.add(merged(left[pair.old], right[pair.new])) }
      (nextLeft, nextRight) = (pair.old + 1, pair.new + 1)
    }
    return result.finished()
  }

  /// The index of the new statement that replaces an old one.
  private func partner(
    of statement: SequenceStatement, among right: [SequenceStatement], _ numbers: [Int]
  ) -> Int? {
    if let index = right.firstIndex(where: { marks.isLinked(statement.range, $0.range) }) {
      return numbers[index]
    }
    guard case .block(let block) = statement else { return nil }
    return right.firstIndex { candidate in
      guard case .block(let other) = candidate else { return false }
      return other.kind == block.kind && other.branches.first?.label == block.branches.first?.label
    }.map { numbers[$0] }
  }

  /// Two versions of the same statement.
  private func merged(
    _ left: SequenceStatement, _ right: SequenceStatement
  ) -> [SequenceStatement] {
    guard case .block(let before) = left, case .block(let after) = right else {
      return marked(right) + removedActivations(at: left.range)
    }
    let isAligned = before.branches.count == after.branches.count
    return [
      .block(
        marked(after) { index, statements in
          let partner =
            isAligned
            ? before.branches[index]
            : before.branches.first { $0.label == after.branches[index].label }
          return partner.map { merged($0.statements, statements) } ?? marked(statements)
        })
    ]
  }

  /// An empty array for statements that the drawing does not show as removed: participants have
  /// their own place, and a color has no label to mark.
  private func removed(_ statement: SequenceStatement) -> [SequenceStatement] {
    switch renamed(statement) {
    case .message(let message):
      guard !marks.removals(of: .message, at: statement.range).isEmpty else { return [] }
      return [
        .message(
          Message(
            from: message.from, to: message.to, message.arrow,
            message.text.behind(ChangeMarks.removed)))
      ]
    case .note(let note):
      guard !marks.removals(of: .note, at: statement.range).isEmpty else { return [] }
      return [
        .note(
          SequenceNote(
            note.placement, note.participants, text: note.text.behind(ChangeMarks.removed)))
      ]
    case .activate, .deactivate:
      return removedActivations(at: statement.range)
    case .block(let block):
      guard let removal = marks.removals(of: .block, at: statement.range).first, block.kind != .rect
      else {
        return []
      }
      // A removed block whose steps still exist is drawn empty.
      return [.block(block.removed(isEmpty: removal.newRange != nil))]
    default: return []
    }
  }

  /// An old statement with the new names of its participants.
  private func renamed(_ statement: SequenceStatement) -> SequenceStatement {
    switch statement {
    case .message(var message):
      (message.from, message.to) = (name(message.from), name(message.to))
      return .message(message)
    case .note(var note):
      note.participants = note.participants.map(name)
      return .note(note)
    case .activate(let reference): return .activate(renamed(reference))
    case .deactivate(let reference): return .deactivate(renamed(reference))
    case .destroy(let reference): return .destroy(renamed(reference))
    case .block(var block):
      for index in block.branches.indices {
        block.branches[index].statements = block.branches[index].statements.map(renamed)
      }
      return .block(block)
    default: return statement
    }
  }

  private func renamed(_ reference: ParticipantReference) -> ParticipantReference {
    ParticipantReference(name(reference.participant), range: reference.range)
  }
}

extension SequenceBlock {
  /// The removed block as drawn: without statements that act on the steps around it.
  fileprivate func removed(isEmpty: Bool) -> SequenceBlock {
    var block = self
    for index in block.branches.indices {
      let branch = block.branches[index]
      block.branches[index].label =
        index == 0 ? branch.label.behind(ChangeMarks.removed) : branch.label
      block.branches[index].statements = isEmpty ? [] : branch.statements.flatMap(Self.inert)
    }
    return block
  }

  /// A removed message must not activate its receiver, because no matching end would follow in the
  /// new diagram.
  private static func inert(_ statement: SequenceStatement) -> [SequenceStatement] {
    switch statement {
    case .message(var message):
      message.activation = nil
      return [.message(message)]
    case .note: return [statement]
    case .block(var block):
      for index in block.branches.indices {
        block.branches[index].statements = block.branches[index].statements.flatMap(inert)
      }
      return [.block(block)]
    default: return []
    }
  }
}

/// Statements in the order in which they are drawn: a removed statement does not come between a
/// `create` or `destroy` and its message.
private struct SequenceFlow {
  private var statements: [SequenceStatement] = []
  private var held: [SequenceStatement] = []
  private var waitsForMessage = false

  mutating func hold(_ removed: [SequenceStatement]) { held += removed }

  mutating func add(_ new: [SequenceStatement]) {
    for statement in new {
      if !waitsForMessage { release() }
      statements.append(statement)
      switch statement {
      case .participant(let participant): waitsForMessage = participant.isCreated
      case .destroy: waitsForMessage = true
      case .message, .block: waitsForMessage = false
      default: break
      }
    }
  }

  private mutating func release() {
    statements += held
    held = []
  }

  func finished() -> [SequenceStatement] { statements + held }
}
