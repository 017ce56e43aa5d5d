/// The names that a code example uses: members of types and values, and calls with their labels.
///
///     let client = HTTPClient(configuration: c)   ->  HTTPClient(configuration:)
///     client.get(url: u)                          ->  HTTPClient.get(url:)
///     Level.low                                   ->  Level.low
///     try await engine.run(once: true)            ->  engine.run(once:), tried and awaited
///     saveAll(to: f)                              ->  saveAll(to:), without a base
package struct ExampleUse: Hashable, Sendable {
  /// The meaning of the first part of the name.
  package enum Base: Hashable, Sendable {
    case type
    /// A variable that the example uses and does not declare.
    case variable
    /// A value of unknown type; it is not part of `text`.
    case unknown
    /// The result of a function that is called without an owner; it is not part of `text`.
    case result
    /// None: a call of a function, or of a value, that the example does not declare.
    case none
  }

  /// The name in the form of inline code.
  package var text: String
  package var base: Base
  /// The members and calls that lead to a value of unknown type: `Store.current.items()`.
  package var receiver: String?
  package var isTried: Bool
  package var isAwaited: Bool
  /// Whether `try` marks this call alone: no other call is in the marked expression.
  package var isOnlyTried = false
  /// Whether the text before the last member unwraps an optional value.
  package var isUnwrapping = false
  /// Whether an `if let` or `guard let` binds it.
  package var isBoundConditionally = false
  /// The variable at its beginning.
  package var variable: String?
  /// Whether a closure follows the parentheses: further parameters take it.
  package var hasTrailingClosure = false
  /// The arguments between the parentheses; empty if the example leaves some out.
  package var arguments: [ExampleArgument] = []
  /// 1-based, in the example.
  package var line: Int
  package var column: Int
}

/// An argument of a call, as far as its text alone shows its type.
package struct ExampleArgument: Hashable, Sendable {
  package indirect enum Value: Hashable, Sendable {
    case string, integer, float, boolean, null, array, dictionary, closure
    /// `Store(…)`, or a variable of a known type; `URL?` for `URL(string: …)`.
    case instance(of: String)
    /// `.compact` or `.limited(3)`: a member of a type that the argument does not name.
    /// `arguments` are those of the call; `nil` if there is none, or if it leaves some out.
    case implicitMember(String, hasValues: Bool, arguments: [ExampleArgument]?)
    case unknown
  }

  package var label: String?
  package var value: Value
  /// 1-based, in the example.
  package var line: Int
  package var column: Int
}

/// The names that an example uses, and the variables that it declares.
package struct ExampleReading: Sendable {
  /// In the order of the text, each once.
  package var uses: [ExampleUse] = []
  /// The types of variables; `nil` for an unknown type.
  package var variables: [String: String?] = [:]
  /// The members and calls that lead to the values of variables, without arguments: `store.item()`;
  /// `store.load(){done,0}` for the first parameter of the closure with the label `done`.
  package var origins: [String: String] = [:]
  /// Variables and parameters of closures with the unchanged value of their origin.
  package var plainNames: Set<String> = []
  /// Names that an `if let` or `guard let` binds.
  package var unwrappedNames: Set<String> = []
  /// Names that the example declares with `let`, and those that it declares with `var`.
  package var constants: Set<String> = []
  package var mutableNames: Set<String> = []
  /// The initializers that variables are made with: `Store(at:)`; an empty text for several.
  package var initializers: [String: String] = [:]
  package var switches: [ExampleSwitch] = []
  /// Every identifier that is not a local name, once, at its first place.
  package var names: [ExampleName] = []
  /// The lines of variables that the example declares and never uses, and of properties with a
  /// wrapper, such as `@State`.
  package var unusedVariables: [String: Int] = [:]
  package var wrappedVariables: [String: Int] = [:]
  /// Values that the example uses by a name that it does not declare.
  package var freeValues: [FreeValue] = []
  package var forms = ExampleForms()
}

/// A value that an example uses by a name that it does not declare.
package struct FreeValue: Hashable, Sendable {
  package var name: String
  /// Whether the example assigns to it at its first place.
  package var isAssigned: Bool
  /// 1-based, in the example.
  package var line: Int
  package var column: Int
}

/// An identifier of a code example.
package struct ExampleName: Hashable, Sendable {
  package struct Argument: Hashable, Sendable {
    package var type: String
    package var label: String
  }

  package var text: String
  /// The type whose body, or extension, uses the name alone, as it would use a member of its own.
  package var user: String?
  /// Whether the name is a value that the example uses without its owner: it may be any value.
  package var isFree: Bool
  /// Whether the name is a member of a value, or a function that is called with labels.
  package var isUsed: Bool
  /// The type that is made with the name as an argument, and the argument's label.
  ///
  ///     Store(limit: .lastRows(of: 3))     `lastRows`: Store, limit
  package var argument: Argument?
  /// 1-based, in the example.
  package var line: Int
  package var column: Int
}
