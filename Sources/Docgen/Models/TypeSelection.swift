/// The types of a class diagram, and the parts of them that it shows.
package struct TypeSelection: Hashable, Sendable {
  package enum MemberKind: String, CaseIterable, Sendable {
    case methods, initializers, subscripts, operators, properties, cases
  }

  /// The parts of a member that are shown after its name.
  package enum Signatures: String, CaseIterable, Sendable {
    case names
    /// The parameters' labels, and the type of a property or result.
    case labels
    /// Parameters with their types, `async` and `throws` too.
    case types
  }

  /// The direction along relations from a type.
  package enum Following: String, CaseIterable, Sendable {
    case both
    /// To the types that it uses.
    case uses
    /// To the types that use it.
    case users
  }

  /// The form of extensions by another module.
  package enum Extensions: String, CaseIterable, Sendable {
    case merged
    /// Each is a class of its own, as are extensions of types that the sources do not declare.
    case apart
  }

  /// The accesses that a selection may name, from the narrowest.
  package enum AccessLevel: String, CaseIterable, Sendable {
    case `private`, `internal`, `package`, `public`
  }

  /// Names or patterns of types; any when empty, like the next two.
  package var types: [String]
  /// Names or patterns of modules.
  package var modules: [String] = []
  /// Paths of files or folders, or patterns of them.
  package var files: [String] = []
  /// Types whose related types are shown; if there are any, others are not shown.
  package var centers: [String] = []
  /// The maximum number of relations from a center to a shown type.
  package var radius = 1
  package var following = Following.both
  package var memberKinds = Set(MemberKind.allCases).subtracting([.operators])
  /// Patterns of members, `name` or `Type.name`; all when empty.
  package var shownMembers: [String] = []
  package var hiddenMembers: [String] = []
  /// The narrowest access that is shown, of members and of types that are not named one by one.
  package var access = AccessLevel.internal
  /// The maximum number of members of a type before "… n more".
  package var maximum: Int?
  /// The maximum number of types around the centers, including these.
  package var maximumTypes: Int?
  package var signatures = Signatures.labels
  package var relations = Set(TypeModel.Relation.Kind.allCases)
  package var extensions = Extensions.merged
  /// Whether each type shows that it is `Sendable`, or that it is not.
  package var showsSendability = false

  package init(types: [String] = []) {
    self.types = types
  }
}
