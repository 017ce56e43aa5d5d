package import SwiftIndex

/// Decides whether types are `Sendable`, as far as their syntax shows it.
///
/// Explicit: a conformance, `@unchecked` or not, also by a protocol that has it; an actor; a type
/// on a global actor. Inferred from the stored types: a struct or enum that is not public. A class
/// without a conformance is not `Sendable`, nor is a public struct without one.
///
///     struct Point { var x: Int }              true, inferred
///     public struct Point { var x: Int }       false: public types must declare it
///     struct Box { var view: NSView }          nil: the type is not in the sources
///
/// Answers are remembered, so a chain of types costs one visit for each.
package struct SendabilityReader {
  private let code: CodeModel
  private var known: [TypeKey: Bool?] = [:]
  /// The types whose stored types are being read.
  private var open: Set<TypeKey> = []
  /// The types with an answer, in the order in which they got it.
  private var found: [TypeKey] = []
  /// Whether an answer depends on the assumption that an open type is Sendable.
  private var isAssumed = false

  /// Types of the standard library and Foundation that are Sendable whatever they contain.
  private static let plain: Set<String> = [
    "Bool", "String", "Substring", "Character", "Int", "Int8", "Int16", "Int32", "Int64", "UInt",
    "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double", "Duration", "Void", "Never", "Data",
    "Date", "UUID", "URL", "Decimal", "TimeInterval", "Calendar", "Locale", "TimeZone",
  ]

  package init(_ code: CodeModel) {
    self.code = code
  }

  /// `nil` if syntax does not show it.
  package mutating func isSendable(_ type: TypeDeclaration) -> Bool? {
    let key = TypeKey(type)
    if let answer = known[key] {
      if open.contains(key) { isAssumed = true }
      return answer
    }
    // A type that contains itself depends only on its other stored types.
    known[key] = .some(true)
    open.insert(key)
    let first = found.count
    let answer = find(type)
    known[key] = .some(answer)
    open.remove(key)
    if isAssumed, answer != true {
      // Types that contain this one were found to be Sendable because it was assumed to be.
      for other in found[first...] where known[other] == .some(true) { known[other] = nil }
      found.removeSubrange(first...)
    }
    if open.isEmpty { isAssumed = false }
    found.append(key)
    return answer
  }

  private mutating func find(_ type: TypeDeclaration) -> Bool? {
    let sendable: Set<String> = ["Sendable", "Error", "LocalizedError", "CodingKey"]
    for ancestor in type.inheritance where sendable.contains(ancestor.name.lastPart) {
      return !ancestor.isSuppressed
    }
    if type.kind == .actor { return true }
    if case .globalActor? = type.isolation { return true }
    var isPartlyUnknown = false
    for ancestor in type.inheritance where !ancestor.isSuppressed {
      guard let found = declared(ancestor.name, in: type) else {
        if !Self.saysNothing(ancestor.name) { isPartlyUnknown = true }
        continue
      }
      if found.kind == .protocol || found.kind == .class, isSendable(found) == true { return true }
    }
    switch type.kind {
    case .protocol, .class: return isPartlyUnknown ? nil : false
    case .struct, .enum:
      // A public type conforms only if it is declared to.
      if type.access >= .public, !type.hasAttribute("frozen") {
        return isPartlyUnknown ? nil : false
      }
      return holdsSendable(type)
    case .actor, .typealias: return nil
    }
  }

  /// Protocols of the standard library that do not affect sendability.
  private static func saysNothing(_ name: String) -> Bool {
    [
      "Hashable", "Equatable", "Comparable", "Codable", "Encodable", "Decodable", "Identifiable",
      "CaseIterable", "CustomStringConvertible", "RawRepresentable", "Sequence", "Collection",
      "IteratorProtocol", "ExpressibleByStringLiteral", "AnyObject", "String", "Int",
    ].contains(name)
  }

  private func declared(_ name: String, in type: TypeDeclaration) -> TypeDeclaration? {
    code.types(named: name, inside: type.qualifiedName, module: type.module).first
  }

  private mutating func holdsSendable(_ type: TypeDeclaration) -> Bool? {
    var answer: Bool? = true
    for member in type.members where !member.isStatic {
      var references = member.enumCase?.associatedValues.map(\.type) ?? []
      if let property = member.property, property.isStored {
        guard let written = property.type else {
          if case .literal? = property.value { continue }
          answer = nil
          continue
        }
        references = [written]
      }
      for reference in references {
        switch isSendable(reference, in: type) {
        case true: continue
        case false: return false
        case nil: answer = nil
        }
      }
    }
    return answer
  }

  private mutating func isSendable(_ reference: TypeReference, in type: TypeDeclaration) -> Bool? {
    if case .attributed(let words, _) = reference.structure, words.contains("@Sendable") {
      return true
    }
    if case .function = reference.structure { return false }
    var answer: Bool? = true
    for mention in reference.mentions {
      if mention.isInFunction { return nil }
      let name = mention.name
      if Self.plain.contains(name) || name == "Sendable" { continue }
      guard let found = declared(name, in: type), found.kind != .typealias else {
        answer = nil
        continue
      }
      switch isSendable(found) {
      case true: continue
      case false: return mention.isAbstract ? nil : false
      case nil: answer = nil
      }
    }
    return answer
  }
}

extension String {
  /// `Swift.Sendable` -> `Sendable`
  fileprivate var lastPart: String { split(separator: ".").last.map(String.init) ?? self }
}
