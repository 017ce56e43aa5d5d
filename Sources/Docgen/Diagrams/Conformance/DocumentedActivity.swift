package import Diagnostics
import Mermaid

/// A drawn message as a letter that a trace may match.
///
/// `from` and `to` are displayed names, not identifiers: a diagram may draw `participant E as
/// SyncEngine`, and a trace knows only the latter.
package struct DocumentedActivity: Hashable, Sendable {
  package var from: String
  package var to: String
  package var text: String
  /// A dotted or crossed arrow answers; a solid one calls.
  package var isAnswer: Bool
  package var isCrossed: Bool
  /// The range within the diagram's text; `nil` if the diagram was built by code.
  package var range: SourceRange?

  init(_ message: Message, _ names: ParticipantNames) {
    from = names.name(of: message.from)
    to = names.name(of: message.to)
    text = message.text.text
    isCrossed = message.arrow == .solidCross || message.arrow == .dottedCross
    isAnswer = message.arrow.isDotted || isCrossed
    range = message.text.range ?? message.range
  }

  /// A message of a generated diagram; an open arrow is a call, too.
  init(_ message: DrawnMessage) {
    (from, to, text) = (message.from, message.to, message.label)
    isCrossed = message.kind == .failure
    isAnswer = message.isReply
  }

  /// Equal for letters that look alike.
  var withoutPlace: DocumentedActivity {
    var letter = self
    letter.range = nil
    return letter
  }

  /// `A ->> B: open()`
  package var description: String {
    "\(from) \(isCrossed ? "--x" : isAnswer ? "-->>" : "->>") \(to)"
      + (text.isEmpty ? "" : ": \(text)")
  }
}

/// The displayed names of a diagram's participants.
///
/// Mermaid accepts a participant without a declaration at its first message. Its displayed name is
/// its identifier then.
struct ParticipantNames {
  private var labels: [String: String] = [:]
  /// In the order of their first appearance.
  private(set) var all: [String] = []
  private var known: Set<String> = []

  init(_ diagram: SequenceDiagram) {
    collect(diagram.statements)
  }

  /// The displayed name for an identifier.
  func name(of id: Name) -> String { labels[id.text] ?? id.text }

  private mutating func collect(_ statements: [SequenceStatement]) {
    for statement in statements {
      switch statement {
      case .participant(let participant):
        labels[participant.id.text] = participant.label?.text ?? participant.id.text
        add(participant.id)
      case .box(let box): collect(box.statements)
      case .block(let block): for branch in block.branches { collect(branch.statements) }
      case .message(let message):
        add(message.from)
        add(message.to)
      case .destroy, .activate, .deactivate, .note, .autonumber, .link, .metadata, .comment,
        .inert:
        continue
      }
    }
  }

  private mutating func add(_ id: Name) {
    let name = name(of: id)
    if known.insert(name).inserted { all.append(name) }
  }
}
