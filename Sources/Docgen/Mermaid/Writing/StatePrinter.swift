import Diagnostics

/// Writes a state diagram.
struct StatePrinter {
  private let diagram: StateDiagram
  private let identifiers: Identifiers
  /// States that some statement declares; the others are declared before their first use.
  private var declared: Set<String> = []
  /// States that show a label, or that the text has given one already.
  private var labelled: Set<String> = []
  /// How often each name stands in the diagram.
  private var uses: [String: Int] = [:]
  private var labelSpelling = LabelSpelling.stateLabel
  /// A class of styles that begins with a quote would be a string with the next one.
  private var avoidsQuotes = false
  private var writer = MermaidWriter()
  /// The numbers of lines that have no effect.
  private var inertLines: [Int] = []

  init(_ diagram: StateDiagram) {
    self.diagram = diagram
    var names: [Name] = []
    var clicked: Set<Name> = []
    for statement in diagram.allStatements {
      switch statement {
      case .state(let state):
        names.append(state.id)
        let hasLabel = state.label?.isEmpty == false
        if hasLabel { labelled.insert(state.id.text) }
        if hasLabel || state.kind != .plain || state.isComposite {
          declared.insert(state.id.text)
        }
      case .transition(let transition): names += [transition.from, transition.to]
      case .note(let note): names.append(note.state)
      case .click(let click): clicked.insert(click.state)
      default: break
      }
      if statement.styleClasses.contains(where: { $0.text.starts(withSigns: "\"") }) {
        avoidsQuotes = true
      }
    }
    // A link of a state that is nowhere is not shown, but kept.
    let known = Set(names.map(\.text))
    names += clicked.filter { known.contains($0.text) || !Self.isClickable($0.text) }
    for name in names { uses[name.text, default: 0] += 1 }
    let isRisky = names.contains { Direction.startsValue($0.text) }
    writer.guardsDirectionAtEnd = isRisky
    labelSpelling.guardsDirectionAtEnd = isRisky
    if avoidsQuotes { labelSpelling.coded += "\"" }
    identifiers = Identifiers(
      names, labelled: labelled, reserved: Set(clicked.map(\.text)), shownBy: .stateString
    ) { name in
      // Behind `state x`, `as` on the next line still belongs to it.
      StateLexer.isPlainName(name) && name.lowercased() != "as"
        && !(isRisky && Direction.endsWord(name))
    }
  }

  /// Whether a name reads as itself behind `click`.
  private static func isClickable(_ name: String) -> Bool {
    let document = MermaidParser.parse("stateDiagram-v2\nclick \(name) href \"u\"\n")
    guard case .state(let diagram) = document.diagram, document.errors.isEmpty,
      diagram.statements.count == 1, case .click(let click) = diagram.statements[0]
    else { return false }
    return click.state.text == name
  }

  mutating func print() -> String { write().text }

  mutating func write() -> MermaidWriter {
    writer.header(diagram.header)
    statements(diagram.statements)
    settleInertLines()
    writer.closeTags()
    return writer
  }

  private mutating func statements(_ statements: [StateStatement]) {
    var previous: SourceRange?
    for statement in statements {
      writer.separate(previous, statement.range)
      writer.place(statement.range)
      self.statement(statement)
      previous = statement.range
    }
  }

  /// `state A` alone has no effect, but its rule reads on behind the end of its line, and behind
  /// comments: where it would find something it becomes a comment itself.
  private mutating func settleInertLines() {
    for number in inertLines.reversed() {
      let next = writer.lines[(number + 1)...].first { !$0.isRemoved }
      let line = writer.lines[number]
      if let next, !StateLexer.reads(line.text, inState: line.depth > 1, before: next.text) {
        writer.turnIntoComment(number)
      }
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
      let url = LabelSpelling.stateString.spell(click.url)
      let name = identifiers.spelling(click.state.text)
      if let tooltip = click.tooltip {
        writer.line("click \(name) \"\(url)\" \"\(LabelSpelling.stateString.spell(tooltip))\"")
      } else {
        writer.line("click \(name) href \"\(url)\"")
      }
    case .metadata(let metadata): writer.metadata(metadata)
    case .comment(let comment): writer.comment(comment)
    case .inert(let inert): self.inert(inert.text)
    }
  }

  /// A line if it can be, and a comment where it cannot: without a statement, the last region of a
  /// state would be none.
  private mutating func inert(_ text: String) {
    let whole = Remnants.harmless(ModelText.oneLine(text))
    let lines = [OpenTag.broken(whole), whole]
    guard let line = lines.first(where: { Self.isInert($0, inState: writer.depth > 1) }) else {
      return writer.comment(Comment(text))
    }
    inertLines.append(writer.lines.count)
    writer.line(line)
  }

  /// Whether a line says nothing by itself: what stood on several may read otherwise on one.
  private static func isInert(_ line: String, inState: Bool) -> Bool {
    let text = inState ? "state A {\n\(line)\n}" : line
    let document = MermaidParser.parse("stateDiagram-v2\n\(text)\n")
    guard case .state(let diagram) = document.diagram, document.errors.isEmpty else { return false }
    var statements = diagram.statements
    if inState, statements.count == 1, case .state(let state) = statements[0] {
      statements = state.regions.flatMap(\.statements)
    }
    if statements.count == 1, case .inert = statements[0] { return true }
    return false
  }

  private func reference(_ name: Name, _ cssClass: Name?) -> String {
    let spelled = identifiers.spelling(name.text)
    return cssClass.map { "\(spelled):::\($0.text)" } ?? spelled
  }

