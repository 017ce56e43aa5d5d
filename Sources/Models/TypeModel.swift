package import Diagnostics
import SwiftCode

/// Which types a class diagram is about, and what of them it shows.
package struct TypeSelection: Hashable, Sendable {
  package enum Members: String, CaseIterable, Sendable {
    case all, methods, properties, none
  }

  /// Names of types; `*` stands for any characters.
  package var types: [String]
  package var members = Members.all
  /// The narrowest access that is shown.
  package var access = AccessLevel.internal
  /// How many members of a type are shown before "… n more".
  package var maximum: Int?
  package var relations = Set(TypeModel.Relation.Kind.allCases)

  package init(types: [String]) {
    self.types = types
  }

  /// The accesses that a selection may name, from the narrowest.
  package enum AccessLevel: String, CaseIterable, Sendable {
    case `private`, `internal`, `package`, `public`
  }
}

/// Types with their members and how they hang together: what a class diagram says.
package struct TypeModel: Sendable {
  package struct TypeEntry: Sendable {
    /// Qualified name.
    package var name: String
    package var kind: Kind
    package var genericParameters: [String]
    package var members: [MemberEntry]
    /// How many further members the selection left out for length.
    package var omitted: Int
    package var location: SourceLocation
  }

  package enum Kind: String, Sendable {
    case structure, classType, actor, enumeration, protocolType
  }

  package struct MemberEntry: Sendable {
    package enum Visibility: Sendable {
      case open, module, hidden
    }

    package var name: String
    /// Labels of the parameters; nothing for a property or a case.
    package var parameters: [String]?
    /// The type of a property, the result of a method; empty for none.
    package var type: String
    package var isStatic: Bool
    package var visibility: Visibility
    package var location: SourceLocation
  }

  package struct Relation: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
      /// A class or protocol that is extended.
      case inherits
      case conforms
      /// Held as a value, a part of the whole.
      case composes
      /// Held by reference or behind `any`.
      case aggregates
      case creates
      /// Named in parameters and results.
      case uses
    }

    package enum Multiplicity: String, Sendable {
      case one = "1"
      case optional = "0..1"
      case many = "*"
    }

    package var kind: Kind
    package var from: String
    package var to: String
    package var multiplicity: Multiplicity?
    /// Where the code says so.
    package var location: SourceLocation
  }

  package var types: [TypeEntry]
  package var relations: [Relation]
  /// Names of the selection that no type has.
  package var unknown: [String]
}
