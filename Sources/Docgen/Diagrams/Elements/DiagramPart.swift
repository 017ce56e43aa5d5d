package import Diagnostics
package import Mermaid

/// What a single place of a diagram's text is about: of the arrow `idle --> syncing: asked` the
/// states at its ends, the trigger behind the colon, or between them the step.
package struct DiagramPart: Sendable {
  package var subject: DiagramElement.Subject
  /// The label of a step, where the place is in it.
  package var trigger: String?
  /// Within the diagram's text.
  package var range: SourceRange

  package init(subject: DiagramElement.Subject, trigger: String? = nil, range: SourceRange) {
    self.subject = subject
    self.trigger = trigger
    self.range = range
  }

  /// The smallest part at a place; nothing between the parts.
  package static func at(_ place: SourcePosition, in diagram: MermaidDiagram) -> DiagramPart? {
    var collector = PartCollector(place: place)
    collector.visit(diagram)
    return collector.best
  }
}

/// Keeps the smallest of the parts that hold a place.
private struct PartCollector {
  let place: SourcePosition
  var best: DiagramPart?
  private var names: ParticipantNames?

  init(place: SourcePosition) {
    self.place = place
  }

  mutating func visit(_ diagram: MermaidDiagram) {
    switch diagram {
    case .state(let diagram): for statement in diagram.statements { visit(statement) }
    case .sequence(let diagram):
      names = ParticipantNames(diagram)
      for statement in diagram.statements { visit(statement) }
    case .classes(let diagram): for statement in diagram.statements { visit(statement) }
    case .flowchart, .other, .unrecognized: break
    }
  }

  private mutating func add(
    _ subject: DiagramElement.Subject, _ range: SourceRange?, trigger: String? = nil
  ) {
    guard let range, range.start <= place, place <= range.end else { return }
    if let best, best.range.start >= range.start, best.range.end <= range.end { return }
    best = DiagramPart(subject: subject, trigger: trigger, range: range)
  }

  // MARK: - State

  private mutating func visit(_ statement: StateStatement) {
    switch statement {
    case .transition(let arrow):
      let step = DiagramElement.Subject.step(from: arrow.from.text, to: arrow.to.text)
      state(arrow.from)
      state(arrow.to)
      add(step, arrow.label?.range, trigger: arrow.label?.text)
      add(step, arrow.range)
    case .state(let state):
      self.state(state.id)
      add(.state(state.id.text), state.label?.range)
      if state.regions.isEmpty { add(.state(state.id.text), state.range) }
      for region in state.regions { for inner in region.statements { visit(inner) } }
    case .note(let note):
      state(note.state)
      add(.state(note.state.text), note.range)
    case .direction, .style, .click, .metadata, .comment, .inert: break
    }
  }

  private mutating func state(_ name: Name) {
    if name.text != StateDiagram.edge.text { add(.state(name.text), name.range) }
  }

  // MARK: - Sequence

  private mutating func visit(_ statement: SequenceStatement) {
    switch statement {
    case .participant(let participant):
      add(.participant(name(participant.id)), participant.range)
    case .box(let box): for inner in box.statements { visit(inner) }
    case .destroy(let reference), .activate(let reference), .deactivate(let reference):
      add(.participant(name(reference.participant)), reference.participant.range)
    case .message(let message):
      let (from, to) = (name(message.from), name(message.to))
      add(.participant(from), message.from.range)
      add(.participant(to), message.to.range)
      add(.message(from: from, to: to, text: message.text.text), message.range)
    case .note(let note):
      for id in note.participants { add(.participant(name(id)), id.range) }
    case .block(let block):
      for branch in block.branches { for inner in branch.statements { visit(inner) } }
    case .autonumber, .link, .metadata, .comment, .inert: break
    }
  }

  private func name(_ id: Name) -> String { names?.name(of: id) ?? id.text }

  // MARK: - Class

  private mutating func visit(_ statement: ClassStatement) {
    switch statement {
    case .declaration(let declaration):
      let name = declaration.id.text
      add(.type(name), declaration.id.range)
      for member in declaration.members { add(.member(of: name, member.name), member.range) }
    case .member(let member):
      add(.type(member.target.text), member.target.range)
      add(.member(of: member.target.text, member.member.name), member.member.range ?? member.range)
    case .annotation(let annotation):
      add(.type(annotation.target.text), annotation.range)
    case .relation(let relation):
      let (from, to) = (relation.from.name, relation.to.name)
      add(.type(from.text), from.range)
      add(.type(to.text), to.range)
      add(.relation(from: from.text, to: to.text), relation.range)
    case .namespace(let namespace): for inner in namespace.statements { visit(inner) }
    case .note(let note):
      if let target = note.target { add(.type(target.text), target.range) }
    case .direction, .style, .interaction, .metadata, .comment, .inert: break
    }
  }
}

extension StateDiagram {
  /// The name that a machine with these states has for a drawn one: `working.pulling` for `pulling`
  /// drawn in `working`, or for a state with that label.
  package func machineName(of drawn: String, among known: Set<String>) -> String {
    DrawnStates(of: self, DrawnStateSteps(of: self), known: known).state(drawn)
  }
}
