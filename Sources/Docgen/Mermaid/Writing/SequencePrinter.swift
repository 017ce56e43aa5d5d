import Diagnostics

/// Writes a sequence diagram.
struct SequencePrinter {
  private let diagram: SequenceDiagram
  private let identifiers: Identifiers
  /// Participants that the text has named so far, or that some statement declares.
  private var known: Set<String> = []
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
      if case .participant(let participant) = statement {
        known.insert(participant.id.text)
        if participant.label != nil { labelled.insert(participant.id.text) }
      }
    }
    var identifiers = Identifiers(names, labelled: labelled, shownBy: .sequence) { name in
      SequenceLexer.isPlainName(name, in: uses[name] ?? [.declaration, .message])
    }
    if !identifiers.isEmpty {
      // If an alias follows, the participants before it are declared too, to keep their places.
      identifiers = Identifiers(names, labelled: labelled, shownBy: .sequence) { name in
        SequenceLexer.isPlainName(
          name, in: (uses[name] ?? .message).union(.declaration))
      }
    }
    self.identifiers = identifiers
  }

  mutating func print() -> String {
    writer.header(diagram.header)
    statements(diagram.statements, isOutermost: true)
    return writer.text
  }

  private mutating func statements(_ statements: [SequenceStatement], isOutermost: Bool = false) {
    var previous: SequenceStatement?
    for statement in statements {
      let endsPrelude = isOutermost && previous?.isDeclaration == true && !statement.isDeclaration
      writer.separate(previous?.range, statement.range, endsPart: endsPrelude)
      self.statement(statement)
      previous = statement
    }
  }

  private mutating func statement(_ statement: SequenceStatement) {
    introduce(statement.participants)
    switch statement {
    case .participant(let participant): writer.line(self.participant(participant))
    case .box(let box): self.box(box)
    case .destroy(let reference): writer.line("destroy \(name(reference.participant))")
    case .message(let message): writer.line(self.message(message))
    case .activate(let reference): writer.line("activate \(name(reference.participant))")
    case .deactivate(let reference): writer.line("deactivate \(name(reference.participant))")
    case .note(let note): self.note(note)
    case .block(let block): self.block(block)
    case .autonumber(let autonumber): writer.line(self.autonumber(autonumber))
    case .link(let link):
      writer.line("\(link.kind.rawValue) \(name(link.participant)): \(link.text.source)")
    case .metadata(let metadata):
      writer.metadata(metadata)
    case .comment(let comment): writer.comment(comment)
    case .inert(let statement): writer.ignored(statement)
    }
  }

  private func name(_ name: Name) -> String { identifiers.written(name.text) }

  /// Declares participants whose names cannot be spelled, and the participants that precede them.
  ///
  /// Mermaid orders lifelines by first mention. If one participant must be declared early, those
  /// that appear before it in the statement are declared as well, so that the order remains.
  private mutating func introduce(_ names: [Name]) {
    let needsAlias = names.contains { identifiers.isAliased($0.text) && !known.contains($0.text) }
    for name in names where known.insert(name.text).inserted && needsAlias {
      writer.line(participant(Participant(name)))
    }
  }

  private func text(_ label: Label) -> String { LabelEscaper.sequence.escape(label) }
}

// MARK: - Statements

extension SequencePrinter {
  private func participant(_ participant: Participant) -> String {
    let isPlain = participant.type == "actor" || participant.type == "participant"
    let parsed = participant.configuration.flatMap { try? AttributeMapping($0.source) }
    var line = participant.isCreated ? "create " : ""
    line += participant.type == "actor" && parsed?["type"] == nil ? "actor " : "participant "
    line += name(participant.id)
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
    writer.line(box.title.isEmpty ? "box" : "box \(text(box.title))")
    nested(box.statements)
    writer.line("end")
  }

  private mutating func nested(_ statements: [SequenceStatement]) {
    writer.depth += 1
    self.statements(statements)
    writer.depth -= 1
  }

  private func message(_ message: Message) -> String {
    let line =
      name(message.from) + message.drawnArrow + (message.activation?.rawValue ?? "")
      + name(message.to)
    return message.text.isEmpty ? line + ":" : "\(line): \(text(message.text))"
  }

  private mutating func note(_ note: SequenceNote) {
    let names = note.participants.map { name($0) }.joined(separator: ",")
    writer.line("Note \(note.placement.rawValue) \(names): \(text(note.text))")
  }

  private mutating func block(_ block: SequenceBlock) {
    for (number, branch) in block.branches.enumerated() {
      let word = number == 0 ? block.kind.rawValue : block.kind.separator ?? "else"
      writer.line(branch.label.isEmpty ? word : "\(word) \(text(branch.label))")
      nested(branch.statements)
    }
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
