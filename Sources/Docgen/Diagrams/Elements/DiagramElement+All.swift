import Diagnostics
package import Mermaid

extension DiagramElement {
  /// Everything that a diagram says, in the order of its text.
  package static func all(in diagram: MermaidDiagram) -> [DiagramElement] {
    switch diagram {
    case .state(let diagram): diagram.statements.flatMap { elements($0, scope: "") }
    case .sequence(let diagram):
      SequenceElements(names: ParticipantNames(diagram)).elements(diagram.statements)
    case .classes(let diagram): diagram.statements.flatMap(elements)
    case .flowchart, .other, .unrecognized: []
    }
  }

  // MARK: - State

  private static func elements(_ statement: StateStatement, scope: String) -> [DiagramElement] {
    switch statement {
    case .transition(let arrow):
      let (from, to) = (arrow.from.text, arrow.to.text)
      let lines = arrow.label?.text.split(separator: "\n").map(String.init) ?? [""]
      return lines.map { line in
        DiagramElement(
          subject: .step(from: from, to: to),
          words: "\(scope)\(from) --> \(to)" + (line.isEmpty ? "" : ": \(line)"),
          range: arrow.range)
      }
    case .state(let state):
      var elements: [DiagramElement] = []
      if let label = state.label {
        elements.append(
          DiagramElement(
            subject: .state(state.id.text), words: "\(scope)\(state.id.text): \(label.text)",
            range: state.range))
      }
      for (index, region) in state.regions.enumerated() {
        let inner = "\(scope)\(state.id.text)#\(index) "
        elements += region.statements.flatMap { self.elements($0, scope: inner) }
      }
      return elements
    case .note(let note):
      return [
        DiagramElement(
          subject: .state(note.state.text), words: "\(scope)note \(note.state): \(note.text)",
          range: note.range)
      ]
    case .direction, .style, .click, .metadata, .comment, .inert: return []
    }
  }

  // MARK: - Class

  private static func elements(_ statement: ClassStatement) -> [DiagramElement] {
    switch statement {
    case .declaration(let declaration):
      let name = declaration.id.text
      let generic = declaration.generic.map { "<\($0)>" } ?? ""
      let own = DiagramElement(
        subject: .type(name), words: "class \(name)\(generic)", range: declaration.id.range)
      let annotations = declaration.annotations.map { annotation in
        DiagramElement(
          subject: .type(name), words: "\(name) <<\(annotation)>>", range: declaration.range)
      }
      return [own] + annotations + declaration.members.map { element($0, of: name) }
    case .member(let member): return [element(member.member, of: member.target.text)]
    case .annotation(let annotation):
      return [
        DiagramElement(
          subject: .type(annotation.target.text),
          words: "\(annotation.target) <<\(annotation.annotation)>>", range: annotation.range)
      ]
    case .relation(let relation): return [element(relation)]
    case .namespace(let namespace): return namespace.statements.flatMap(elements)
    case .note(let note):
      return [DiagramElement(subject: .other, words: "note \(note.text)", range: note.range)]
    case .direction, .style, .interaction, .metadata, .comment, .inert: return []
    }
  }

  private static func element(_ member: ClassMember, of owner: String) -> DiagramElement {
    let parameters = member.parameters.map { "(\($0))" } ?? ""
    let result = member.returnType.isEmpty ? "" : " \(member.returnType)"
    let sign = member.visibility?.rawValue ?? ""
    let modifier = member.modifier.map { " \($0.rawValue)" } ?? ""
    return DiagramElement(
      subject: .member(of: owner, member.name),
      words: "\(owner): \(sign)\(member.name)\(parameters)\(result)\(modifier)",
      range: member.range)
  }

  private static func element(_ relation: ClassRelation) -> DiagramElement {
    func side(_ side: ClassRelation.Side) -> String {
      [side.name.text, side.end?.rawValue, side.cardinality?.text].compactMap { $0 }
        .joined(separator: " ")
    }
    let label = relation.label.map { ": \($0)" } ?? ""
    let words = "\(side(relation.from)) \(relation.line.rawValue) \(side(relation.to))\(label)"
    return DiagramElement(
      subject: .relation(from: relation.from.name.text, to: relation.to.name.text), words: words,
      range: relation.range)
  }
}

/// The elements of a sequence diagram: its lines, by the names that participants show.
private struct SequenceElements {
  let names: ParticipantNames

  func elements(_ statements: [SequenceStatement]) -> [DiagramElement] {
    statements.flatMap(elements)
  }

  private func elements(_ statement: SequenceStatement) -> [DiagramElement] {
    switch statement {
    case .participant(let participant):
      let name = names.name(of: participant.id)
      return [
        DiagramElement(
          subject: .participant(name), words: "\(participant.type) \(name)",
          range: participant.range)
      ]
    case .box(let box): return elements(box.statements)
    case .message(let message):
      let (from, to) = (names.name(of: message.from), names.name(of: message.to))
      return [
        DiagramElement(
          subject: .message(from: from, to: to, text: message.text.text),
          words: "\(from) \(message.arrow.rawValue) \(to): \(message.text)", range: message.range)
      ]
    case .note(let note):
      let over = note.participants.map { names.name(of: $0) }.joined(separator: ", ")
      return [
        DiagramElement(
          subject: .other, words: "note \(note.placement.rawValue) \(over): \(note.text)",
          range: note.range)
      ]
    case .block(let block): return elements(block)
    case .destroy, .activate, .deactivate, .autonumber, .link, .metadata, .comment, .inert:
      return []
    }
  }

  private func elements(_ block: SequenceBlock) -> [DiagramElement] {
    var elements: [DiagramElement] = []
    for (index, branch) in block.branches.enumerated() {
      let word = index == 0 ? block.kind.rawValue : block.kind.separator ?? ""
      elements.append(
        DiagramElement(subject: .other, words: "\(word) \(branch.label)", range: branch.range))
      elements += self.elements(branch.statements)
    }
    return elements + [
      DiagramElement(subject: .other, words: "end of \(block.kind.rawValue)", range: block.endRange)
    ]
  }
}
