import Diagnostics
package import Facts

extension SequenceDiagram: FactSource {
  package var facts: [LocatedFact] {
    let cast = SequenceCast(self)
    return SequenceModel(self).metadata.facts + cast.boxes + cast.participants
      + statements.flatMap { $0.facts(cast) }
  }
}

extension SequenceStatement {
  /// The steps of the statement, in order.
  ///
  /// Implied steps are facts of their own: `A->>+B` is a message and an activation, exactly as if
  /// both were written as statements.
  fileprivate func facts(_ cast: SequenceCast) -> [LocatedFact] {
    switch self {
    case .message(let message):
      switch message.activation {
      case .activatesTarget:
        [message.fact(cast), .activation("activate", message.to, in: cast, at: message.range)]
      case .deactivatesSource:
        [message.fact(cast), .activation("deactivate", message.from, in: cast, at: message.range)]
      case nil: [message.fact(cast)]
      }
    case .activate(let reference):
      [.activation("activate", reference.participant, in: cast, at: reference.range)]
    case .deactivate(let reference):
      [.activation("deactivate", reference.participant, in: cast, at: reference.range)]
    case .destroy(let reference):
      [.activation("destroy", reference.participant, in: cast, at: reference.range)]
    case .participant(let participant) where participant.isCreated:
      [.activation("create", participant.id, in: cast, at: participant.range)]
    case .note(let note): [note.fact]
    case .block(let block):
      block.branches.indices.flatMap { index in
        [block.branchFact(index)] + block.branches[index].statements.flatMap { $0.facts(cast) }
      } + [LocatedFact(.block, [.form: "end"], at: block.endRange)]
    case .box(let box): box.statements.flatMap { $0.facts(cast) }
    case .link(let link): [link.fact]
    case .autonumber(let autonumber): [autonumber.fact]
    case .participant, .metadata, .comment, .inert: []
    }
  }
}

extension LocatedFact {
  /// `activate A`, `destroy A`: the lifeline of a participant.
  static func activation(
    _ word: String, _ name: Name, in cast: SequenceCast, at range: SourceRange?
  ) -> LocatedFact {
    LocatedFact(
      word.hasSuffix("activate") ? .activation : .lifeline,
      [.form: word, .text: cast.shown(name), .owner: name.text], at: range)
  }
}

/// The participants of a sequence diagram in the order in which they are drawn, and their boxes.
///
/// Mermaid enters a participant at its first mention, and a later declaration only adds its label
/// and type. So a first pass over all statements is needed before names can be shown.
struct SequenceCast {
  private(set) var participants: [LocatedFact] = []
  private(set) var boxes: [LocatedFact] = []
  private var indices: [String: Int] = [:]
  private var titles: [String: Int] = [:]

  init(_ diagram: SequenceDiagram) {
    visit(diagram.statements, box: nil)
  }

  /// The displayed name of a participant.
  func shown(_ name: Name) -> String {
    indices[name.text].map { participants[$0].fact.shown } ?? name.text
  }

  private mutating func visit(_ statements: [SequenceStatement], box: String?) {
    for statement in statements {
      for name in statement.participants { mention(name) }
      switch statement {
      case .participant(let participant): declare(participant, in: box)
      case .box(let inner): visit(inner.statements, box: enter(inner))
      case .block(let block):
        for branch in block.branches { visit(branch.statements, box: nil) }
      default: break
      }
    }
  }

  private mutating func mention(_ name: Name) {
    let index = indices[name.text] ?? participants.count
    if index == participants.count {
      indices[name.text] = index
      participants.append(
        LocatedFact(
          .participant, [.name: name.text, .label: name.text, .form: "participant"],
          at: name.range, isImplied: true))
    }
    if let range = name.range { participants[index].mentions.append(range) }
  }

  private mutating func declare(_ participant: Participant, in box: String?) {
    guard let index = indices[participant.id.text] else { return }
    participants[index].range = participant.range
    participants[index].isImplied = participant.isCreated
    participants[index].fact[.form] = participant.type
    if let label = participant.label {
      participants[index].fact[.label] = label.text
      participants[index].ranges[.label] = label.range
    }
    if let box { participants[index].fact[.scope] = box }
  }

  /// Boxes with the same title are distinguished by their order.
  private mutating func enter(_ box: ParticipantBox) -> String {
    let title = box.title.text
    let number = titles[title, default: 0]
    titles[title] = number + 1
    let name = "\(title)\u{1F}\(number)"
    boxes.append(
      LocatedFact(
        .box, [.name: name, .label: title], at: box.range, ranges: [.label: box.title.range]))
    return name
  }
}

extension Message {
  func fact(_ cast: SequenceCast) -> LocatedFact {
    LocatedFact(
      .message,
      [
        .source: from.text, .target: to.text, .sourceLabel: cast.shown(from),
        .targetLabel: cast.shown(to), .form: drawnArrow, .text: text.text,
      ], at: range, ranges: [.text: text.range])
  }
}

extension SequenceNote {
  var fact: LocatedFact {
    let names = spannedNames
    return LocatedFact(
      .note,
      [
        .source: names.first, .target: names.last, .position: placement.rawValue,
        .text: text.text,
      ], at: range, ranges: [.text: text.range])
  }
}

extension SequenceBlock {
  /// The complete block: `loop each batch`.
  var fact: LocatedFact {
    LocatedFact(
      .block, [.form: kind.rawValue, .text: branches.first?.label.text], at: range,
      ranges: [.text: branches.first?.label.range, .form: branches.first?.range])
  }

  /// `alt accepted`, `else refused`.
  func branchFact(_ index: Int) -> LocatedFact {
    let branch = branches[index]
    return LocatedFact(
      .branch,
      [
        .form: index == 0 ? kind.rawValue : kind.separator ?? "", .text: branch.label.text,
      ], at: branch.range, ranges: [.text: branch.label.range])
  }
}

extension Autonumber {
  var fact: LocatedFact {
    let text = String.joined(start, step, isVisible ? nil : "off")
    return LocatedFact(.numbering, [.form: "autonumber", .text: text], at: range)
  }
}

extension ParticipantLink {
  var fact: LocatedFact {
    LocatedFact(
      .link, [.owner: participant.text, .form: kind.rawValue, .text: text.text], at: range)
  }
}
