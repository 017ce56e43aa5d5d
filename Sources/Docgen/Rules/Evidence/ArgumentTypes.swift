import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Whether a value that is known from its text alone can be an argument of a declared type.
///
/// Every doubt counts for the author: protocols, generic parameters, types of other modules and types
/// that may be written as a literal take any value.
struct ArgumentTypes {
  private let code: CodeModel
  /// The types that the page's blocks declare.
  let pageTypes: [String: [TypeDeclaration]]

  init(_ page: CheckedPage) {
    code = page.project.code
    pageTypes = Dictionary(grouping: page.examples.flatMap(\.types), by: \.name)
  }

  /// The type of the project that a parameter has; `nil` for any other type.
  ///
  /// In a signature of the project, its type `hides` one of the platform; an implicit member may belong
  /// to either.
  func nominal(
    _ type: TypeReference, of target: CallTarget, hides: Bool = false
  ) -> TypeDeclaration? {
    switch type.structure {
    case .optional(let type), .implicitlyUnwrapped(let type), .attributed(_, let type):
      return nominal(type, of: target, hides: hides)
    case .named(let name, _):
      guard !target.generics.contains(name), pageTypes[name] == nil else { return nil }
      let found = code.types(named: name, inside: target.owner ?? "")
      guard found.count == 1, !ExamplePath.isExample(found[0].location.file),
        hides || code.isOwn(found[0].name), found[0].kind.isValue
      else { return nil }
      return found[0]
    default: return nil
    }
  }

  func excludes(
    _ value: ExampleArgument.Value, _ type: TypeReference, of target: CallTarget
  ) -> Bool {
    if value == .unknown { return false }
    if case .instance(let name) = value, name.hasSuffix("?") {
      guard case .named(let plain, _) = type.structure else { return false }
      return plain + "?" == name && code.types(named: plain).isEmpty
    }
    switch type.structure {
    case .optional(let wrapped), .implicitlyUnwrapped(let wrapped):
      return value != .null && excludes(value, wrapped, of: target)
    case .attributed(let attributes, let plain):
      guard attributes.contains("@autoclosure") else { return excludes(value, plain, of: target) }
      guard case .function(let function) = plain.structure else { return false }
      return excludes(value, function.result, of: target)
    case .array, .set: return value != .array && isOfKnownType(value)
    case .dictionary: return value != .dictionary && isOfKnownType(value)
    case .function: return value.isLiteral
    case .named(let name, _): return excludes(value, name, type, of: target)
    case .pack(let plain): return excludes(value, plain, of: target)
    case .opaque(let bound), .existential(let bound):
      return value == .closure && !Self.boundsOfFunctions.contains(bound.plainText)
    default: return false
    }
  }

  /// The protocols that a function conforms to.
  private static let boundsOfFunctions: Set = ["Any", "Sendable", "Copyable", "Escapable"]

  private func excludes(
    _ value: ExampleArgument.Value, _ name: String, _ type: TypeReference, of target: CallTarget
  ) -> Bool {
    if target.generics.contains(name) || pageTypes[name] != nil { return false }
    if let literals = Self.standard[name], code.types(named: name).isEmpty {
      return excludes(value, standard: name, literals)
    }
    if case .instance(let other) = value {
      return nominal(type, of: target, hides: true).map { excludes(instanceOf: other, $0) } ?? false
    }
    guard let own = nominal(type, of: target) else { return false }
    return !mayBeLiteral(own)
  }

  private func excludes(
    _ value: ExampleArgument.Value, standard name: String, _ literals: [ExampleArgument.Value]
  ) -> Bool {
    let isExtended = code.foreignExtensions.contains {
      $0.name == name && $0.inheritance.contains { $0.name.hasPrefix("ExpressibleBy") }
    }
    guard !isExtended, isOfKnownType(value), !literals.contains(value) else { return false }
    guard case .instance(let other) = value else { return true }
    let isNumber = [name, other].allSatisfy { Self.standard[$0]?.contains(.float) == true }
    return other != name && !isNumber
  }

  /// Whether a value of a type, by its name, is of another type than one of the project.
  private func excludes(instanceOf name: String, _ own: TypeDeclaration) -> Bool {
    if name == own.name || !isKnown(name) { return false }
    guard own.kind == .class else { return true }
    let types = (pageTypes[name] ?? []) + code.types(named: name)
    return types.allSatisfy { type in
      type.kind != .class
        || !code.inherits(type, from: [own.name])
          && code.ancestry(of: type).allSatisfy { $0.qualifiedName != own.qualifiedName }
    }
  }

  private func isOfKnownType(_ value: ExampleArgument.Value) -> Bool {
    if case .instance(let name) = value { return isKnown(name) }
    return value != .unknown
  }

  /// Whether a name means one type: of the page, of the project, or of the standard library.
  private func isKnown(_ name: String) -> Bool {
    let own = code.types(named: name)
    if let types = pageTypes[name] {
      return own.isEmpty && types.count == 1 && types[0].kind.isValue
    }
    if own.isEmpty { return Self.standard[name] != nil }
    return own.count == 1 && own[0].kind.isValue && code.isOwn(own[0].name)
  }

  /// Whether a literal may be a value of a type of the project.
  private func mayBeLiteral(_ type: TypeDeclaration) -> Bool {
    !code.inheritsOnlyFromPlatform(type) || type.attributes.contains(where: \.isMacro)
      || code.ancestry(of: type).flatMap(\.inheritance).contains { base in
        base.name.hasPrefix("ExpressibleBy") || ["OptionSet", "SetAlgebra"].contains(base.name)
      }
  }

  /// Types of the platforms, with the literals that they take.
  private static let standard: [String: [ExampleArgument.Value]] = {
    var types: [String: [ExampleArgument.Value]] = [
      "String": [.string], "Substring": [.string], "Character": [.string], "Bool": [.boolean],
    ]
    for name in ["Double", "Float", "CGFloat", "TimeInterval"] {
      types[name] = [.integer, .float]
    }
    for size in ["", "8", "16", "32", "64"] {
      types["Int" + size] = [.integer]
      types["UInt" + size] = [.integer]
    }
    for name in [
      "URL", "Data", "Date", "UUID", "URLRequest", "KeyPath", "WritableKeyPath",
      "ReferenceWritableKeyPath",
    ] {
      types[name] = []
    }
    return types
  }()
}

extension ExampleArgument.Value {
  fileprivate var isLiteral: Bool {
    switch self {
    case .string, .integer, .float, .boolean, .array, .dictionary, .null: true
    case .closure, .instance, .implicitMember, .unknown: false
    }
  }
}

extension TypeDeclaration.Kind {
  /// Whether it has values of its own: neither a protocol nor an alias.
  fileprivate var isValue: Bool { self != .protocol && self != .typealias }
}
