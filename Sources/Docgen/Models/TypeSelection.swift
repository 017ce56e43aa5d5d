/// Which types a class diagram is about, and what of them it shows.
package struct TypeSelection: Hashable, Sendable {
  package enum MemberKind: String, CaseIterable, Sendable {
    case methods, initializers, subscripts, operators, properties, cases
  }

  /// How much of a member is shown behind its name.
  package enum Signatures: String, CaseIterable, Sendable {
    case names
    /// The parameters' labels, and the type of a property or result.
    case labels
    /// Parameters with their types, `async` and `throws` too.
    case types
  }

  /// The way along relations, from a type to those around it.
  package enum Following: String, CaseIterable, Sendable {
    case both
    /// To what the type points at.
    case uses
    /// To what points at the type.
    case users
  }

  /// What becomes of extensions that another module makes.
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
  /// Types of which the surroundings are shown: nothing else is when there are any.
  package var centers: [String] = []
  /// How many relations lead from a center to what is shown.
  package var radius = 1
  package var following = Following.both
  package var memberKinds = Set(MemberKind.allCases).subtracting([.operators])
  /// Patterns of members, `name` or `Type.name`; all when empty.
  package var shownMembers: [String] = []
  package var hiddenMembers: [String] = []
  /// The narrowest access that is shown, of members and of types that are not named one by one.
  package var access = AccessLevel.internal
  /// How many members of a type are shown before "… n more".
  package var maximum: Int?
  /// How many types are shown around the centers, these included.
  package var maximumTypes: Int?
  package var signatures = Signatures.labels
  package var relations = Set(TypeModel.Relation.Kind.allCases)
  package var extensions = Extensions.merged
  /// Whether each type says that it is `Sendable`, or that it is not.
  package var showsSendability = false

  package init(types: [String] = []) {
    self.types = types
  }
}
