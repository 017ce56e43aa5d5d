package import Diagnostics

/// A state diagram as its statements, in the order in which they are written.
///
///     StateDiagram(statements: [
///       .transition(StateTransition(from: StateDiagram.edge, to: "idle")),
///       .transition(StateTransition(from: "idle", to: "syncing", label: "performSync()")),
///     ])
package struct StateDiagram: Hashable, Sendable {
  /// `[*]`: the start as a source, the end as a target.
  package static let edge: Name = "[*]"

  package var header: DiagramHeader
  package var statements: [StateStatement]

  package init(
    header: DiagramHeader = DiagramHeader(keyword: "stateDiagram-v2"),
    statements: [StateStatement] = []
  ) {
    self.header = header
    self.statements = statements
  }
}

package indirect enum StateStatement: Hashable, Sendable {
  case state(StateDeclaration)
  case transition(StateTransition)
  case note(StateNote)
  case direction(DirectionStatement)
  case style(StyleStatement)
  case click(StateClick)
  case metadata(Metadata)
  case comment(Comment)
  case inert(IgnoredStatement)
}

/// A state that is named, described or opened: `idle`, `idle : waiting`, `state "x" as idle {`.
package struct StateDeclaration: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case plain, fork, join, choice
  }

  package var id: Name
  /// `nil` if only the id is shown.
  package var label: Label?
  package var kind: Kind
  /// Concurrent regions of a composite state: one without `--`, none without a body.
  package var regions: [StateRegion]
  /// `:::name`
  package var cssClass: Name?
  /// Written as `state "label" as id`, not as `id : label`.
  @NonSemantic package var isLabelQuoted: Bool
  /// From the first byte to the end of the closing brace.
  @Location package var range: SourceRange?

  package init(
    _ id: Name, label: Label? = nil, kind: Kind = .plain, regions: [StateRegion] = [],
    cssClass: Name? = nil, isLabelQuoted: Bool = false, range: SourceRange? = nil
  ) {
    self.id = id
    self.label = label
    self.kind = kind
    self.regions = regions
    self.cssClass = cssClass
    self.isLabelQuoted = isLabelQuoted
    self.range = range
  }

  package var isComposite: Bool { !regions.isEmpty }
}

/// The statements between two `--` of a composite state.
package struct StateRegion: Hashable, Sendable {
  package var statements: [StateStatement]
  /// The `--` that begins it; `nil` for the first.
  @Location package var divider: SourceRange?

  package init(_ statements: [StateStatement] = [], divider: SourceRange? = nil) {
    self.statements = statements
    self.divider = divider
  }
}

/// `idle --> syncing: performSync()`
package struct StateTransition: Hashable, Sendable {
  package var from: Name
  package var to: Name
  package var label: Label?
  package var fromClass: Name?
  package var toClass: Name?
  @Location package var range: SourceRange?

  package init(
    from: Name, to: Name, label: Label? = nil, fromClass: Name? = nil, toClass: Name? = nil,
    range: SourceRange? = nil
  ) {
    self.from = from
    self.to = to
    self.label = label
    self.fromClass = fromClass
    self.toClass = toClass
    self.range = range
  }
}

/// `note right of idle : waits for the timer`, or its form of several lines.
package struct StateNote: Hashable, Sendable {
  package enum Position: String, Hashable, Sendable {
    case left = "left of"
    case right = "right of"
  }

  package var position: Position
  package var state: Name
  package var text: Label
  @Location package var range: SourceRange?

  package init(_ position: Position, of state: Name, _ text: Label, range: SourceRange? = nil) {
    self.position = position
    self.state = state
    self.text = text
    self.range = range
  }
}

/// `click idle "https://…" "tip"`
package struct StateClick: Hashable, Sendable {
  package var state: Name
  package var url: Label
  package var tooltip: Label?
  @Location package var range: SourceRange?

  package init(_ state: Name, url: Label, tooltip: Label? = nil, range: SourceRange? = nil) {
    self.state = state
    self.url = url
    self.tooltip = tooltip
    self.range = range
  }
}
