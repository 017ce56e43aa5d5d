import Diagnostics

/// Prints a state diagram.
struct StatePrinter {
  private let diagram: StateDiagram
  private let identifiers: Identifiers
  /// States that some statement declares; the others are declared before their first use.
  private var declared: Set<String> = []
  /// States that show a label, or that already have one in the text.
  private var labelled: Set<String> = []
  private var labelEscaper = LabelEscaper.stateLabel
  private var writer = MermaidWriter()

  init(_ diagram: StateDiagram) {
    self.diagram = diagram
    var names: [Name] = []
    for statement in diagram.allStatements {
      names += statement.names
      guard case .state(let state) = statement else { continue }
      let hasLabel = state.label?.isEmpty == false
      if hasLabel { labelled.insert(state.id.text) }
      if hasLabel || state.kind != .plain || state.isComposite { declared.insert(state.id.text) }
    }
    // `direction` at the end of a line and `LR` at the start of the next are a direction.
    let isRisky = names.contains { Direction.startsValue($0.text) }
    labelEscaper.guardsDirectionAtEnd = isRisky
    identifiers = Identifiers(names, labelled: labelled, shownBy: .stateString) { name in
      // After `state x`, `as` on the next line still belongs to it.
      StateLexer.isPlainName(name) && name.lowercased() != "as"
        && !(isRisky && Direction.endsWord(name))
    }
  }

  mutating func print() -> String {
    writer.header(diagram.header)
    statements(diagram.statements)
    return writer.text
  }

  private mutating func statements(_ statements: [StateStatement]) {
    var previous: SourceRange?
    for statement in statements {
      writer.separate(previous, statement.range)
      self.statement(statement)
      previous = statement.range
    }
  }

  private mutating func statement(_ statement: StateStatement) {
    switch statement {
    case .state(let state): self.state(state)
    case .transition(let transition): self.transition(transition)
    case .note(let note): self.note(note)
    case .direction(let direction): writer.line("direction \(direction.direction.rawValue)")
    case .style(let style): writer.line(self.style(style))
    case .click(let click):
      let name = identifiers.written(click.state.text)
      let tooltip = click.tooltip.map { " \(string($0))" }
      writer.line(
        "click \(name) \(tooltip == nil ? "href " : "")\(string(click.url))\(tooltip ?? "")")
    case .metadata(let metadata): writer.metadata(metadata)
    case .comment(let comment): writer.comment(comment)
    case .inert(let statement): writer.ignored(statement)
    }
  }

  private func string(_ label: Label) -> String { "\"\(LabelEscaper.stateString.escape(label))\"" }

  private func reference(_ name: Name, _ cssClass: Name?) -> String {
    let written = identifiers.written(name.text)
    return cssClass.map { "\(written):::\($0.text)" } ?? written
  }

  /// Declares a state whose name cannot be spelled before its first use.
  private mutating func introduce(_ name: Name) {
    guard identifiers.isAliased(name.text), declared.insert(name.text).inserted else { return }
    writer.line("state \(string(Label(name.text))) as \(identifiers.written(name.text))")
  }

  private mutating func transition(_ transition: StateTransition) {
    introduce(transition.from)
    introduce(transition.to)
    var line = reference(transition.from, transition.fromClass)
    line += " --> " + reference(transition.to, transition.toClass)
    if let label = transition.label, !label.isEmpty { line += ": " + labelEscaper.escape(label) }
    writer.line(line)
  }
}

// MARK: - States

extension StatePrinter {
  private mutating func state(_ state: StateDeclaration) {
    let name = identifiers.written(state.id.text)
    let isAliased = identifiers.isAliased(state.id.text)
    // Of several declarations only the first shows the name of an alias.
    let isNameShown = isAliased && state.label == nil && !labelled.contains(state.id.text)
    let label = state.label ?? (isNameShown ? Label(state.id.text) : nil)
    if state.kind != .plain {
      // The first line of a state decides its kind, so the name comes after it.
      writer.line("state \(name) <<\(state.kind.rawValue)>>")
      if let label, isNameShown { writer.line("state \(string(label)) as \(name)") }
      labelled.insert(state.id.text)
    } else if state.isComposite {
      labelled.insert(state.id.text)
      composite(state, label.map { "state \(string($0)) as \(name) {" } ?? "state \(name) {")
    } else if let label = state.label, !label.isEmpty {
      let isQuoted = (isAliased || state.isLabelQuoted) && state.cssClass == nil
      writer.line(
        isQuoted
          ? "state \(string(label)) as \(name)"
          : "\(reference(state.id, state.cssClass)): \(labelEscaper.escape(label))")
    } else if isAliased, !declared.contains(state.id.text), state.cssClass == nil {
      introduce(state.id)
    } else {
      introduce(state.id)
      writer.line(reference(state.id, state.cssClass))
    }
  }

  private mutating func composite(_ state: StateDeclaration, _ opening: String) {
    writer.line(opening)
    writer.depth += 1
    for (number, region) in state.regions.enumerated() {
      if number > 0 { writer.line("--") }
      statements(region.statements)
    }
    writer.depth -= 1
    writer.line("}")
  }

  /// A note of several lines has the long form with `end note`, one with a blank line the short
  /// form with line breaks.
  private mutating func note(_ note: StateNote) {
    introduce(note.state)
    let start = "note \(note.position.rawValue) \(identifiers.written(note.state.text))"
    let lines = note.text.text.split(separator: "\n", omittingEmptySubsequences: false)
    // Markdown would begin a new paragraph after a blank line.
    guard lines.count > 1, !lines.contains(where: { ModelText.trimmed(String($0)).isEmpty }) else {
      return writer.line("\(start) : \(LabelEscaper.stateNote.escape(note.text))")
    }
    let hasCodes = Entities.shown(written: note.text.source) != note.text.source
    let range = hasCodes ? nil : note.text.range
    writer.block(start, "end note") { writer in
      for line in lines {
        writer.line(LabelEscaper.stateNoteLine.escape(Label(String(line), range: range)))
      }
    }
  }

  private func style(_ style: StyleStatement) -> String {
    let word =
      switch style.kind {
      case .definition: "classDef"
      case .assignment: "class"
      case .direct: "style"
      }
    // A list of commas alone names nothing.
    let targets = style.targets.isEmpty ? "," : style.targets.map(\.text).joined(separator: ",")
    return "\(word) \(targets) \(style.value.source)"
  }
}
