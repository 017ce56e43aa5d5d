import Diagnostics
import Facts

/// A step of a sequence diagram: its fact, the keys of its participants, and a number that all
/// steps of equal meaning share. `+` and `-` of a message are separate steps.
struct SequenceItem {
  var located: LocatedFact
  /// The keys of the participants.
  var keys: [String] = []
  /// Equal for steps of equal meaning.
  var number: Int
  /// A block and the steps in its branches.
  var block: SequenceBlock?
  var branches: [[SequenceItem]] = []

  var range: SourceRange? { located.range }

  /// The number of messages and notes in it.
  var size: Int {
    block == nil ? 1 : branches.reduce(0) { $0 + $1.reduce(0) { $0 + $1.size } }
  }
}

/// Turns statements into items; both sides of a comparison share the numbers.
///
/// The number of a block depends on the numbers in it, so two blocks have the same number only if
/// all their steps agree. `key` maps the identifier of a participant to a key that both diagrams
/// share, because identifiers may be aliases.
struct SequenceItems {
  private var numbers: [[String]: Int] = [:]

  private mutating func number(_ parts: [String]) -> Int {
    if let number = numbers[parts] { return number }
    numbers[parts] = numbers.count
    return numbers.count - 1
  }

  mutating func items(
    _ statements: [SequenceStatement], _ cast: SequenceCast, key: (String) -> String
  ) -> [SequenceItem] {
    var result: [SequenceItem] = []
    func add(_ located: LocatedFact, _ names: [String]) {
      let keys = names.map(key)
      let roles: [Fact.Role] = [.form, .position, .text]
      let parts = [located.kind.rawValue] + roles.map { located[$0] } + keys
      result.append(SequenceItem(located: located, keys: keys, number: number(parts)))
    }
    func add(_ word: String, _ name: Name, at range: SourceRange?) {
      let located = LocatedFact.activation(word, name, in: cast, at: range)
      let keys = [key(name.text)]
      result.append(
        SequenceItem(located: located, keys: keys, number: number(["activation", word] + keys)))
    }
    for statement in statements {
      switch statement {
      case .message(let message):
        add(message.fact(cast), [message.from.text, message.to.text])
        switch message.activation {
        case .activatesTarget: add("activate", message.to, at: message.range)
        case .deactivatesSource: add("deactivate", message.from, at: message.range)
        case nil: break
        }
      case .activate(let reference): add("activate", reference.participant, at: reference.range)
      case .deactivate(let reference): add("deactivate", reference.participant, at: reference.range)
      case .participant(let participant) where participant.isCreated:
        add("create", participant.id, at: participant.range)
      case .destroy(let reference):
        add("destroy", reference.participant, at: reference.range)
      case .note(let note): add(note.fact, note.spannedNames)
      case .autonumber(let autonumber): add(autonumber.fact, [])
      case .block(let block): result.append(item(block, cast, key: key))
      case .participant, .box, .link, .metadata, .comment, .inert: break
      }
    }
    return result
  }

  private mutating func item(
    _ block: SequenceBlock, _ cast: SequenceCast, key: (String) -> String
  ) -> SequenceItem {
    var parts = ["block", block.kind.rawValue]
    var branches: [[SequenceItem]] = []
    for branch in block.branches {
      let items = items(branch.statements, cast, key: key)
      parts += ["branch", branch.label.text] + items.map { String($0.number) }
      branches.append(items)
    }
    return SequenceItem(
      located: block.fact, number: number(parts), block: block, branches: branches)
  }
}
