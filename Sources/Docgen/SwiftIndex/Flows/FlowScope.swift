/// The method that is being read, and the types of the names in it.
///
/// A scope is copied for each body and block, so that local names end with their block.
struct FlowScope {
  var type: TypeDeclaration
  /// The calling participant.
  var participant: String
  var member: Member
  var locals: [String: FlowValue] = [:]
  /// The number of enclosing calls to other types.
  var depth = 0
  /// The result of the last call.
  var lastResult: FlowValue?
  /// The closures that a caller passed, by the parameter's name, each with its own scope.
  var closures: [String: FlowClosure] = [:]
  /// The steps that run at the end of the enclosing blocks.
  var deferred: [FlowStep] = []
}

/// A closure that is passed to a method.
final class FlowClosure {
  let body: BodyOutline
  let scope: FlowScope
  /// Whether the method that gets it visibly runs it.
  var isRun = false

  init(_ body: BodyOutline, in scope: FlowScope) {
    (self.body, self.scope) = (body, scope)
  }
}

/// A value, with its written type and the type that contains the declaration.
struct FlowValue {
  var reference: TypeReference
  var owner: TypeDeclaration
  /// The signature of the method that contains it, for generic parameters.
  var signature: Signature?

  init(_ reference: TypeReference, in owner: TypeDeclaration, _ signature: Signature? = nil) {
    (self.reference, self.owner, self.signature) = (reference, owner, signature)
  }

  init(named name: String, in owner: TypeDeclaration) {
    self.init(TypeReference(text: name, structure: .named(name, arguments: [])), in: owner)
  }

  /// The element of a loop over the value.
  var element: FlowValue? {
    var value = self
    switch reference.structure {
    case .array(let type), .set(let type), .inlineArray(_, let type): value.reference = type
    case .optional(let type), .implicitlyUnwrapped(let type), .attributed(_, let type):
      value.reference = type
      return value.element
    case .named(_, let arguments) where arguments.count >= 1: value.reference = arguments[0]
    default: return nil
    }
    return value
  }
}

extension CodeModel {
  /// The type of a value: a declared one, or else its name. For a composition, the type that has a
  /// member.
  ///
  /// `depth` guards against aliases and constraints that refer to each other.
  func flowType(
    of value: FlowValue, with member: String? = nil, depth: Int = 0
  ) -> (name: String, type: TypeDeclaration?)? {
    if depth > 8 { return nil }
    var inner = value
    switch value.reference.structure {
    case .named(let name, _): return flowType(named: name, value, member, depth: depth)
    case .optional(let type), .implicitlyUnwrapped(let type), .attributed(_, let type),
      .existential(let type), .opaque(let type), .metatype(let type):
      inner.reference = type
      return flowType(of: inner, with: member, depth: depth + 1)
    case .composition(let types):
      let found = types.compactMap { type -> (name: String, type: TypeDeclaration?)? in
        inner.reference = type
        return flowType(of: inner, with: member, depth: depth + 1)
      }
      let owner = found.first { found in
        guard let member, let type = found.type else { return false }
        return hasFlowMember(member, type)
      }
      return owner ?? found.first { $0.type != nil } ?? found.first
    default: return nil
    }
  }

  /// Whether a bare name can mean a type: not if it is nested in an unrelated one.
  private func isVisible(_ type: TypeDeclaration, in owner: TypeDeclaration) -> Bool {
    guard let outer = type.outerName else { return true }
    return (owner.qualifiedName + ".").hasPrefix(outer + ".") || owner.inherits(outer)
      || ancestry(of: owner).contains { $0.qualifiedName == outer }
  }

  private func flowType(
    named name: String, _ value: FlowValue, _ member: String?, depth: Int
  ) -> (name: String, type: TypeDeclaration?)? {
    let owner = value.owner
    if name == "Self" { return (owner.name, owner) }
    let parameters = (value.signature?.genericParameters ?? []) + owner.genericParameters
    if let parameter = parameters.first(where: { $0.name == name }) {
      let requirements = (value.signature?.requirements ?? []) + owner.requirements
      let required = requirements.first { $0.relation == .conforms && $0.subject.text == name }
      guard let constraint = parameter.constraint ?? required?.constraint else { return nil }
      return flowType(
        of: FlowValue(constraint, in: owner, value.signature), with: member, depth: depth + 1)
    }
    let found = types(named: name, inside: owner.qualifiedName, module: owner.module)
      .filter { name.contains(".") || isVisible($0, in: owner) }
    guard let type = nearest(found, to: owner).first else {
      let last = name.split(separator: ".").last.map(String.init) ?? name
      return name.lastNameIsUppercase ? (last, nil) : nil
    }
    guard let aliased = type.aliased else { return (type.name, type) }
    return flowType(of: FlowValue(aliased, in: type), with: member, depth: depth + 1)
      ?? (type.name, nil)
  }

  /// The value that a path names: `self.client`, `client.session`, `Store.shared`.
  ///
  /// The order is that of Swift: `self`, local names, parameters, properties, types, globals.
  /// Returns `nil` if one part of the path has no written type.
  func flowValue(of path: String, in scope: FlowScope) -> FlowValue? {
    var names = path.split(separator: ".").map(String.init)[...]
    guard let first = names.popFirst() else { return nil }
    var current: FlowValue
    if first == "self" || first == "Self" {
      current = FlowValue(named: "Self", in: scope.type)
    } else if let local = scope.locals[first] {
      current = local
    } else if let parameter = scope.member.signature?.parameters.first(where: { $0.name == first })
    {
      guard let type = parameter.type else { return nil }
      current = FlowValue(type, in: scope.type, scope.member.signature)
    } else if let property = flowProperty(first, of: scope.type) {
      current = property
    } else if first.lastNameIsUppercase {
      current = FlowValue(named: first, in: scope.type)
    } else if let global = globals(named: first).first {
      guard let value = flowValue(of: global, in: scope.type) else { return nil }
      current = value
    } else {
      return nil
    }
    for name in names {
      guard let type = flowType(of: current, with: name)?.type else { return nil }
      if let next = flowProperty(name, of: type) {
        current = next
      } else if name.lastNameIsUppercase {
        current = FlowValue(named: name, in: type)
      } else {
        return nil
      }
    }
    return current
  }

  private func flowProperty(
    _ name: String, of type: TypeDeclaration, depth: Int = 0
  ) -> FlowValue? {
    let found = members(named: name, reachableFrom: type)
    guard let member = found.first(where: { $0.property != nil }) else { return nil }
    let owner = member.owner.flatMap { nearest(types(qualifiedAs: $0), to: type).first } ?? type
    return flowValue(of: member, in: owner.kind == .protocol ? type : owner, depth: depth)
  }

  /// The type of a property: as written, or of its initial value.
  private func flowValue(
    of member: Member, in owner: TypeDeclaration, depth: Int = 0
  ) -> FlowValue? {
    guard depth < 8, let property = member.property else { return nil }
    if let type = property.type { return FlowValue(type, in: owner) }
    guard let text = property.initialValue else { return nil }
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    let rest = text[name.endIndex...]
    if rest.first == "(" || rest.first == "<", String(name).lastNameIsUppercase {
      return FlowValue(named: String(name), in: owner)
    }
    guard rest.isEmpty, let dot = name.lastIndex(of: "."), name[..<dot].first?.isUppercase == true,
      let type = flowType(of: FlowValue(named: String(name[..<dot]), in: owner))?.type,
      type.nameLocation != owner.nameLocation || name[name.index(after: dot)...] != member.name
    else { return nil }
    return flowProperty(String(name[name.index(after: dot)...]), of: type, depth: depth + 1)
  }
}
