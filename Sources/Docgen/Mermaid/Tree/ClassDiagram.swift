package import Diagnostics

/// A class diagram as its statements, in the order in which they are written.
package struct ClassDiagram: Hashable, Sendable {
  package var header: DiagramHeader
  package var statements: [ClassStatement]

  package init(
    header: DiagramHeader = DiagramHeader(keyword: "classDiagram"),
    statements: [ClassStatement] = []
  ) {
    self.header = header
    self.statements = statements
  }
}

package indirect enum ClassStatement: Hashable, Sendable {
  case declaration(ClassDeclaration)
  /// `Store : +load()`
  case member(ClassMemberStatement)
  /// `<<protocol>> Store`
  case annotation(ClassAnnotationStatement)
  case relation(ClassRelation)
  case namespace(ClassNamespace)
  case note(ClassNote)
  case direction(DirectionStatement)
  case style(StyleStatement)
  case interaction(ClassInteraction)
  case metadata(Metadata)
  case comment(Comment)
  case inert(IgnoredStatement)
}

/// `class Store~Element~["The store"] { … }`
package struct ClassDeclaration: Hashable, Sendable {
  package var id: Name
  /// The text between the tildes.
  package var generic: Label?
  package var label: Label?
  package var annotations: [Label]
  package var members: [ClassMember]
  /// `:::name`
  package var cssClass: Name?
  @Location package var range: SourceRange?

  package init(
    _ id: Name, generic: Label? = nil, label: Label? = nil, annotations: [Label] = [],
    members: [ClassMember] = [], cssClass: Name? = nil, range: SourceRange? = nil
  ) {
    self.id = id
    self.generic = generic
    self.label = label
    self.annotations = annotations
    self.members = members
    self.cssClass = cssClass
    self.range = range
  }
}

package struct ClassMemberStatement: Hashable, Sendable {
  package var target: Name
  package var generic: Label?
  package var member: ClassMember
  @Location package var range: SourceRange?

  package init(
    _ target: Name, generic: Label? = nil, _ member: ClassMember, range: SourceRange? = nil
  ) {
    self.target = target
    self.generic = generic
    self.member = member
    self.range = range
  }
}

package struct ClassAnnotationStatement: Hashable, Sendable {
  package var annotation: Label
  package var target: Name
  @Location package var range: SourceRange?

  package init(_ annotation: Label, on target: Name, range: SourceRange? = nil) {
    self.annotation = annotation
    self.target = target
    self.range = range
  }
}

/// `namespace Storage { class Store }`
package struct ClassNamespace: Hashable, Sendable {
  package var name: Name
  package var label: Label?
  /// Classes, notes and namespaces; the grammar allows nothing else here.
  package var statements: [ClassStatement]
  @Location package var range: SourceRange?

  package init(
    _ name: Name, label: Label? = nil, statements: [ClassStatement], range: SourceRange? = nil
  ) {
    self.name = name
    self.label = label
    self.statements = statements
    self.range = range
  }
}

/// `note for Store "kept on disk"`
package struct ClassNote: Hashable, Sendable {
  package var text: Label
  package var target: Name?
  @Location package var range: SourceRange?

  package init(_ text: Label, for target: Name? = nil, range: SourceRange? = nil) {
    self.text = text
    self.target = target
    self.range = range
  }
}

/// `click Store href "https://…" "tip" _blank` and similar statements, kept as their parts.
package struct ClassInteraction: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// `click A href "url" _blank`, `link A "url"`
    case link(url: Label, target: String?)
    /// `click A call f(args)`, `callback A "f"`; the arguments are `nil` without parentheses.
    case callback(function: Label, arguments: Label?)
  }

  package var target: Name
  package var action: Action
  package var tooltip: Label?
  @Location package var range: SourceRange?

  package init(
    _ target: Name, _ action: Action, tooltip: Label? = nil, range: SourceRange? = nil
  ) {
    self.target = target
    self.action = action
    self.tooltip = tooltip
    self.range = range
  }
}
