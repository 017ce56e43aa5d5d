package import Diagnostics

/// Types with their members and how they hang together: what a class diagram says.
package struct TypeModel: Sendable {
  package struct TypeEntry: Sendable {
    /// The qualified name; the module before it where two types have the same.
    package var name: String
    package var module: String?
    package var kind: Kind
    /// Nothing where it is not asked for, or where syntax does not tell.
    package var isSendable: Bool?
    package var genericParameters: [String]
    package var members: [MemberEntry]
    /// How many further members the selection left out for length.
    package var omitted: Int
    package var location: SourceLocation
  }

  package enum Kind: String, Sendable {
    case structure, classType, actor, enumeration, protocolType
    /// What a module adds to another's type.
    case extended
  }

  package struct MemberEntry: Sendable {
    package enum Visibility: Sendable {
      case open, module, hidden
    }

    package var name: String
    /// What stands between the parentheses, one for each parameter; nothing for a property or a
    /// case without values.
    package var parameters: [String]?
    /// The type of a property, the result of a method with its effects; empty for none.
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
      /// Declared within the other.
      case nests
      /// From a module's extension to the type of another.
      case extends
    }

    package enum Multiplicity: String, Comparable, Sendable {
      case one = "1"
      case optional = "0..1"
      case many = "*"

      package static func < (left: Multiplicity, right: Multiplicity) -> Bool {
        left.rank < right.rank
      }

      private var rank: Int {
        switch self {
        case .one: 0
        case .optional: 1
        case .many: 2
        }
      }
    }

    package var kind: Kind
    package var from: String
    package var to: String
    /// How many are held; nothing for other kinds, and where syntax does not tell.
    package var multiplicity: Multiplicity?
    /// Where the code says so.
    package var location: SourceLocation
  }

  /// A name of a selection that nothing has.
  package struct Unknown: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
      case types, modules, files, centers
    }

    package var place: Place
    package var name: String
  }

  package var types: [TypeEntry]
  /// Each that the code has, several times where it says so at several places.
  package var everyRelation: [Relation]
  /// What a diagram draws: one of a kind between two types, and none that says less than another.
  package var relations: [Relation]
  package var unknown: [Unknown]
  /// Names of types around the centers that are left out because there are too many.
  package var omittedTypes: [String] = []
}
