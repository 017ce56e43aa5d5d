import Diagnostics
package import JSON
import YAML

/// The meaning of a sequence diagram, as in the real Mermaid's data base.
///
/// `events` are the steps in the order in which Mermaid draws them: messages, notes, activations,
/// and the beginnings and ends of blocks. `actors` are in the order of first mention.
package struct SequenceModel {
  /// A participant in the order in which they are drawn.
  struct Actor {
    var id: String
    var label: String
    var type = "participant"
    var box: Int?
    var wraps: JSON
    /// Label and address of each link; the last of a label counts.
    var links: [YAMLEntry] = []
    var properties: [YAMLEntry] = []
  }

  var metadata = ModelMetadata()
  var actors: [Actor] = []
  var events: [JSON] = []
  var boxes: [(name: String, color: String, actors: [String])] = []
  private var indices: [String: Int] = [:]
  private var wrapsAll = JSON.boolean(false)

  package init(_ diagram: SequenceDiagram) {
    metadata.title = FrontMatter.title(diagram.header)
    wrapsAll = diagram.header.wrapping.model
    visit(diagram.statements, box: nil)
  }

  private mutating func visit(_ statements: [SequenceStatement], box: Int?) {
    for statement in statements {
      switch statement {
      case .participant(let participant): declare(participant, box)
      case .box(let inner): self.box(inner)
      case .destroy(let reference): event("destroy", reference.participant)
      case .message(let message): self.message(message)
      case .activate(let reference): event("activate", reference.participant)
      case .deactivate(let reference): event("deactivate", reference.participant)
      case .note(let note): self.note(note)
      case .block(let block): self.block(block)
      case .autonumber(let autonumber): self.autonumber(autonumber)
      case .link(let link): self.link(link)
      case .metadata(let metadata): self.metadata.set(metadata)
      case .comment, .inert: break
      }
    }
  }

  /// A text without its `wrap:` or `nowrap:`, and the value of that prefix.
  ///
  ///     wrap: a long text    ->  "a long text", true
  ///     nowrap: a text       ->  "a text", false
  ///     a text               ->  "a text", the setting of the diagram
  private func wrapped(_ text: String) -> (text: String, wraps: JSON) {
    for (prefix, wraps) in [
      ("wrap:", true), (":wrap:", true), ("nowrap:", false), (":nowrap:", false),
    ]
    where text.hasPrefix(prefix) {
      return (ModelText.trimmed(String(text.dropFirst(prefix.count))), .boolean(wraps))
    }
    return (text, wrapsAll)
  }

  private mutating func event(_ kind: String, _ name: Name) {
    events.append(.model([("t", .text(kind)), ("actor", .text(name.text))]))
  }
}

// MARK: - Actors

extension SequenceModel {
  private mutating func mention(_ name: Name) {
    guard indices[name.text] == nil else { return }
    indices[name.text] = actors.count
    actors.append(Actor(id: name.text, label: name.text, wraps: wrapsAll))
  }

  private mutating func declare(_ participant: Participant, _ box: Int?) {
    let id = participant.id.text
    let known = indices[id]
    // A participant that is named again without a text: Mermaid does not enter it into the box.
    if let box, known == nil || participant.label != nil { boxes[box].actors.append(id) }
    if known == nil { mention(participant.id) }
    guard let index = indices[id] else { return }
    if actors[index].box == nil { actors[index].box = box }
    if known == nil || participant.label != nil {
      let label = wrapped(participant.label?.source ?? id)
      actors[index].label = label.text
      actors[index].wraps = label.wraps
      actors[index].type = participant.type
    }
    if participant.isCreated { event("create", participant.id) }
  }

  /// `link A: Label @ address`, `links A: {…}`, `properties A: {…}`; bad JSON is ignored.
  private mutating func link(_ link: ParticipantLink) {
    mention(link.participant)
    guard let index = indices[link.participant.text] else { return }
    let text = link.text.source
    switch link.kind {
    case .link:
      // Mermaid also drops the character before the `@`. If the `@` is first or missing, it counts
      // that character from the end: `@ x` has the label `@`.
      let sign = text.firstIndex(of: "@")
      let before = sign.map { text[..<$0] } ?? ""
      let label =
        before.isEmpty ? text.dropLast(sign == nil ? 2 : 1) : before.dropLast()
      let address = sign.map { text[text.index(after: $0)...] } ?? text[...]
      actors[index].links.set(
        YAMLEntry(
          key: ModelText.trimmed(String(label)),
          value: .text(ModelText.trimmed(String(address)))))
    case .links, .properties:
      guard case .map(let entries)? = YAMLValue(json: text) else { return }
      for entry in entries {
        if link.kind == .links {
          actors[index].links.set(entry)
        } else {
          actors[index].properties.set(entry)
        }
      }
    case .details: break
    }
  }

