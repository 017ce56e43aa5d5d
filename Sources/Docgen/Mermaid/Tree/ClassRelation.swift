package import Diagnostics

/// `Store "1" *-- "many" Row : holds`
package struct ClassRelation: Hashable, Sendable {
  /// The symbol where a relation meets a class.
  package enum End: String, Hashable, Sendable, CaseIterable {
    case aggregation, extending = "extension", composition, dependency, lollipop
  }

  package enum Line: String, Hashable, Sendable {
    case solid, dotted
  }

  /// One end of a relation.
  package struct Side: Hashable, Sendable {
    package var name: Name
    package var generic: Label?
    package var end: End?
    package var cardinality: Label?

    package init(
      _ name: Name, _ end: End? = nil, cardinality: Label? = nil, generic: Label? = nil
    ) {
      self.name = name
      self.generic = generic
      self.end = end
      self.cardinality = cardinality
    }
  }

  package var from: Side
  package var to: Side
  package var line: Line
  package var label: Label?
  @Location package var range: SourceRange?

  package init(
    from: Side, to: Side, line: Line = .solid, label: Label? = nil, range: SourceRange? = nil
  ) {
    self.from = from
    self.to = to
    self.line = line
    self.label = label
    self.range = range
  }
}
