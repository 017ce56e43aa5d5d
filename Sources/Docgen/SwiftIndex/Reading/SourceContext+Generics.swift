import SwiftSyntax

extension SourceContext {
  func genericParameters(_ clause: GenericParameterClauseSyntax?) -> [GenericParameter] {
    (clause?.parameters ?? []).map { node in
      let kind: GenericParameter.Kind =
        switch node.specifier?.tokenKind {
        case .keyword(.each): .pack
        case .keyword(.let): .value
        default: .type
        }
      return GenericParameter(
        name: node.name.plainName, kind: kind, constraint: node.inheritedType.map { type($0) })
    }
  }

  /// The requirements of `where` clauses, including the one between the angle brackets.
  func requirements(
    _ clause: GenericWhereClauseSyntax?, in parameters: GenericParameterClauseSyntax? = nil
  ) -> [GenericRequirement] {
    let nodes =
      (parameters?.genericWhereClause?.requirements.map(\.requirement) ?? [])
      + (clause?.requirements.map(\.requirement) ?? [])
    return nodes.map(requirement)
  }

  /// Requirements of an unknown kind keep their text, and no question about them has a certain
  /// answer.
  private func requirement(_ node: GenericRequirementSyntax.Requirement) -> GenericRequirement {
    switch node {
    case .conformanceRequirement(let requirement):
      return GenericRequirement(
        text: line(node), subject: type(requirement.leftType), relation: .conforms,
        constraint: type(requirement.rightType))
    case .sameTypeRequirement(let requirement):
      let text = line(node)
      let unread = TypeReference(text: text, structure: .unread)
      var subject = unread
      var constraint: TypeReference?
      if case .type(let left) = requirement.leftType { subject = type(left) }
      if case .type(let right) = requirement.rightType { constraint = type(right) }
      return GenericRequirement(
        text: text, subject: subject, relation: .equals, constraint: constraint)
    case .layoutRequirement(let requirement):
      return GenericRequirement(
        text: line(node), subject: type(requirement.type), relation: .other, constraint: nil)
    @unknown default:
      let text = line(node)
      return GenericRequirement(
        text: text, subject: TypeReference(text: text, structure: .unread), relation: .other,
        constraint: nil)
    }
  }

  /// `~Copyable` gives a suppressed entry, `@unchecked Sendable` one with an attribute.
  func inheritance(
    _ clause: InheritanceClauseSyntax?, conditions: [GenericRequirement] = [],
    isFromExtension: Bool = false, compilationConditions: [CompilationCondition]
  ) -> [Inheritance] {
    (clause?.inheritedTypes ?? []).compactMap { node in
      var reference = type(node.type)
      var attributes: [String] = []
      var isSuppressed = false
      if case .attributed(let words, let base) = reference.structure {
        attributes = words
        reference = base
      }
      if case .suppressed(let base) = reference.structure {
        isSuppressed = true
        reference = base
      }
      guard !reference.text.isEmpty else { return nil }
      return Inheritance(
        type: reference, attributes: attributes, isSuppressed: isSuppressed,
        conditions: conditions, isFromExtension: isFromExtension,
        compilationConditions: compilationConditions, location: location(node.type))
    }
  }
}
