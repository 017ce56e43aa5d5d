package import Diagnostics

/// Types with their members and relations: the content of a class diagram.
package struct TypeModel: Sendable {
  package struct TypeEntry: Sendable {
    /// The qualified name, with the module before it if two types have the same name.
    package var name: String
    package var module: String?
    package var kind: Kind
    /// `nil` if it is not requested, or if syntax does not show it.
    package var isSendable: Bool?
    package var genericParameters: [String]
    package var members: [MemberEntry]
    /// The number of further members that a limit omits.
    package var omitted: Int
    package var location: SourceLocation
  }

  package enum Kind: String, Sendable {
    case structure, classType, actor, enumeration, protocolType
    /// A type of another module that a module extends.
    case extended
  }

  package struct MemberEntry: Sendable {
    package enum Visibility: Sendable {
      case open, module, hidden
    }

    package var name: String
    /// The texts of the parameters; `nil` for a property or a case without values.
    package var parameters: [String]?
    /// The type of a property, the result of a method with its effects; may be empty.
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
      /// Held as a value, a part of the containing type.
      case composes
      /// Held by reference or as `any`.
      case aggregates
      case creates
      /// Mentioned in parameters and results.
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
    /// The number of held values; `nil` for other kinds, and if syntax does not show it.
    package var multiplicity: Multiplicity?
    /// The place in the code.
    package var location: SourceLocation
  }

  /// A name of a selection that matches nothing.
  package struct Unknown: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
      case types, modules, files, centers
    }

    package var place: Place
    package var name: String
  }

  package var types: [TypeEntry]
  /// Every relation of the code, several times if it has several places.
  package var everyRelation: [Relation]
  /// The relations to draw: one of a kind between two types, without those that a stronger one
  /// implies.
  package var relations: [Relation]
  package var unknown: [Unknown]
  /// Names of types around the centers that are left out because of a limit.
  package var omittedTypes: [String] = []
}
