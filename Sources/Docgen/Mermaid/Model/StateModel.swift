package import Diagnostics

/// The meaning of a state diagram, as in the real Mermaid's data base, with places in the source.
package struct StateModel: Sendable {
  package struct State: Sendable {
    /// `[*]` for a start or an end.
    package var id: String
    package var type: Kind
    /// The first description; `nil` if only the id is shown.
    package var label: Label?
    /// The second and later descriptions.
    package var descriptions: [Label] = []
    package var scope: Scope
    package var direction: Direction?
    package var classes: [String] = []
    package var styles: [String] = []
    /// The first place that names it, and the first statement that declares it on its own.
    package var range: SourceRange?
    package var declaration: SourceRange?
    /// Every place that names it.
    package var mentions: [SourceRange] = []

    package var shown: String { label?.text ?? id }
  }

  package enum Kind: String, Sendable {
    case start, end, plain = "default", composite, fork, join, choice
  }

  /// A composite's id and one of its concurrent regions; both empty outside of all.
  package struct Scope: Hashable, Sendable {
    package var parent: String?
    package var region: Int?
  }

  package struct Transition: Sendable {
    package var from: String
    package var to: String
    package var label: Label?
    package var scope: Scope
    package var range: SourceRange?
  }

  package struct Note: Sendable {
    package var state: String
    package var position: StateNote.Position
    package var text: Label
    package var range: SourceRange?
  }

  package struct Definition: Sendable {
    package var name: String
    package var styles: [String]
  }

  package struct Link: Sendable {
    package var state: String
    package var url: Label
    package var tooltip: Label?
  }

  package var metadata = ModelMetadata()
  package var direction = Direction.topToBottom
  /// In order of first appearance, depth first.
  package var states: [State] = []
  package var transitions: [Transition] = []
  package var notes: [Note] = []
  /// Composites with concurrent regions, and the number of regions.
  package var regions: [(parent: String, count: Int)] = []
  package var classDefs: [Definition] = []
  package var links: [Link] = []

  package init(_ diagram: StateDiagram) {
    var builder = StateModelBuilder()
    self = builder.build(diagram)
  }

  init() {}
}

/// Titles and accessibility texts: the last of each kind counts.
package struct ModelMetadata: Sendable {
  package var title: Label?
  package var accessibleTitle: Label?
  package var accessibleDescription: Label?

  mutating func set(_ metadata: Metadata) {
    switch metadata.kind {
    case .title: title = metadata.text
    case .accessibleTitle: accessibleTitle = metadata.text
    case .accessibleDescription: accessibleDescription = metadata.text
    }
  }
}