  private mutating func box(_ box: ParticipantBox) {
    let parts = BoxTitle(box.title.source)
    boxes.append((wrapped(parts.name).text, parts.color, []))
    visit(box.statements, box: boxes.count - 1)
  }
}

// MARK: - Events

extension SequenceModel {
  private mutating func message(_ message: Message) {
    mention(message.from)
    mention(message.to)
    let text = wrapped(message.text.source)
    events.append(
      .model([
        ("t", .text("message")), ("from", .text(message.from.text)),
        ("to", .text(message.to.text)), ("arrow", .text(message.arrow.rawValue)),
        ("text", .text(text.text)), ("activate", .boolean(message.activation == .activatesTarget)),
        ("central", .text(message.central?.rawValue)), ("wrap", text.wraps),
      ]))
    switch message.activation {
    case .activatesTarget: event("activate", message.to)
    case .deactivatesSource: event("deactivate", message.from)
    case nil: break
    }
  }

  private mutating func note(_ note: SequenceNote) {
    for name in note.participants { mention(name) }
    let text = wrapped(note.text.source)
    events.append(
      .model([
        ("t", .text("note")), ("placement", .text(note.placement.rawValue)),
        ("actors", .texts(note.spannedNames)), ("text", .text(text.text)),
        ("wrap", text.wraps),
      ]))
  }

  private mutating func block(_ block: SequenceBlock) {
    for (number, branch) in block.branches.enumerated() {
      let text = wrapped(branch.label.source).text
      if number == 0 {
        events.append(
          .model([
            ("t", .text("begin")), ("block", .text(block.kind.rawValue)), ("text", .text(text)),
          ]))
      } else {
        events.append(.model([("t", .text(block.kind.separator)), ("text", .text(text))]))
      }
      visit(branch.statements, box: nil)
    }
    // Mermaid ends a `par_over` as a `par`.
    let kind = block.kind == .parOver ? SequenceBlock.Kind.par : block.kind
    events.append(.model([("t", .text("end")), ("block", .text(kind.rawValue))]))
  }

  private mutating func autonumber(_ autonumber: Autonumber) {
    var entries: [(key: String, value: JSON)] = [("t", .text("autonumber"))]
    if let start = autonumber.start {
      entries.append(("start", .number(DecimalText.normalized(start))))
      entries.append(("step", .number(DecimalText.normalized(autonumber.step ?? "1"))))
    }
    events.append(.model(entries + [("visible", .boolean(autonumber.isVisible))]))
  }
}

// MARK: - JSON

extension SequenceModel {
  package var value: JSON {
    .model(
      metadata.entries + [
        ("actors", .array(actors.map(\.value))), ("events", .array(events)),
        (
          "boxes",
          .array(
            boxes.map { box in
              .model([
                ("name", .text(box.name)), ("color", .text(box.color)),
                ("actors", .texts(box.actors)),
              ])
            })
        ),
      ])
  }
}

extension SequenceModel.Actor {
  fileprivate var value: JSON {
    .model(
      [("id", .text(id)), ("label", .text(label)), ("type", .text(type))]
        + (box.map { [("box", .number(String($0)))] } ?? [])
        + [
          ("wrap", wraps), ("links", YAMLValue.map(links).model),
          ("properties", YAMLValue.map(properties).model),
        ])
  }
}

extension YAMLValue {
  /// The value as JSON.
  fileprivate var model: JSON {
    switch self {
    case .null: .text("")
    case .truth(let truth): .boolean(truth)
    case .number(let number): .number(number.isFinite ? YAMLNumber.text(number) : "null")
    case .text(let text): .text(text)
    case .list(let list): .array(list.map(\.model))
    case .map(let entries): .model(entries.map { ($0.key, $0.value.model) })
    }
  }
}

extension SequenceNote {
  /// A note over the same participant twice is a note over it.
  var spannedNames: [String] {
    let names = participants.map(\.text)
    return names.count == 2 && names[0] == names[1] ? [names[0]] : names
  }
}

/// A decimal number in JSON's notation.
enum DecimalText {
  /// `007` -> `7`, `.5` -> `0.5`, `1.50` -> `1.5`
  static func normalized(_ text: String) -> String {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var whole = String((parts.first ?? "").drop { $0 == "0" })
    if whole.isEmpty { whole = "0" }
    var fraction = parts.count > 1 ? parts[1] : ""
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return fraction.isEmpty ? whole : "\(whole).\(fraction)"
  }
}
