import Mermaid
package import Models

/// What an arrow between two classes says.
struct RelationClaim {
  var from: String
  var to: String
  /// The relations of the code that the arrow may stand for.
  var kinds: Set<TypeModel.Relation.Kind>
  /// How many are held, where the arrow says so: the multiplicity as drawn, and what it means.
  var multiplicity: (drawn: String, TypeModel.Relation.Multiplicity)?
  /// A plain line leads both ways.
  var isUndirected: Bool
  private let end: ClassRelation.End?
  private let line: ClassRelation.Line

  /// The end that carries a triangle, diamond or arrow head tells the direction.
  init(_ relation: ClassRelation) {
    let isReversed: Bool
    if let to = relation.to.end {
      // A diamond stands at the whole.
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
    // A label claims a kind where it is the word that a generated diagram has for it.
    let words = TypeModel.Relation.Kind.labelled
    if let word = words.first(where: { $0.rawValue == relation.label?.text }) { kinds = [word] }
  }

  /// `1..*` and a name such as `owner` is none: it says how many, or nothing.
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

  /// Whether the arrow's own form agrees: what is composed has a filled diamond, what conforms a
  /// dotted line.
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
  /// Those that a generated diagram says with a label.
  package static let labelled: [TypeModel.Relation.Kind] = [.creates, .nests, .extends]
}
