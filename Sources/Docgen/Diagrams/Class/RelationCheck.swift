import Mermaid
package import Models

/// The claim of an arrow between two classes.
///
///     A --|> B     B <|-- A       both: from A to B, inheritance or conformance
///     A *-- B      B --* A        both: from A to B, possession
///     A --> B      A ..> B        from A to B, any relation
///     A -- B                      any relation in any direction
struct RelationCheck {
  var from: String
  var to: String
  /// The relations of the code that the arrow may represent.
  var kinds: Set<TypeModel.Relation.Kind>
  /// The multiplicity as drawn, and its meaning; `nil` if the arrow has none.
  var multiplicity: (drawn: String, TypeModel.Relation.Multiplicity)?
  /// A plain line leads both ways.
  var isUndirected: Bool
  private let end: ClassRelation.End?
  private let line: ClassRelation.Line

  /// The end with a triangle, diamond or arrow head determines the direction.
  init(_ relation: ClassRelation) {
    let isReversed: Bool
    if let to = relation.to.end {
      // A diamond is at the containing type.
      isReversed = to == .composition || to == .aggregation
      end = to
    } else {
      end = relation.from.end
      isReversed = !(end == .composition || end == .aggregation || end == nil)
    }
    let (whole, part) =
      isReversed ? (relation.to, relation.from) : (relation.from, relation.to)
    (from, to) = (whole.name.text, part.name.text)
    line = relation.line
    isUndirected = end == nil
    multiplicity = part.cardinality.flatMap { label in
      Self.multiplicity(label.text).map { (label.text, $0) }
    }
    switch end {
    case .extending: kinds = [.conforms, .inherits]
    case .composition, .aggregation: kinds = [.composes, .aggregates]
    case .dependency, .lollipop, nil: kinds = Set(TypeModel.Relation.Kind.allCases)
    }
    // A label names a kind only if it is the word of a generated diagram.
    let words = TypeModel.Relation.Kind.labelled
    if let word = words.first(where: { $0.rawValue == relation.label?.text }) { kinds = [word] }
  }

  /// `nil` for `1..*` and for a name such as `owner`.
  private static func multiplicity(_ text: String) -> TypeModel.Relation.Multiplicity? {
    switch text.filter({ !$0.isWhitespace }).lowercased() {
    case "1": .one
    case "0..1": .optional
    case "*", "n", "many", "0..*", "0..n", "1..*", "1..n": .many
    default: nil
    }
  }

  var isInheritance: Bool { end == .extending }

  func isBetween(_ relation: TypeModel.Relation) -> Bool {
    relation.from == from && relation.to == to
      || isUndirected && relation.from == to && relation.to == from
  }

  /// Whether the arrow has the right form: a filled diamond for composition, a dotted line for
  /// conformance.
  ///
  /// A composition of a type that is only aggregated is accepted if the containing type also
  /// creates it: creation and storage together are ownership. Only complete diagrams are checked
  /// for form.
  func hasForm(of relation: TypeModel.Relation, among all: [TypeModel.Relation]) -> Bool {
    switch (end, relation.kind) {
    case (.composition, .aggregates): all.contains { $0.kind == .creates }
    case (.aggregation, .composes): false
    case (.extending, .inherits): line == .solid
    case (.extending, .conforms): line == .dotted
    default: true
    }
  }
}

extension TypeModel.Relation.Kind {
  /// The relations that a generated diagram labels.
  package static let labelled: [TypeModel.Relation.Kind] = [.creates, .nests, .extends]
}
