package import Diagnostics
package import Models

/// A place where a hand-drawn class diagram and the sources part.
package struct ClassDeviation: Sendable {
  package enum Kind: Sendable {
    /// The sources have no such type.
    case unknownType(nearest: String?)
    /// The type is declared otherwise: an annotation or its generic parameters.
    case otherClass(drawn: String, declared: String)
    /// The type has no such member.
    case unknownMember(nearest: String?)
    /// The member exists with other parameters.
    case otherParameters([String])
    /// The member exists with another type: of a property, a parameter or the result.
    case otherType(drawn: String, declared: String)
    /// The member exists with or without `async`, `throws`, `$`, `*`, or a sign of its access.
    case otherModifier(String, isDrawn: Bool, declared: String)
    /// The two types do not hang together in that way.
    case unknownRelation(found: [TypeModel.Relation])
    /// One holds another number of the other; nothing where the diagram says none.
    case otherMultiplicity(drawn: String?, declared: String)
    /// What is not drawn, though it must be; how and where the code declares it.
    case missingType(declared: String)
    case missingMembers([Evidence])
    case missingRelation(TypeModel.Relation)
  }

  package var kind: Kind
  /// The class, or the class of the member, or where the relation begins.
  package var type: String
  /// The member, or where the relation leads.
  package var other = ""
  package var range: SourceRange?
  /// Where the type or the member is declared.
  package var declaredAt: SourceLocation?
  /// Whether a relation has the arrow of inheritance or conformance.
  package var isInheritance = false
}

/// What a hand-drawn class diagram may leave out.
package enum ClassStrictness: Sendable {
  /// Anything, and a line of a class may be prose: no marker asks for the check.
  case unmarked
  /// Anything.
  case partial
  /// Types; and of a type's members those of a kind of which none is drawn.
  case listed
  /// Nothing.
  case complete

  var isPartial: Bool { self == .partial || self == .unmarked }
}
