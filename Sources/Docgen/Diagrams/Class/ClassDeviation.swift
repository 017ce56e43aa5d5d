package import Diagnostics
package import Models

/// A difference between a hand-drawn class diagram and the sources.
///
/// A deviation has facts, not words: `Rules` writes the message, chooses the rule and offers the
/// fix. `nearest` in its kinds is the most similar known name for a suggestion, or `nil` if no name
/// is similar enough.
package struct ClassDeviation: Sendable {
  package enum Kind: Sendable {
    /// The sources have no such type.
    case unknownType(nearest: String?)
    /// The type is declared differently: an annotation or its generic parameters.
    case otherClass(drawn: String, declared: String)
    /// The type has no such member.
    case unknownMember(nearest: String?)
    /// The member exists with other parameters.
    case otherParameters([String])
    /// The member exists with another type: of a property, a parameter or the result.
    case otherType(drawn: String, declared: String)
    /// The member exists with or without `async`, `throws`, `$`, `*`, or an access modifier.
    case otherModifier(String, isDrawn: Bool, declared: String)
    /// The two types have no such relation.
    case unknownRelation(found: [TypeModel.Relation])
    /// One holds another number of the other; `drawn` is `nil` if the diagram has no multiplicity.
    case otherMultiplicity(drawn: String?, declared: String)
    /// A missing required type; the text is its declaration, with its kind and location.
    case missingType(declared: String)
    /// Each with the location of its declaration, in the order of the source.
    case missingMembers([Evidence])
    case missingRelation(TypeModel.Relation)
  }

  package var kind: Kind
  /// The class, the class of the member, or the source of the relation.
  package var type: String
  /// The member, or the target of the relation.
  package var other = ""
  /// Within the diagram's text, not within the page. `nil` if the tree was built by code, or if the
  /// deviation has no place in the diagram, such as a missing type.
  package var range: SourceRange?
  /// The declaration of the type or the member.
  package var declaredAt: SourceLocation?
  /// Whether a relation has the arrow of inheritance or conformance.
  package var isInheritance = false
}

/// The parts that a hand-drawn class diagram may leave out.
package enum ClassStrictness: Sendable {
  /// Anything, and a line of a class may be prose: the diagram has no marker.
  case unmarked
  /// Anything.
  case partial
  /// Types; and members of a kind of which no member is drawn.
  case listed
  /// Nothing.
  case complete

  var isPartial: Bool { self == .partial || self == .unmarked }
}
