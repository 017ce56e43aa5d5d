/// A claim about the code, without syntax and without position.
///
///     idle --> syncing: started   ->   transition: source idle, target syncing, text started
///     A *-- "0..1" B              ->   relation: source A, sourceEnd composition, target B, …
///     App --> Core                ->   dependency: source App, target Core
///
/// An *element* (state, type, participant, node) and a *container* (region, namespace, box,
/// subgraph) have a name that other facts refer to; every other fact is a *statement*.
///
/// Values are texts, without types: the meaning of a role is that of its kind. An absent and an
/// empty value are the same.
package struct Fact: Hashable, Sendable {
  /// In the order in which differences are reported.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case title, direction, namespace, box, subgraph, region
    case state, type = "class", participant, node
    case annotation, member, transition, relation
    case dependency = "edge"
    case message, activation, lifeline, block, branch, numbering, note, link
    /// A complete diagram, for the comparison of files.
    case diagram
  }

  package enum Role: String, Hashable, Sendable, CaseIterable {
    /// The name that other facts refer to, and the text that is displayed instead.
    case name, label
    /// The container around it.
    case scope
    /// Elements that it refers to.
    case source, target, owner
    /// The displayed names of source and target, if they are not the ids.
    case sourceLabel, targetLabel
    /// Trigger, label, message, note.
    case text
    /// The kind of a state, participant, node, arrow or link.
    case form
    case sourceEnd, targetEnd, sourceMultiplicity, targetMultiplicity
    case access, parameters, result, modifier, generic
    /// The first word of a property whose type follows its name: `x` of `x Int`.
    case firstWord
    case description, direction, position
  }

  package var kind: Kind
  /// Never empty texts.
  private var values: [Role: String]

  package init(_ kind: Kind, _ values: [Role: String?]) {
    self.kind = kind
    self.values = values.compactMapValues { $0?.isEmpty == false ? $0 : nil }
  }

  /// The value of a role; empty if it has none.
  package subscript(role: Role) -> String {
    get { values[role] ?? "" }
    set { values[role] = newValue.isEmpty ? nil : newValue }
  }

  package func has(_ role: Role) -> Bool { values[role] != nil }

  /// The displayed name of an element or a container.
  package var shown: String { has(.label) ? self[.label] : self[.name] }

  /// The displayed names at both ends of a message or transition.
  package var ends: (source: String, target: String) {
    (
      has(.sourceLabel) ? self[.sourceLabel] : self[.source],
      has(.targetLabel) ? self[.targetLabel] : self[.target]
    )
  }
}

extension Fact.Kind {
  /// Whether other facts refer to it as a source, target or owner.
  package var isElement: Bool {
    switch self {
    case .state, .type, .participant, .node: true
    default: false
    }
  }

  /// Whether other facts refer to it as their scope.
  package var isContainer: Bool {
    switch self {
    case .region, .namespace, .box, .subgraph: true
    default: false
    }
  }
}

extension Fact.Role {
  /// The roles that refer to elements.
  static let references: [Fact.Role] = [.source, .target, .owner]
}

extension Fact {
  /// The kind and all values in one text, equal for equal facts.
  package var canonicalText: String {
    ([kind.rawValue]
      + values.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue)=\($0.value)" })
      .joined(separator: "\u{1F}")
  }
}
