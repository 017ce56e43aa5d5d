import Diagnostics

/// A step of a sequence diagram as comparison sees it: names by their keys, `+` and `-` as steps of
/// their own, and one number for all steps that mean the same.
struct SequenceItem {
  enum Step {
    case message(Message)
    case activate(Name)
    case deactivate(Name)
    case create(Participant)
    case destroy(Name)
    case note(SequenceNote)
    case autonumber(Autonumber)
    case block(SequenceBlock, branches: [[SequenceItem]])
  }

  var step: Step
  /// The keys of the participants.
  var keys: [String]
  /// Equal for equal meaning.
  var number: Int
  var range: SourceRange?

  /// How many messages and notes stand in it.
  var size: Int {
    guard case .block(_, let branches) = step else { return 1 }
    return branches.reduce(0) { $0 + $1.reduce(0) { $0 + $1.size } }
  }
}

/// Turns statements into items; both sides of a comparison share the numbers.
struct SequenceItems {
  private var numbers: [[String]: Int] = [:]

  private mutating func number(_ parts: [String]) -> Int {
    if let number = numbers[parts] { return number }
    numbers[parts] = numbers.count
    return numbers.count - 1
  }

  mutating func items(
    _ statements: [SequenceStatement], key: (String) -> String
  ) -> [SequenceItem] {
    var result: [SequenceItem] = []
    func keys(_ names: Name...) -> [String] { names.map { key($0.text) } }
    for statement in statements {
      switch statement {
      case .message(let message):
        let keys = keys(message.from, message.to)
        let parts =
          ["message"] + keys
          + [message.arrow.rawValue, message.text.text, message.central?.rawValue ?? ""]
        result.append(
          SequenceItem(
            step: .message(message), keys: keys, number: number(parts), range: message.range))
        switch message.activation {
        case .activatesTarget:
          result.append(activation(message.to, true, key, message.range))
        case .deactivatesSource:
          result.append(activation(message.from, false, key, message.range))
        case nil: break
        }
      case .activate(let reference):
        result.append(activation(reference.participant, true, key, reference.range))
      case .deactivate(let reference):
        result.append(activation(reference.participant, false, key, reference.range))
      case .participant(let participant) where participant.isCreated:
        let keys = keys(participant.id)
        result.append(
          SequenceItem(
            step: .create(participant), keys: keys, number: number(["create"] + keys),
            range: participant.range))
      case .destroy(let reference):
        let keys = keys(reference.participant)
        result.append(
          SequenceItem(
            step: .destroy(reference.participant), keys: keys, number: number(["destroy"] + keys),
            range: reference.range))
      case .note(let note):
        let keys = note.spannedNames.map(key)
        result.append(
          SequenceItem(
            step: .note(note), keys: keys,
            number: number(["note", note.placement.rawValue, note.text.text] + keys),
            range: note.range))
      case .autonumber(let autonumber):
        let parts = [autonumber.start ?? "", autonumber.step ?? "", "\(autonumber.isVisible)"]
        result.append(
          SequenceItem(
            step: .autonumber(autonumber), keys: [], number: number(["autonumber"] + parts),
            range: autonumber.range))
      case .block(let block): result.append(item(block, key))
      case .participant, .box, .link, .metadata, .comment, .inert: break
      }
    }
    return result
  }

  private mutating func activation(
    _ name: Name, _ starts: Bool, _ key: (String) -> String, _ range: SourceRange?
  ) -> SequenceItem {
    SequenceItem(
      step: starts ? .activate(name) : .deactivate(name), keys: [key(name.text)],
      number: number([starts ? "activate" : "deactivate", key(name.text)]), range: range)
  }

  private mutating func item(_ block: SequenceBlock, _ key: (String) -> String) -> SequenceItem {
    var parts = ["block", block.kind.rawValue]
    var branches: [[SequenceItem]] = []
    for branch in block.branches {
      let items = items(branch.statements, key: key)
      parts += ["branch", branch.label.text] + items.map { String($0.number) }
      branches.append(items)
    }
    return SequenceItem(
      step: .block(block, branches: branches), keys: [], number: number(parts), range: block.range)
  }
}
