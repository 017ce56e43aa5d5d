package import Diagnostics

/// A member of a type or extension, or a function or variable of a file.
package struct Member: Declared {
  package enum Kind: Hashable, Sendable {
    case property(Property)
    /// Functions and operators.
    case method(Signature)
    case initializer(Signature)
    case deinitializer
    case `subscript`(Signature, accessors: [Accessor])
    case enumCase(EnumCase)
    case associatedType(AssociatedType)
    case macro(Signature)
  }

  package var info: DeclarationInfo
  package var kind: Kind
  /// Qualified name of the type that contains it; `nil` for a declaration at the top of a file.
  package var owner: String?
  /// The `where` clause of the extension that contains it; empty outside of extensions.
  package var extensionConditions: [GenericRequirement] = []
  /// Whether an extension contains it instead of the type itself.
  package var isFromExtension = false
  /// From the opening to the closing brace; `nil` without a body.
  package var bodyRange: SourceRange?
  var storedBody = StoredBody.read(BodyOutline())

  /// The steps of its body (including accessors and the initial value), as far as syntax shows.
  package var body: BodyOutline {
    get { storedBody.outline }
    set { storedBody = .read(newValue) }
  }
}

extension Member {
  /// Whether each value of the type has one, or is one: a stored property of an instance or an enum case.
  var isValue: Bool { enumCase != nil || property?.isStored == true && !isStatic }
  package var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }
  package var isMutating: Bool { modifiers.contains("mutating") }

  /// `SyncEngine.batchSize`; the bare name outside a type.
  package var qualifiedName: String { owner.map { "\($0).\(name)" } ?? name }

  /// The name with argument labels: `apply(_:)`, `init(url:)`; the bare name for members without a
  /// signature.
  package var fullName: String {
    guard let labels = signature?.labels else { return name }
    return name + "(" + labels.map { $0 + ":" }.joined() + ")"
  }

  /// Parameters, effects and result of a function-like member.
  package var signature: Signature? {
    switch kind {
    case .method(let signature), .initializer(let signature), .macro(let signature),
      .subscript(let signature, _):
      signature
    case .property, .deinitializer, .enumCase, .associatedType: nil
    }
  }

  package var property: Property? {
    if case .property(let property) = kind { property } else { nil }
  }

  package var enumCase: EnumCase? {
    if case .enumCase(let enumCase) = kind { enumCase } else { nil }
  }

  package var isMethod: Bool {
    if case .method = kind { true } else { false }
  }

  package var isInitializer: Bool {
    if case .initializer = kind { true } else { false }
  }

  /// Whether the member is an operator: its name has no letter, digit or underscore.
  package var isOperator: Bool {
    isMethod && !name.contains { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}

/// Parameters, effects and result of a function, initializer, subscript or macro.
package struct Signature: Hashable, Sendable {
  package var genericParameters: [GenericParameter] = []
  package var requirements: [GenericRequirement] = []
  package var parameters: [Parameter] = []
  package var isAsync = false
  package var throwing: Throwing = .never
  /// `nil` if no result is written.
  package var result: TypeReference?
  /// `?` or `!` of a failable initializer.
  package var failability: String?

  /// Argument labels as a caller writes them, `_` for none.
  package var labels: [String] { parameters.map { $0.label ?? "_" } }
}

/// One parameter: `for duration: Duration = .seconds(30)`.
package struct Parameter: Hashable, Sendable {
  /// The name that callers use; `nil` for `_`.
  package var label: String?
  /// The name that the body uses; `nil` for `_`.
  package var name: String?
  package var type: TypeReference?
  package var defaultValue: String?
  package var isVariadic: Bool
  package var attributes: [Attribute]
  package var location: SourceLocation
}

/// A property or a global or static variable.
package struct Property: Hashable, Sendable {
  package enum Storage: Hashable, Sendable {
    case stored
    /// The accessors of a computed property.
    case computed([Accessor])
    /// A protocol's requirement: `{ get }`, `{ get set }`.
    case requirement([Accessor])
  }

  package enum Ownership: String, Hashable, Sendable {
    case strong, weak, unowned
  }

  package var isLet: Bool
  package var isLazy: Bool
  package var ownership: Ownership
  package var storage: Storage
  /// `willSet` and `didSet` of a stored property.
  package var observers: [Accessor]
  /// The type as written; `nil` if it is inferred.
  package var type: TypeReference?
  /// Whether the type is inferred, and comes from a symbol graph.
  package var isTypeInferred = false
  /// The source text of the initial value.
  package var initialValue: String?
  /// The initial value, if it consists of literals, names, operators and plain calls.
  package var value: ConstantExpression?
  /// Narrower access of the setter: `private(set)`.
  package var setterAccess: AccessLevel?

  package var isStored: Bool { storage == .stored }
}

/// `get async throws`, `nonmutating set`, `_modify`, `didSet`.
package struct Accessor: Hashable, Sendable {
  package var name: String
  /// `mutating`, `nonmutating` and similar words.
  package var modifier: String?
  package var isAsync: Bool
  package var throwing: Throwing
}

/// A case of an enum.
package struct EnumCase: Hashable, Sendable {
  package struct AssociatedValue: Hashable, Sendable {
    package var label: String?
    package var type: TypeReference
    package var defaultValue: String?
  }

  package var associatedValues: [AssociatedValue]
  /// As written: `"rate-limited"`, `3`.
  package var rawValue: ConstantExpression?
  package var isIndirect: Bool
}

/// A protocol's `associatedtype`.
package struct AssociatedType: Hashable, Sendable {
  package var inheritance: [Inheritance]
  package var requirements: [GenericRequirement]
  package var defaultType: TypeReference?
}
