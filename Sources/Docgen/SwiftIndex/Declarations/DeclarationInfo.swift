package import Diagnostics

/// The common properties of all declarations.
package struct DeclarationInfo: Hashable, Sendable {
  /// The name in code, without backticks: `apply`, `init`, `subscript`, `==`.
  package var name: String
  /// The declaration without attributes, comments and body, on one line.
  ///
  ///     mutating func apply(_ event: Event) -> [Effect]
  package var headline: String
  /// The effective access: written or inherited, and not wider than that of the type around it.
  package var access: AccessLevel
  /// The access as written, if it is.
  package var declaredAccess: AccessLevel?
  package var attributes: [Attribute]
  /// Modifiers in source order, without access: `static`, `mutating`, `nonisolated`.
  package var modifiers: [String]
  package var documentation: Documentation?
  /// Conditions of the `#if` branches around the declaration, the outermost first.
  package var conditions: [CompilationCondition]
  /// From the first attribute or modifier to the closing brace.
  package var location: SourceLocation
  package var nameLocation: SourceLocation
}

/// A declaration: gives direct access to the properties of its `info`.
package protocol Declared: Hashable, Sendable {
  var info: DeclarationInfo { get set }
}

extension Declared {
  package var name: String { info.name }
  package var headline: String { info.headline }
  package var access: AccessLevel { info.access }
  package var attributes: [Attribute] { info.attributes }
  package var modifiers: [String] { info.modifiers }
  package var documentation: Documentation? { info.documentation }
  package var conditions: [CompilationCondition] { info.conditions }
  package var location: SourceLocation { info.location }
  package var nameLocation: SourceLocation { info.nameLocation }

  /// Whether the declaration has an attribute of that name: `hasAttribute("Model")`.
  package func hasAttribute(_ name: String) -> Bool {
    attributes.contains { $0.name == name }
  }
}

/// An attribute as written: `@available(iOS 17, *)`, `@MainActor`, an attached macro.
package struct Attribute: Hashable, Sendable {
  /// Without the `@`, and without generic arguments: `available`, `MainActor`, `Attribute`.
  package var name: String
  /// The text between the parentheses, if any: `iOS 17, *`.
  package var arguments: String?
  package var location: SourceLocation
  /// `#if` conditions around the attribute alone.
  package var conditions: [CompilationCondition] = []

  /// Whether it is in an `#if` of its own.
  var isConditional: Bool { !conditions.isEmpty }

  /// `available(iOS 17, *)`, without the `@`.
  package var text: String { name + (arguments.map { "(\($0))" } ?? "") }
}

extension [Attribute] {
  /// Whether the declaration should not be used: `@available(*, deprecated)`, also `unavailable` or
  /// `obsoleted`.
  package var areOfDeprecated: Bool {
    contains { attribute in
      attribute.name == "available"
        && ["deprecated", "unavailable", "obsoleted"].contains { word in
          attribute.arguments?.contains(word) == true
        }
    }
  }
}

/// The actor isolation that is written on a declaration.
package enum Isolation: Hashable, Sendable {
  case nonisolated
  /// `nonisolated(unsafe)` and `nonisolated(nonsending)`: the detail between the parentheses.
  case nonisolatedDetail(String)
  /// A global actor: an attribute whose name ends in `Actor`.
  case globalActor(String)
  case concurrent
}

extension Declared {
  /// The isolation written on the declaration; `nil` if it follows from the context.
  package var isolation: Isolation? {
    for modifier in modifiers where modifier.hasPrefix("nonisolated") {
      guard modifier.count > "nonisolated".count else { return .nonisolated }
      return .nonisolatedDetail(
        String(modifier.dropFirst("nonisolated(".count).dropLast()))
    }
    for attribute in attributes {
      if attribute.name == "concurrent" { return .concurrent }
      if attribute.name.hasSuffix("Actor"), attribute.name != "globalActor" {
        return .globalActor(attribute.name)
      }
    }
    return nil
  }
}