  /// Declares a state whose name cannot be spelled before its first use.
  private mutating func introduce(_ name: Name, _ range: SourceRange?) {
    guard identifiers.isAliased(name.text), declared.insert(name.text).inserted else { return }
    let alias = identifiers.spelling(name.text)
    writer.line(
      avoidsQuotes
        ? "\(alias): \(labelSpelling.spell(name.text))"
        : "state \"\(LabelSpelling.stateString.spell(name.text))\" as \(alias)")
  }

  private mutating func transition(_ transition: StateTransition) {
    introduce(transition.from, transition.range)
    introduce(transition.to, transition.range)
    var line = reference(transition.from, transition.fromClass)
    line += " --> " + reference(transition.to, transition.toClass)
    if let label = transition.label, !label.isEmpty {
      line += ": " + labelSpelling.spell(label)
    }
    writer.line(line)
  }
}

// MARK: - States

extension StatePrinter {
  private mutating func state(_ state: StateDeclaration) {
    let name = identifiers.spelling(state.id.text)
    let isAliased = identifiers.isAliased(state.id.text)
    if state.kind != .plain {
      // A name with spaces can stand here, and nowhere else.
      let isLone = isAliased && uses[state.id.text] == 1
      let isOneLine = !state.id.text.utf8.contains { $0 == 0x0A || $0 == UInt8(ascii: "<") }
      let spelled = isLone && isOneLine ? state.id.text : name
      // Not on the line of `state`, `direction LR` is no direction.
      let gap = DirectionFinder.isDirection(spelled) ? "\n" : " "
      writer.line("state\(gap)\(spelled) <<\(state.kind.rawValue)>>")
      // Behind it: the first line of a state says its kind.
      if isAliased, !isLone, !avoidsQuotes, labelled.insert(state.id.text).inserted {
        writer.line("state \"\(LabelSpelling.stateString.spell(state.id.text))\" as \(name)")
      }
    } else if state.isComposite {
      // Of several bodies only the first shows what an alias stands for.
      let isShown = isAliased && state.label == nil && labelled.insert(state.id.text).inserted
      composite(state, name, isShown ? Label(state.id.text) : nil)
    } else if let label = state.label, !label.isEmpty {
      if (isAliased || state.isLabelQuoted) && state.cssClass == nil && !avoidsQuotes {
        // What was written behind a colon may not stand in quotes.
        let text =
          state.isLabelQuoted
          ? LabelSpelling.stateString.spell(label)
          : LabelSpelling.stateString.spell(label.text, isRead: label.range != nil)
        writer.line("state \"\(text)\" as \(name)")
      } else {
        writer.line(
          "\(reference(state.id, state.cssClass)): \(labelSpelling.spell(label))")
      }
    } else if isAliased, !declared.contains(state.id.text), state.cssClass == nil {
      introduce(state.id, state.range)
    } else {
      introduce(state.id, state.range)
      writer.line(reference(state.id, state.cssClass))
    }
  }

  private mutating func composite(_ state: StateDeclaration, _ name: String, _ fallback: Label?) {
    writer.place(state.range, .first)
    if let label = state.label ?? fallback, !label.isEmpty {
      writer.line("state \"\(LabelSpelling.stateString.spell(label))\" as \(name) {")
    } else {
      writer.line("state \(name) {")
    }
    writer.indent()
    for (number, region) in state.regions.enumerated() {
      writer.place(region.divider)
      if number > 0 { writer.line("--") }
      statements(region.statements)
    }
    writer.outdent()
    writer.place(state.range, .last)
    writer.line("}")
  }

  private mutating func note(_ note: StateNote) {
    introduce(note.state, note.range)
    let start = "note \(note.position.rawValue) \(identifiers.spelling(note.state.text))"
    let lines = note.text.text.split(separator: "\n", omittingEmptySubsequences: false)
    let hasCodes = Entities.shown(written: note.text.source) != note.text.source
    // Markdown would begin a new paragraph behind a blank line.
    guard lines.count > 1, !lines.contains(where: { ModelText.trimmed(String($0)).isEmpty }) else {
      let text =
        hasCodes
        ? LabelSpelling.stateNote.spell(note.text.text, isRead: note.text.range != nil)
        : LabelSpelling.stateNote.spell(Label(note.text.text, range: note.text.range))
      return writer.line("\(start) : \(text)")
    }
    writer.line(start)
    writer.indent()
    let spelling = LabelSpelling.stateNoteLine
    // All as they are, or all in this place's own spelling.
    let isKept =
      !hasCodes
      && lines.allSatisfy { spelling.spell(Label(String($0), range: note.text.range)) == $0 }
    for line in lines { writer.line(isKept ? String(line) : spelling.spell(String(line))) }
    writer.outdent()
    writer.line("end note")
  }

  private func style(_ style: StyleStatement) -> String {
    // Commas alone are a list to Mermaid.
    let targets =
      style.targets.isEmpty ? "," : style.targets.map(\.text).joined(separator: ",")
    let word =
      switch style.kind {
      case .definition: "classDef"
      case .assignment: "class"
      case .direct: "style"
      }
    // A line that holds `direction LR` is a direction; white space may be a line feed.
    let parts = [word, targets, style.printedValue]
    let spellings = [
      parts.joined(separator: " "), "\(word)\n\(targets) \(parts[2])",
      "\(word) \(targets)\n\(parts[2])",
      "\(word) \(targets.replacing(signs: ",", with: ",\n")) \(parts[2])",
    ]
    let next = writer.guardsDirectionAtEnd ? "\nLR" : ""
    return spellings.first { !DirectionFinder.isDirection($0 + next) } ?? spellings[0]
  }
}
