import Diagnostics

/// Writes a sequence diagram.
struct SequencePrinter {
  private let diagram: SequenceDiagram
  private let identifiers: Identifiers
  /// Participants that the text has named so far, or that some statement declares.
  private var known: Set<String> = []
  /// Of several titles the last one counts: a blank one takes away those before it.
  private var hasTitle = true
  private var writer = MermaidWriter()

  init(_ diagram: SequenceDiagram) {
    self.diagram = diagram
    var names: [Name] = []
    var labelled: Set<String> = []
    var uses: [String: SequenceLexer.Uses] = [:]
    for statement in diagram.allStatements {
      let isCentral =
        if case .message(let message) = statement { message.central != nil } else { false }
      for name in statement.participants {
        names.append(name)
        uses[name.text, default: []].formUnion(isCentral ? [.message, .central] : statement.uses)
      }
      if case .metadata(let metadata) = statement, metadata.kind == .title {
        hasTitle = !ModelText.trimmed(metadata.text.text).isEmpty
      }
      if case .participant(let participant) = statement {
        known.insert(participant.id.text)
        if participant.label != nil { labelled.insert(participant.id.text) }
      }
    }
    var identifiers = Identifiers(names, labelled: labelled, shownBy: .sequence) { name in
      SequenceLexer.isPlainName(name, in: uses[name] ?? [.declaration, .message])
    }
    if !identifiers.isEmpty {
      // Before an alias others are declared too, to keep their places.
      identifiers = Identifiers(names, labelled: labelled, shownBy: .sequence) { name in
        SequenceLexer.isPlainName(
          name, in: (uses[name] ?? .message).union(.declaration))
      }
    }
    self.identifiers = identifiers
  }

  mutating func print() -> String { write().text }

  mutating func write() -> MermaidWriter {
    writer.header(diagram.header)
    statements(diagram.statements, isOutermost: true)
    writer.closeTags()
    return writer
  }

  private mutating func statements(_ statements: [SequenceStatement], isOutermost: Bool = false) {
    var previous: SequenceStatement?
    for statement in statements {
      let endsPrelude = isOutermost && previous?.isDeclaration == true && !statement.isDeclaration
      writer.separate(previous?.range, statement.range, suggested: endsPrelude)
      writer.place(statement.range)
      self.statement(statement)
      previous = statement
    }
  }

  private mutating func statement(_ statement: SequenceStatement) {
    if !identifiers.isEmpty {
      writer.place(nil)
      introduce(statement.participants)
      writer.place(statement.range)
    }
    switch statement {
    case .participant(let participant): writer.line(self.participant(participant))
    case .box(let box): self.box(box)
    case .destroy(let reference): writer.line("destroy \(spell(reference.participant))")
    case .message(let message): writer.line(self.message(message))
    case .activate(let reference): writer.line("activate \(spell(reference.participant))")
    case .deactivate(let reference): writer.line("deactivate \(spell(reference.participant))")
    case .note(let note): self.note(note)
    case .block(let block): self.block(block)
    case .autonumber(let autonumber): writer.line(self.autonumber(autonumber))
    case .link(let link):
      writer.line("\(link.kind.rawValue) \(spell(link.participant)): \(link.text.source)")
    case .metadata(let metadata):
      if metadata.kind != .title || hasTitle { writer.metadata(metadata) }
    case .comment(let comment): writer.comment(comment)
    case .inert(let inert): writer.inert(inert)
    }
  }

  private func spell(_ name: Name) -> String { identifiers.spelling(name.text) }

  /// Declares participants whose names cannot be spelled, and those that must stand before them.
  private mutating func introduce(_ names: [Name]) {
    let needsAlias = names.contains { identifiers.isAliased($0.text) && !known.contains($0.text) }
    for name in names where known.insert(name.text).inserted && needsAlias {
      writer.line(participant(Participant(name)))
    }
  }

  private func text(_ label: Label) -> String { LabelSpelling.sequence.spell(label) }
}

// MARK: - Statements

extension SequencePrinter {
  private func participant(_ participant: Participant) -> String {
    let isPlain = participant.type == "actor" || participant.type == "participant"
    let parsed = participant.configuration.flatMap { try? AttributeMapping($0.source) }
    var line = participant.isCreated ? "create " : ""
    line += participant.type == "actor" && parsed?["type"] == nil ? "actor " : "participant "
    line += spell(participant.id)
    var alias = participant.label
    if let configuration = participant.configuration {
      line += "@{ \(configuration.source) }"
      if let shown = parsed?["alias"], shown == alias?.text { alias = nil }
    } else if !isPlain {
      line += "@{ \"type\": \"\(AttributeMapping.escaped(participant.type))\" }"
    }
    if alias == nil, identifiers.isAliased(participant.id.text) {
      alias = Label(participant.id.text)
    }
    return alias.map { "\(line) as \(text($0))" } ?? line
  }

  private mutating func box(_ box: ParticipantBox) {
    writer.place(box.range, .first)
    writer.line(box.title.isEmpty ? "box" : "box \(text(box.title))")
    writer.indent()
    statements(box.statements)
    writer.outdent()
    writer.place(box.range, .last)
    writer.line("end")
  }

  private func message(_ message: Message) -> String {
    let line =
      spell(message.from) + message.drawnArrow + (message.activation?.rawValue ?? "")
      + spell(message.to)
    return message.text.isEmpty ? line + ":" : "\(line): \(text(message.text))"
  }

  private mutating func note(_ note: SequenceNote) {
    let names = note.participants.map { spell($0) }.joined(separator: ",")
    writer.line("Note \(note.placement.rawValue) \(names): \(text(note.text))")
  }

  private mutating func block(_ block: SequenceBlock) {
    for (number, branch) in block.branches.enumerated() {
      let word = number == 0 ? block.kind.rawValue : block.kind.separator ?? "else"
      writer.place(branch.range)
      writer.line(branch.label.isEmpty ? word : "\(word) \(text(branch.label))")
      writer.indent()
      statements(branch.statements)
      writer.outdent()
    }
    writer.place(block.range, .last)
    writer.line("end")
  }

  private func autonumber(_ autonumber: Autonumber) -> String {
    guard autonumber.isVisible else { return "autonumber off" }
    return (["autonumber", autonumber.start, autonumber.step].compactMap(\.self))
      .joined(separator: " ")
  }
}

extension SequenceStatement {
  fileprivate var uses: SequenceLexer.Uses {
    switch self {
    case .participant, .destroy, .activate, .deactivate: .declaration
    default: .message
    }
  }
}

extension Message {
  /// `()->>()`
  var drawnArrow: String {
    let start = central == .from || central == .both ? "()" : ""
    let end = central == .to || central == .both ? "()" : ""
    return start + arrow.rawValue + end
  }
}
