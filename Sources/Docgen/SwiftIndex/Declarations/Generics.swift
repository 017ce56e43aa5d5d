package import Diagnostics

/// `T: Sequence` between the angle brackets of a declaration.
package struct GenericParameter: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case type
    /// `each T`.
    case pack
    /// `let N: Int`.
    case value
  }

  package var name: String
  package var kind: Kind
  /// The type after the colon.
  package var constraint: TypeReference?
}

/// One part of a `where` clause.
package struct GenericRequirement: Hashable, Sendable {
  package enum Relation: String, Hashable, Sendable {
    case conforms = ":"
    case equals = "=="
    /// A layout or another form: only the text is known.
    case other = ""
  }

  /// `Element: Hashable`.
  package var text: String
  package var subject: TypeReference
  package var relation: Relation
  package var constraint: TypeReference?
}

/// One entry after the colon of a type or extension: a superclass, a protocol, a raw type.
package struct Inheritance: Hashable, Sendable {
  /// The type, without attributes such as `@unchecked`, and without `~`.
  package var type: TypeReference
  /// Attributes and specifiers before it: `@unchecked`, `@retroactive`, `nonisolated`.
  package var attributes: [String]
  /// `~Copyable`.
  package var isSuppressed: Bool
  /// The `where` clause of the extension that declares it; empty if unconditional.
  package var conditions: [GenericRequirement]
  /// Whether an extension declares it.
  package var isFromExtension: Bool
  /// `#if` conditions around the extension, or around the type itself.
  package var compilationConditions: [CompilationCondition]
  package var location: SourceLocation
  /// Whether it is not written in the sources, and comes from a symbol graph.
  package var isInferred = false

  /// The dotted name of the type, without arguments; its text if it has no name.
  package var name: String {
    if case .named(let name, _) = type.structure { return name }
    return type.text
  }

  package var isUnchecked: Bool { attributes.contains("@unchecked") }
}
