package import Diagnostics

/// A sequence diagram as its statements, in the order in which they are written.
///
///     SequenceDiagram(statements: [
///       .participant(Participant("SE", label: "SyncEngine")),
///       .message(Message(from: "SE", to: "NC", .solidArrow, "createEventsBatch(events)")),
///     ])
package struct SequenceDiagram: Hashable, Sendable {
  package var header: DiagramHeader
  package var statements: [SequenceStatement]

  package init(
    header: DiagramHeader = DiagramHeader(keyword: "sequenceDiagram"),
    statements: [SequenceStatement] = []
  ) {
    self.header = header
    self.statements = statements
  }
}

package indirect enum SequenceStatement: Hashable, Sendable {
  case participant(Participant)
  case box(ParticipantBox)
  case destroy(ParticipantReference)
  case message(Message)
  case activate(ParticipantReference)
  case deactivate(ParticipantReference)
  case note(SequenceNote)
  case block(SequenceBlock)
  case autonumber(Autonumber)
  case link(ParticipantLink)
  case metadata(Metadata)
  case comment(Comment)
  case inert(IgnoredStatement)
}

/// `participant SE as SyncEngine`
package struct Participant: Hashable, Sendable {
  package var id: Name
  /// `nil` if the id is shown.
  package var label: Label?
  /// `participant`, `actor`, or the type of an `@{…}`: `database`, `queue`, …
  package var type: String
  /// `create participant`: its life begins with the next message.
  package var isCreated: Bool
  /// The text between `@{` and `}` if it has other keys than type and alias.
  package var configuration: Label?
  @Location package var range: SourceRange?

  package init(
    _ id: Name, label: Label? = nil, type: String = "participant", isCreated: Bool = false,
    configuration: Label? = nil, range: SourceRange? = nil
  ) {
    self.id = id
    self.label = label
    self.type = type
    self.isCreated = isCreated
    self.configuration = configuration
    self.range = range
  }
}

/// `activate SE`, `deactivate SE`, `destroy SE`.
package struct ParticipantReference: Hashable, Sendable {
  package var participant: Name
  @Location package var range: SourceRange?

  package init(_ participant: Name, range: SourceRange? = nil) {
    self.participant = participant
    self.range = range
  }
}

/// `box Aqua Client … end`
package struct ParticipantBox: Hashable, Sendable {
  /// Color and title as written: CSS decides which of its words is a color.
  package var title: Label
  /// Participants, destructions, comments.
  package var statements: [SequenceStatement]
  @Location package var range: SourceRange?
  @Location package var endRange: SourceRange?

  package init(
    _ title: Label, statements: [SequenceStatement], range: SourceRange? = nil,
    endRange: SourceRange? = nil
  ) {
    self.title = title
    self.statements = statements
    self.range = range
    self.endRange = endRange
  }
}

/// `SE->>+NC: createEventsBatch(events)`
package struct Message: Hashable, Sendable {
  /// The character before the target.
  package enum Activation: String, Hashable, Sendable {
    /// `+` activates the target.
    case activatesTarget = "+"
    /// `-` deactivates the source.
    case deactivatesSource = "-"
  }

  /// A `()` where an arrow meets a lifeline.
  package enum CentralConnection: String, Hashable, Sendable {
    case to, from, both
  }

  package var from: Name
  package var to: Name
  package var arrow: MessageArrow
  package var text: Label
  package var activation: Activation?
  package var central: CentralConnection?
  @Location package var range: SourceRange?

  package init(
    from: Name, to: Name, _ arrow: MessageArrow, _ text: Label, activation: Activation? = nil,
    central: CentralConnection? = nil, range: SourceRange? = nil
  ) {
    self.from = from
    self.to = to
    self.arrow = arrow
    self.text = text
    self.activation = activation
    self.central = central
    self.range = range
  }
}

/// `Note over SE,NC: rateLimited`
package struct SequenceNote: Hashable, Sendable {
  package enum Placement: String, Hashable, Sendable {
    case left = "left of"
    case right = "right of"
    case over
  }

  package var placement: Placement
  /// One, or two of an `over`.
  package var participants: [Name]
  package var text: Label
  @Location package var range: SourceRange?

  package init(
    _ placement: Placement, _ participants: [Name], text: Label, range: SourceRange? = nil
  ) {
    self.placement = placement
    self.participants = participants
    self.text = text
    self.range = range
  }
}

/// `autonumber 10 5`, `autonumber off`
package struct Autonumber: Hashable, Sendable {
  /// As written; `nil` if Mermaid chooses.
  package var start: String?
  package var step: String?
  package var isVisible: Bool
  @Location package var range: SourceRange?

  package init(
    start: String? = nil, step: String? = nil, isVisible: Bool = true, range: SourceRange? = nil
  ) {
    self.start = start
    self.step = step
    self.isVisible = isVisible
    self.range = range
  }
}

/// `link SE: Source @ https://…`, `links SE: {…}`, `properties SE: {…}`, `details SE: …`
package struct ParticipantLink: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case link, links, properties, details
  }

  package var kind: Kind
  package var participant: Name
  package var text: Label
  @Location package var range: SourceRange?

  package init(_ kind: Kind, of participant: Name, _ text: Label, range: SourceRange? = nil) {
    self.kind = kind
    self.participant = participant
    self.text = text
    self.range = range
  }
}
